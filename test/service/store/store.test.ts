import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../service/store/store.ts';
import { settle } from '../../../shared/ledger/settle.ts';
import { NO_TOTALS } from '../../../shared/ledger/totals.ts';
import { ZERO } from '../../../shared/money/money.ts';
import { DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { merchantDetails } from '../../../shared/protocol/merchant.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

/* The lists that the API pages through can be read in both directions, for every kind of key. */

describe.each(STORES)('the store on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeAll(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    for (const merchantId of [MERCHANT.id, 'other']) {
      await store.merchants.putRecord({
        ...{ ...MERCHANT, id: merchantId, integratorId: null, lookupIds: [] },
        agreement: DEFAULT_AGREEMENT,
        details: merchantDetails.parse({}),
      });
      for (const id of ['b', 'a', 'æ', 'A']) {
        await store.pos.create(merchantId, { id, name: id, type: 'store', location: null });
        await store.shortlinks.create({
          ...{ id: `${merchantId}-${id}`, merchantId, callbackUri: null, serialNumber: null },
          ...{ label: null, isActive: true, created: 1 },
        });
      }
      for (let number = 1; number <= 11; number += 1) {
        const sums = settle(NO_TOTALS, ZERO, {
          settlementFee: DEFAULT_AGREEMENT.settlementFee,
          taxCode: 'none',
        });
        const written = await store.settlements.write(
          {
            ...{ merchantId, currency: 'NOK', number, accountId: `${merchantId}.NOK`, sums },
            ...{ payoutAccount: null, created: number, start: number, end: number + 1 },
            ...{ fromSeq: 0, toSeq: 0, chunks: { transaction: [''], scope: [''] } },
          },
          [],
          number,
        );
        expect(written).toBe(true);
      }
    }
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  describe('a list read backwards', () => {
    it('of points of sale begins at the end or before a given id, in descending order', async () => {
      expect(await store.pos.listBack(MERCHANT.id, null, 10)).toEqual(['æ', 'b', 'a', 'A']);
      expect(await store.pos.listBack(MERCHANT.id, 'b', 1)).toEqual(['a']);
      expect(await store.pos.listBack(MERCHANT.id, 'A', 10)).toEqual([]);
    });

    it('of shortlinks contains only the shortlinks of the merchant', async () => {
      const all = ['æ', 'b', 'a', 'A'].map((id) => `other-${id}`);
      expect(await store.shortlinks.listBack('other', null, 10)).toEqual(all);
      expect(await store.shortlinks.listBack('other', 'other-b', 1)).toEqual(['other-a']);
    });

    it('of settlements is ordered by number, not by text', async () => {
      expect(await store.settlements.listBack(MERCHANT.id, null, 2)).toEqual([11, 10]);
      expect(await store.settlements.listBack(MERCHANT.id, 3, 10)).toEqual([2, 1]);
      expect(await store.settlements.listBack(MERCHANT.id, 1, 10)).toEqual([]);
    });
  });
});
