import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Catalogues, createCatalogues } from '../../../service/catalogue/catalogues.ts';
import type { Store } from '../../../service/store/store.ts';
import { SHOP_QUOTAS } from '../../../shared/limits/shop-quotas.ts';
import { money } from '../../../shared/money/money.ts';
import type { WrittenPicture } from '../../../shared/node/pictures/rewrite-picture.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { runtimeIds } from '../../../shared/runtime.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const { id: MINE } = MERCHANT;
const MEGABYTE = 1024 * 1024;
const { pictures: most, pictureBytes, unusedPictureLife } = SHOP_QUOTAS;
const nameOf = (number: number) => `${String(number).padStart(32, '0')}.png`;

describe.each(STORES)('the pictures of a shop on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let clock: ManualClock;
  let catalogues: Catalogues;
  /** What the next picture is written as, and how many were written. */
  let next: WrittenPicture;
  let written: number;

  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
    clock = createManualClock();
    written = 0;
    catalogues = createCatalogues({
      ...{ store, clock, ids: runtimeIds },
      pictures: {
        async write() {
          written += 1;
          return answer(next);
        },
      },
    });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  async function add(number: number, bytes = 1) {
    next = { name: nameOf(number), type: 'image/png', image: new Uint8Array(bytes) };
    const added = await catalogues.addPicture(MINE, new Uint8Array());
    return added.ok ? added.value : added.refusal;
  }
  const stored = (count: number, bytes: number) => ({
    ...{ count, count_max: most, bytes, bytes_max: pictureBytes },
  });

  async function use(picture: string | undefined) {
    const { version } = await catalogues.read(MINE);
    const product = { id: 'tea', name: 'Tea', price: money(100), vat_rate: '0.25' };
    const changed = await catalogues.change(MINE, {
      ...{ by: 'admin', version, dryRun: false },
      changes: [
        {
          kind: 'put_product',
          product: picture === undefined ? product : { ...product, picture },
        },
      ],
    });
    expect(changed).toMatchObject({ ok: true, value: { version: version + 1 } });
  }

  it('are counted in each answer, and refused before they are decoded when the room is used up', async () => {
    expect(await add(1, 3)).toEqual({ name: nameOf(1), stored: stored(1, 3) });
    for (let number = 2; number < most; number += 1) {
      const picture = { type: 'image/png', image: new Uint8Array(1) };
      await store.catalogues.putPicture(MINE, nameOf(number), picture, clock.now());
    }
    expect(await add(most)).toMatchObject({ stored: { count: most } });
    expect(await add(most + 1)).toMatchObject({
      type: 'Conflict',
      details: { count: most, count_max: most },
    });
    expect(written).toBe(2);
    expect(await store.catalogues.storedPictures(MINE)).toMatchObject({ count: most });
  });

  it('are refused when their bytes are used up, those of one shop alone', async () => {
    const each = 8 * MEGABYTE;
    for (let number = 1; number <= pictureBytes / each; number += 1) await add(number, each);
    expect(await add(99)).toMatchObject({ type: 'Conflict', details: { bytes: pictureBytes } });
    next = { name: nameOf(100), type: 'image/png', image: new Uint8Array(1) };
    expect(await catalogues.addPicture('other', new Uint8Array())).toMatchObject({ ok: true });
  });

  it('that no kept version uses are removed after a day, and the others are not', async () => {
    await add(1);
    await add(2);
    await use(nameOf(1));
    clock.advance(unusedPictureLife);
    await catalogues.due.run();
    expect((await store.catalogues.storedPictures(MINE)).count).toBe(2);
    clock.advance(1);
    await catalogues.due.run();
    expect(await store.catalogues.pictures(MINE, [nameOf(1), nameOf(2)])).toEqual([nameOf(1)]);
    // The version with the picture can still be read, so the picture stays.
    await use(undefined);
    clock.advance(2 * unusedPictureLife);
    await catalogues.due.run();
    expect((await store.catalogues.storedPictures(MINE)).count).toBe(1);
  });
});
