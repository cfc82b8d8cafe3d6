import { expect, it } from 'vitest';
import { STORAGE_KINDS } from '../../../service/store/storage-store.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES } from '../../support/stores.ts';

it.each(STORES)(
  'what a shop has stored is counted on %s, and nothing of another shop',
  async (kind) => {
    const place = await newStorePlace(kind);
    const store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.receipts.put({
      ...{ merchantId: MERCHANT.id, code: 'c', hash: 'h', posId: 'p', tid: null, number: 1 },
      ...{ document: '{"æ":1}', at: 0, received: 0 },
    });
    const of = async (shop: string) =>
      Promise.all(STORAGE_KINDS.map((one) => store.storage.of(shop, one)));
    const nothing = { count: 0, bytes: 0 };
    expect(await of('another')).toEqual(STORAGE_KINDS.map(() => nothing));
    expect(await of(MERCHANT.id)).toEqual(
      STORAGE_KINDS.map((one) => (one === 'receipts' ? { count: 1, bytes: 8 } : nothing)),
    );
    await store.close();
    await place.remove();
  },
);
