import { money } from '../../shared/money/money.ts';
import type { SaleRequest, Written } from '../../shared/terminal/index.ts';
import { drive, rest } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

/* A sale whose code on the screen and sticker are live together, in the hands of one test. */

export const CONFIRM = { kind: 'confirm', additionalAmount: null, credit: false } as const;
export const REJECT = { kind: 'reject' } as const;
export const FULL: Written = {
  ok: false,
  failure: { kind: 'full', description: 'The disk is full.' },
};
export const NOT_SAVED =
  'Service Unavailable: This cannot be saved on this till, so it was not done. The disk is full.';

/** As long as a sale polls, repeats and shows that it does not know. */
export const LONG = 30_000;

const BOTH = {
  amount: money(12_500),
  text: null,
  method: { kind: 'qr_and_sticker', sticker: { kind: 'shortlink', id: 'abcde' } },
} as const;

type World = ReturnType<typeof tillWorld>;

/** A till with one such sale, both requests of which wait for a customer. */
export async function pairWorld(
  otherwise: Parameters<typeof tillWorld>[0] = {},
  request: Partial<SaleRequest> = {},
) {
  const world = tillWorld(otherwise);
  const id = await world.started({ ...BOTH, ...request });
  const { service, clock } = world;
  await drive(clock, () => service.payments().length === 2);
  await drive(clock, () => world.calls('read') >= 2);
  return { ...world, id, sticker: `_second.${id}` };
}

/** Nothing can be written from now on. */
export function fillDisk({ memory }: Pick<World, 'memory'>): void {
  memory.onAppend(async () => FULL);
}

export function emptyDisk({ memory }: Pick<World, 'memory'>): void {
  memory.onAppend(async () => ({ ok: true }));
}

/** Everything that the till's screen said of its sale within the next `time` milliseconds. */
export async function shownWithin(
  { till, clock }: Pick<World, 'till' | 'clock'>,
  id: string,
  time: number = LONG,
): Promise<readonly string[]> {
  const now = () => till.sale(id)?.state.kind ?? 'nothing';
  const shown = new Set([now()]);
  const stop = till.subscribe(({ sales }) => {
    for (const sale of sales) if (sale.id === id) shown.add(sale.state.kind);
  });
  const end = clock.now() + time;
  await drive(clock, () => clock.now() >= end, time + 1_000);
  await rest();
  stop();
  shown.add(now());
  return [...shown];
}

/** The code of the payment that was made for one of the two requests. */
export function codeOf({ service }: Pick<World, 'service'>, posTid: string): number {
  return service.payments().find((one) => one.request.pos_tid === posTid)?.code ?? 0;
}

export function capturesOf({ service }: Pick<World, 'service'>): number {
  return service.payments().filter((one) => one.captures.length > 0).length;
}
