import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunksOf } from '../../../service/settlements/gather.ts';
import type { Store } from '../../../service/store/store.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

/* How a settlement's log is cut into files of four lines: a payment's lines stay together. */

const LINES = 4;

describe.each(STORES)('the files of a log on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let number = 0;
  beforeAll(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  /** First keys of the files of a log in which each payment has so many lines. */
  async function filesOf(payments: Readonly<Record<string, number>>): Promise<readonly string[]> {
    number += 1;
    let seq = 0;
    const lines = Object.entries(payments).flatMap(([key, count]) =>
      Array.from({ length: count }, () => {
        seq += 1;
        return { log: 'transaction', key, seq } as const;
      }),
    );
    await store.settlements.assign(MERCHANT.id, number, lines);
    const settlement = { merchantId: MERCHANT.id, currency: 'NOK', number, fromSeq: 0, toSeq: seq };
    return chunksOf(store, settlement, 'transaction', LINES);
  }

  it.each([
    ['are filled one after the other', { a: 3, b: 1, c: 4, d: 1 }, ['', 'c', 'd']],
    ['are not empty if the first payment fills more than one', { a: 9, b: 1 }, ['', 'b']],
    ['are not empty if a middle payment fills more than one', { a: 1, b: 9, c: 1 }, ['', 'b', 'c']],
    ['are not empty if the last payment fills more than one', { a: 4, b: 9 }, ['', 'b']],
    ['are one file if there is only one payment', { a: 9 }, ['']],
    ['are one file if there are no sales', {}, ['']],
  ])('%s', async (_, payments, files) => {
    expect(await filesOf(payments)).toEqual(files);
  });
});
