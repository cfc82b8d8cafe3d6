import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Catalogues, createCatalogues } from '../../../service/catalogue/catalogues.ts';
import type { Store } from '../../../service/store/store.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { runtimeIds } from '../../../shared/runtime.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, type StorePlace } from '../../support/stores.ts';

const { id: MINE } = MERCHANT;
const OTHER = 'other-shop';
const PRODUCTS = 400;
const FILE = [
  'id,name_en,price',
  ...Array.from({ length: PRODUCTS }, (_, at) => `p${at},Tea ${at},39.00`),
].join('\n');

describe('files of products that come at once', () => {
  let place: StorePlace;
  let store: Store;
  let catalogues: Catalogues;
  beforeEach(async () => {
    place = await newStorePlace('sqlite');
    store = await place.open();
    await store.merchants.put(MERCHANT);
    await store.merchants.put({ ...MERCHANT, id: OTHER });
    const pictures = { write: () => Promise.reject(new Error('no picture comes')) };
    catalogues = createCatalogues({ store, clock: createManualClock(), ids: runtimeIds, pictures });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const order = { by: 'Kari', version: 0, dryRun: true, csv: FILE, amounts: 'major' } as const;
  const imported = async (shop: string) => {
    const done = await catalogues.importCsv(shop, order);
    return done.ok ? done.value.differences.length : done.refusal.type;
  };

  it('are read in their turn, and no shop has more than its places', async () => {
    const ended: string[] = [];
    const run = (shop: string) => imported(shop).finally(() => ended.push(shop));
    const most = 1 + LIMITS.importsWaitingOfShop;
    const mine = Array.from({ length: most + 2 }, () => run(MINE));
    const other = run(OTHER);
    expect(await Promise.all(mine)).toEqual([
      ...Array<number>(most).fill(PRODUCTS),
      ...['Service Unavailable', 'Service Unavailable'],
    ]);
    expect(await other).toBe(PRODUCTS);
    // The two refusals, one or two files of the shop that came first, and then the other shop's.
    expect(ended.indexOf(OTHER)).toBeLessThanOrEqual(4);
  });

  it('let other work run between their pieces', async () => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    expect(await imported(MINE)).toBe(PRODUCTS);
    isOver = true;
    await others;
    expect(turns).toBeGreaterThan(PRODUCTS / 20);
  });
});
