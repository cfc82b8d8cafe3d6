import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import type { Store } from '../../../../service/store/store.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { createPayment } from '../../../../shared/payment/create.ts';
import { createMessage } from '../../../../shared/protocol/events.ts';
import { CUSTOMER, draft, ids, MERCHANT, OTHER_CUSTOMER } from '../../../support/payments.ts';
import { newPostgres } from '../../../support/postgres/shared.ts';

/** Several stores on one database, as if each were in a separate process. */
export async function openSeveral(count: number) {
  const { url, drop } = await newPostgres();
  const open = (self: string) => openPostgresStore(url, { wall: createSystemClock(), self });
  const stores = await Promise.all(Array.from({ length: count }, (_, own) => open(`p${own}`)));
  const [first] = stores;
  if (first === undefined) throw new Error('open at least one');
  await first.merchants.put(MERCHANT);
  await first.customers.put(CUSTOMER);
  await first.customers.put(OTHER_CUSTOMER);
  return {
    url,
    stores,
    first,
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await drop();
    },
  };
}

export type Several = Awaited<ReturnType<typeof openSeveral>>;

export function newPayment(change: Parameters<typeof draft>[0] = {}) {
  const parts = { tid: ids.tid(), merchantId: MERCHANT.id, customer: { kind: 'open' } as const };
  return createPayment({ ...parts, request: draft(change), now: 1_000_000 });
}

export const every = async <T>(stores: readonly Store[], work: (store: Store) => Promise<T>) =>
  Promise.all(stores.map(work));

/** A new event of a capture. */
export const eventMessage = () =>
  createMessage({ id: ids.message(), event: 'payment_captured', uri: null, seqno: 0, at: 5 });

/** Publishes an event of the merchant on a channel of its devices. */
export const publishEvent = (store: Store, channel: string): Promise<void> =>
  store.channels.publish(MERCHANT.id, 5, [{ channel, message: eventMessage() }]);
