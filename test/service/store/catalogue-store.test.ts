import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogueContent, PictureMoves } from '../../../service/store/catalogue-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { createMessage } from '../../../shared/protocol/events.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const CHANNEL = 'shop.catalogue';

const content = (version: number): CatalogueContent => ({
  version,
  at: version * 1_000,
  by: 'admin',
  differences: '[]',
  changed: 1,
  document: `{"of":${version}}`,
});

const told = (version: number) => ({
  channel: CHANNEL,
  message: createMessage({
    id: `m${version}`,
    event: 'catalogue_changed',
    uri: null,
    seqno: version,
    at: version * 1_000,
  }),
});

describe.each(STORES)('the catalogue store on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    await store.merchants.put(MERCHANT);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const { id: MINE } = MERCHANT;
  const put = (version: number, dropTo = 0, moves: Partial<PictureMoves> = {}) =>
    store.catalogues.put(MINE, content(version), told(version), dropTo, {
      taken: [],
      left: [],
      ...moves,
    });

  it('lets one of several people write a version, and tells the tills once', async () => {
    const heard: string[] = [];
    store.channels.onEvents((merchantId, channel) => heard.push(`${merchantId} ${channel}`));
    const all = await Promise.all([put(1), put(1), put(1)]);
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(heard).toEqual([`${MINE} ${CHANNEL}`]);
    const events = await store.channels.read(MINE, CHANNEL, 0, 10);
    expect(events.map(({ message }) => message.meta.seqno)).toEqual([1]);
  });

  it('keeps the newest message of the channel only', async () => {
    for (const version of [1, 2, 3]) await put(version);
    const events = await store.channels.read(MINE, CHANNEL, 0, 10);
    expect(events.map(({ seq, message }) => [seq, message.meta.seqno])).toEqual([[3, 3]]);
  });

  it('keeps the newest 10,000 versions, however many a program makes', async () => {
    const { catalogueHistoryKept: kept } = LIMITS;
    for (const version of [1, 2, kept, kept + 1]) await put(version);
    const after = await store.catalogues.history(MINE, kept + 9, 10);
    expect(after.map(({ version }) => version)).toEqual([kept + 1, kept, 2]);
  });

  it('keeps every version, and the documents of the newest ones', async () => {
    for (const version of [1, 2, 3]) await put(version, version - 2);
    expect(await store.catalogues.newest(MINE)).toEqual(content(3));
    expect(await store.catalogues.read(MINE, 2)).toEqual(content(2));
    expect(await store.catalogues.read(MINE, 1)).toEqual({ ...content(1), document: null });
    const numbers = (await store.catalogues.history(MINE, 3, 10)).map(({ version }) => version);
    expect(numbers).toEqual([2, 1]);
    expect(await store.catalogues.newest('other')).toBeNull();
  });

  it('keeps the pictures of a shop by their names', async () => {
    const picture = { type: 'image/png', image: new Uint8Array([1, 2, 3]) };
    await store.catalogues.putPicture(MINE, 'a.png', picture, 1);
    await store.catalogues.putPicture(MINE, 'a.png', picture, 1);
    expect(await store.catalogues.storedPictures(MINE)).toEqual({ count: 1, bytes: 3 });
    expect(await store.catalogues.storedPictures('other')).toEqual({ count: 0, bytes: 0 });
    const stored = await store.catalogues.picture(MINE, 'a.png');
    expect([stored?.type, ...(stored?.image ?? [])]).toEqual(['image/png', 1, 2, 3]);
    expect(await store.catalogues.pictures(MINE, ['b.png', 'a.png'])).toEqual(['a.png']);
    expect(await store.catalogues.picture('other', 'a.png')).toBeNull();
  });

  describe('a picture', () => {
    const picture = { type: 'image/png', image: new Uint8Array(4) };
    const add = (name: string, at: number) => store.catalogues.putPicture(MINE, name, picture, at);
    const names = () => store.catalogues.pictures(MINE, ['a.png', 'b.png', 'c.png']);
    const sweep = (before: number, limit = 10) => store.catalogues.sweepPictures(before, limit);

    it('that no version has used for long is removed, and one that was sent again is not', async () => {
      for (const name of ['a.png', 'b.png', 'c.png']) await add(name, 100);
      await add('b.png', 200);
      expect([await sweep(100), await names()]).toEqual([0, ['a.png', 'b.png', 'c.png']]);
      expect([await sweep(200, 1), await sweep(200, 1), await sweep(200, 1)]).toEqual([1, 1, 0]);
      expect(await names()).toEqual(['b.png']);
    });

    it('stays as long as a kept version uses it, and some time after that', async () => {
      await add('a.png', 1);
      await put(1, 0, { taken: ['a.png'] });
      await put(2, 0, { left: ['a.png'] });
      expect(await sweep(1_000_000)).toBe(0);
      await put(3, 1);
      // Version 1 is not kept any more since the third second.
      expect([await sweep(3_000), await sweep(3_001)]).toEqual([0, 1]);
      expect(await names()).toEqual([]);
    });

    it('that no version has ever used grows no younger by new versions', async () => {
      await add('a.png', 1);
      await put(1, 1);
      expect([await sweep(2), await names()]).toEqual([1, []]);
    });

    it('that is taken again is used again', async () => {
      await add('a.png', 1);
      await put(1, 0, { taken: ['a.png'] });
      await put(2, 1, { left: ['a.png'] });
      await put(3, 2, { taken: ['a.png'] });
      expect([await sweep(1_000_000), await names()]).toEqual([0, ['a.png']]);
    });

    it('that is sent again while a version uses it stays used', async () => {
      await add('a.png', 1);
      await put(1, 0, { taken: ['a.png'] });
      await add('a.png', 2);
      expect([await sweep(1_000_000), await names()]).toEqual([0, ['a.png']]);
    });

    it('that was removed meanwhile cannot be used, and nothing of the version is written', async () => {
      await add('a.png', 1);
      await add('b.png', 1);
      await Promise.all([sweep(10, 1), put(1, 0, { taken: ['a.png', 'b.png'] })]);
      const left = await names();
      const version = await store.catalogues.newestVersion(MINE);
      // Either the sweep was first or the version.
      expect([left.length, version]).toEqual(version === 0 ? [1, 0] : [2, 1]);
      expect(await put(version + 1, 0, { taken: ['gone.png'] })).toBe(false);
      expect(await store.catalogues.newestVersion(MINE)).toBe(version);
    });
  });

  it('keeps what each till said last, whatever the order in which it is written', async () => {
    const seen = { posId: 'kasse-1', version: 2, problem: null, at: 2_000 };
    await store.catalogues.note(MINE, seen);
    await store.catalogues.note(MINE, { ...seen, version: 1, at: 1_000 });
    await store.catalogues.note(MINE, { ...seen, posId: 'kasse-2', problem: 'It is bad.' });
    expect(await store.catalogues.seen(MINE, 10)).toEqual([
      seen,
      { ...seen, posId: 'kasse-2', problem: 'It is bad.' },
    ]);
  });
});
