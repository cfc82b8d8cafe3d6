import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogueContent } from '../../../service/store/catalogue-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { createMessage } from '../../../shared/protocol/events.ts';
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
  const put = (version: number, dropTo = 0) =>
    store.catalogues.put(MINE, content(version), told(version), dropTo);

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
    await store.catalogues.putPicture(MINE, 'a.png', picture);
    await store.catalogues.putPicture(MINE, 'a.png', picture);
    const stored = await store.catalogues.picture(MINE, 'a.png');
    expect([stored?.type, ...(stored?.image ?? [])]).toEqual(['image/png', 1, 2, 3]);
    expect(await store.catalogues.pictures(MINE, ['b.png', 'a.png'])).toEqual(['a.png']);
    expect(await store.catalogues.picture('other', 'a.png')).toBeNull();
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
