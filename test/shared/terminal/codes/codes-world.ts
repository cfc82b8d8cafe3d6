import type { ClientResult } from '../../../../shared/client/index.ts';
import { money } from '../../../../shared/money/money.ts';
import type { SaleRequest } from '../../../../shared/terminal/index.ts';
import { tillWorld } from '../../../support/till-world.ts';

/* A till that shows codes of its own, and the customers who scan them. */

/** A sale by this device's own code, which is shown with it. */
export const SALE: SaleRequest = {
  amount: money(12_500),
  text: null,
  method: { kind: 'device_code', code: null },
};

/** A sale of a code that is shown already. */
export const totalOf = (code: string): SaleRequest => ({
  ...SALE,
  method: { kind: 'device_code', code },
});

export const codesWorld = (...how: Parameters<typeof tillWorld>) => withCodes(tillWorld(...how));

type World = ReturnType<typeof tillWorld>;

function withCodes(world: World) {
  const { till, hand, service } = world;
  return {
    ...world,
    started: (request = SALE) => world.started(request),
    again: async (...how: Parameters<World['again']>) => withCodes(await world.again(...how)),
    scan: (argstring: string, id: string) => hand.event(1, 'shortlink_scanned', { id, argstring }),
    shown: async (label: string | null = null): Promise<string> => {
      const opened = await till.openCode(label);
      if (!opened.ok) throw new Error(opened.refusal.description);
      return opened.value.id;
    },
    codes: () => till.view().codes.map(({ id, state }) => `${id} ${state}`),
    strays: () => till.view().scans.map(({ token }) => token),
    customers: () => service.payments().map(({ request }) => request.customer),
  };
}

export type Scan = { readonly id: string; readonly argstring: string };

/** The service's reply about the last scan of a link, and the calls that asked for it. */
export function lastScans(first: () => ClientResult<Scan | null>) {
  let reply = first;
  const asked: unknown[] = [];
  return {
    asked,
    replies: (next: () => ClientResult<Scan | null>) => {
      reply = next;
    },
    calls: () => ({
      shortlinkLastScan: async (...args: unknown[]) => {
        asked.push(args.slice(0, 2));
        return reply();
      },
    }),
  };
}
