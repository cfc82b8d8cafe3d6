import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_EFFECTS, type Store, type User } from '../../service/store/store.ts';
import { StoreBusy } from '../../service/store/store-errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { newPayment } from '../service/store/postgres/world.ts';
import { MERCHANT } from '../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../support/stores.ts';

const FLOOD = 'flood';
/** More writes than one merchant may have waiting, by more than any store works on at once. */
const BEYOND = 200;

const user = (id: string): User => ({
  id,
  label: null,
  netmask: null,
  secretHash: null,
  publicKey: 'key',
  version: 1,
});
const pos = (id: string) => ({ id, name: 'Till', type: 'store', location: null }) as const;
const change = { callbackUri: null, label: 'door', isActive: true };
const MARK = { image: new Uint8Array([1]), etag: 'mark' };

/** Writes of a merchant that are no payments, each of another kind. */
const OTHER_WRITES: readonly ((
  store: Store,
  merchantId: string,
  id: string,
) => Promise<unknown>)[] = [
  (store, merchantId) => store.channels.acknowledge(merchantId, 'till', 1),
  (store, merchantId, id) => store.users.put(merchantId, user(id)),
  (store, merchantId, id) => store.pos.create(merchantId, pos(id)),
  (store, merchantId, id) => store.shortlinks.update(merchantId, id, change),
  (store, merchantId, id) => store.users.useSignature(merchantId, 'u', id, 1, 2),
  (store, merchantId, id) => store.pos.remove(merchantId, id),
  (store, merchantId, id) => store.shortlinks.remove(merchantId, id),
  (store, merchantId, id) => store.users.remove(merchantId, id, false),
  (store, merchantId) => store.merchants.putLogo(merchantId, MARK),
  (store, merchantId, id) => store.sspUsers.remove(merchantId, id),
];

describe.each(STORES)('on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put({ ...MERCHANT, id: FLOOD });
    await store.merchants.put(MERCHANT);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  it('only the merchant with too many writes is refused', async () => {
    const write = (merchantId: string, number: number) =>
      OTHER_WRITES[number % OTHER_WRITES.length]?.(store, merchantId, `id${number}`);
    const count = LIMITS.writeQueueShareMax + BEYOND;
    const flood = Promise.allSettled(Array.from({ length: count }, (_, at) => write(FLOOD, at)));
    const own = OTHER_WRITES.map((_, at) => write(MERCHANT.id, at));
    own.push(store.payments.create(newPayment(), NO_EFFECTS));
    // Each of them resolves: none is refused, whatever waits before it.
    await Promise.all(own);
    const refused = (await flood).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(BEYOND);
    expect(refused.filter((reason) => !(reason instanceof StoreBusy))).toEqual([]);
  });
});
