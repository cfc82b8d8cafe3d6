import { LAST_RESORT } from '../../support/last-resort.ts';
import { secretHeaders, send } from '../../support/wire.ts';
import type { KillableService, Ready } from './services.ts';

export type Reply = { readonly status: number; readonly json: unknown };

/**
 * Sends a request to one of the services. After no reply or a 5xx it sends the same request to one of
 * them again, as a till does. Returns the first other reply; `tries` counts.
 */
export async function persist(
  services: readonly KillableService[],
  request: (ready: Ready) => Promise<Reply>,
): Promise<Reply & { readonly tries: number }> {
  let tries = 0;
  for (const end = Date.now() + LAST_RESORT; Date.now() < end; ) {
    const alive = services.filter((service) => service.ready() !== null);
    const service = alive[Math.floor(Math.random() * alive.length)];
    const ready = service?.ready() ?? null;
    tries += 1;
    const reply = ready === null ? null : await request(ready).catch(() => null);
    service?.replied?.(reply?.status ?? null, tries);
    if (reply !== null && reply.status < 500) return { ...reply, tries };
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 50));
  }
  throw new Error('no service has answered until the deadline');
}

/** A merchant and the credentials of its tills. */
export type Shop = (ready: Pick<Ready, 'merchant' | 'other_merchant' | 'users'>) => {
  readonly merchantId: string;
  readonly userId: string;
  readonly secret: string;
};

/** A request of a shop's till. */
export function asTill(
  shop: Shop,
  path: string,
  sent: { readonly method?: string; readonly body?: unknown } = {},
): (ready: Ready) => Promise<Reply> {
  return (ready) => {
    const { merchantId, userId, secret } = shop(ready);
    const headers = secretHeaders(merchantId, userId, secret);
    return send(ready.base_url + path, { ...sent, headers });
  };
}

/** An action of the customer. */
export function asCustomer(path: string, body: unknown = {}): (ready: Ready) => Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  return (ready) => send(ready.simulator_url + path, { method: 'POST', headers, body });
}
