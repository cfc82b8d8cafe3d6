import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../main/host/adapters/machine.ts';
import { CATALOGUE_FILE, type CatalogueRead } from '../../../../main/host/goods/catalogue-file.ts';
import { openGoods } from '../../../../main/host/goods/goods.ts';
import { withPictures } from '../../../../main/host/goods/pictures.ts';
import { catalogueOf } from '../../../../shared/catalogue/schema.ts';
import { money } from '../../../../shared/money/money.ts';
import { createPictures } from '../../../../shared/node/pictures/pictures.ts';
import type { CatalogueDocument } from '../../../../shared/protocol/catalogue-document.ts';
import { refuseTill } from '../../../../shared/refusals/till-problem.ts';
import { dispatchOf, idIn, SCREEN } from '../../../support/host-commands.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';

/** The goods of a till with this catalogue file. */
function goodsOf(file: string | null) {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-goods-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  if (file !== null) writeFileSync(join(directory, CATALOGUE_FILE), file);
  const said: string[] = [];
  const goods = openGoods({
    directory,
    posId: 'kasse-1',
    pictures: createPictures(systemClock),
    report: (sentence) => said.push(sentence),
  });
  const { terminal } = createScriptedTerminal();
  const run = dispatchOf(terminal, { goods });
  return {
    directory,
    goods,
    said,
    run,
    file: (): unknown => JSON.parse(readFileSync(join(directory, CATALOGUE_FILE), 'utf8')),
    read: () => run({ type: 'read_goods' }),
  };
}

type Shop = NonNullable<Parameters<typeof openGoods>[0]['shop']>;

/** The goods of a till whose shop makes its changes and pictures, and answers as `answers` says. */
function goodsOfShop(answers: Partial<Omit<Shop, 'subscribe'>>) {
  const goods = openGoods({
    directory: tmpdir(),
    posId: 'kasse-1',
    pictures: createPictures(systemClock),
    report: () => undefined,
    shop: {
      current: () => ({ kind: 'wrong', problem: '' }),
      subscribe: () => () => true,
      mayChange: true,
      change: async () => 'done',
      addPicture: async () => ({ kind: 'no_key' }),
      ...answers,
    },
  });
  onTestFinished(goods.stop);
  return goods;
}

it('of a till with a catalogue are read by a screen when their version changes', async () => {
  const tea = { id: 'tea', name: 'Tea', price: 3_400 };
  const { goods, read } = goodsOf(JSON.stringify({ categories: [], products: [tea] }));
  expect(goods.view()).toEqual({
    catalogue: expect.any(String),
    problem: null,
    changes: 'possible',
  });
  expect(await read()).toMatchObject({
    ok: true,
    value: { catalogue: { products: [{ id: 'tea', price: 3_400 }] } },
  });
  expect(goods.named('tea')).toMatchObject({ en: 'Tea' });
  expect(goods.named('coffee')).toBeNull();
});

it('of a till without a valid catalogue are refused, and the operator reads why', async () => {
  const { goods, said, read } = goodsOf('{"categories":[],"products":[{"id":"tea"}]}');
  expect(await read()).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
  expect(goods.view()).toMatchObject({
    catalogue: null,
    problem: expect.stringMatching(/products.0/),
  });
  expect(said).toHaveLength(1);
  const bare = dispatchOf(createScriptedTerminal().terminal);
  expect(await bare({ type: 'read_goods' })).toMatchObject({ ok: false });
});

it('of a till without a catalogue in its service are changed in its own file', async () => {
  const tea = { id: 'tea', name: 'Tea', price: 3_400 };
  const { goods, run, file } = goodsOf(JSON.stringify({ categories: [], products: [tea] }));
  let swaps = 0;
  goods.subscribe(() => {
    swaps += 1;
  });
  const seen = goods.view().catalogue;
  const change = { kind: 'set_price', id: 'tea', price: 3_600 };
  const order = { type: 'change_goods', version: seen, changes: [change] };
  expect(await run(order)).toEqual({ ok: true, value: null });
  expect([file(), swaps]).toEqual([{ categories: [], products: [{ ...tea, price: 3_600 }] }, 1]);
  expect(goods.view().catalogue).not.toBe(seen);
  // A repeat after a lost answer does nothing twice; anything else was not decided on this version.
  expect([await run(order), swaps]).toEqual([{ ok: true, value: null }, 1]);
  const old = { ...order, changes: [{ ...change, price: 3_700 }] };
  expect(await run(old)).toMatchObject({ refusal: refuseTill('items_changed').refusal });
  const gone = { ...order, version: goods.view().catalogue, changes: [{ ...change, id: 'cake' }] };
  expect(await run(gone)).toMatchObject({ refusal: refuseTill('items_wrong').refusal });
  expect(swaps).toBe(1);
});

it('of a till are read as they are written, with those that other points of sale sell', async () => {
  const tea = { id: 'tea', name: { en: 'Tea', nb: 'Te' }, price: 3_400, for_sale_at: ['kasse-2'] };
  const document = { categories: [], products: [tea] };
  const { goods, run } = goodsOf(JSON.stringify(document));
  expect(await run({ type: 'read_catalogue' })).toEqual({
    ok: true,
    value: { version: goods.view().catalogue, document },
  });
});

it('of a till take a new group of options with the item that asks for it, or neither', async () => {
  const tea = { id: 'tea', name: 'Tea', price: 3_400 };
  const { goods, run, file } = goodsOf(JSON.stringify({ categories: [], products: [tea] }));
  const milk = {
    id: 'milk',
    name: 'Milk',
    min: 0,
    max: 1,
    options: [{ id: 'oat', name: 'Oat', surcharge: 600 }],
  };
  const item = { kind: 'put_product', product: { ...tea, options: ['milk'] } };
  const group = { kind: 'put_option_group', option_group: milk };
  const send = (...changes: readonly object[]) =>
    run({ type: 'change_goods', version: goods.view().catalogue, changes });
  expect(await send(item)).toMatchObject({ refusal: refuseTill('items_wrong').refusal });
  expect(await send(group, item)).toEqual({ ok: true, value: null });
  expect(file()).toEqual({ categories: [], option_groups: [milk], products: [item.product] });
});

it('are never more than the till reads at its next start', async () => {
  // The till writes a line for each of these ids, so its own file is larger than this one.
  const tills = Array.from({ length: 99 }, (_, place) => `k${place}`);
  const products = Array.from({ length: 400 }, (_, place) => ({
    ...{ id: `p${place}`, name: 'Tea', price: 100 },
    for_sale_at: ['kasse-1', ...tills],
  }));
  const { goods, run, read } = goodsOf(JSON.stringify({ categories: [], products }));
  expect(await read()).toMatchObject({ ok: true });
  const change = { kind: 'set_price', id: 'p1', price: 200 };
  const order = { type: 'change_goods', version: goods.view().catalogue, changes: [change] };
  expect(await run(order)).toMatchObject({ refusal: refuseTill('items_wrong').refusal });
  expect(await read()).toMatchObject({ value: { catalogue: { products: { 1: { price: 100 } } } } });
});

describe('a picture', () => {
  const image = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

  it('is written anew by a till that keeps its items itself, and a file that is none is refused', async () => {
    const { directory, run } = goodsOf('{"categories":[],"products":[]}');
    const assets = withPictures(new Map(), directory);
    const picture = PNG.sync.write(new PNG({ width: 640, height: 2 }));
    const added = await run({ type: 'add_picture', image: image(picture) });
    const shown = assets.get(`pictures/${idIn(added)}`);
    expect(shown?.type).toBe('image/png');
    expect(PNG.sync.read(Buffer.from(shown?.body ?? '')).width).toBe(320);
    for (const bytes of [Buffer.from('<svg/>'), picture.subarray(0, 40)]) {
      expect(await run({ type: 'add_picture', image: image(bytes) })).toEqual(
        refuseTill('picture_wrong'),
      );
    }
    expect(readdirSync(join(directory, 'pictures'))).toEqual([idIn(added)]);
  });

  it.each([
    [
      { kind: 'added', name: 'a.png' },
      { ok: true, value: { id: 'a.png' } },
    ],
    [{ kind: 'wrong' }, refuseTill('picture_wrong')],
    [{ kind: 'later' }, refuseTill('picture_later')],
    [{ kind: 'no_room' }, refuseTill('picture_no_room')],
    [{ kind: 'no_key' }, refuseTill('items_need_key')],
    [{ kind: 'no_answer' }, refuseTill('items_offline')],
  ] as const)('of a shop is written anew by its service: %o', async (added, answer) => {
    const images: string[] = [];
    const goods = goodsOfShop({
      addPicture: async (sent) => {
        images.push(sent);
        return added;
      },
    });
    expect(await goods.commands.add_picture({ image: 'aGVq' }, SCREEN)).toEqual(answer);
    expect(images).toEqual(['aGVq']);
  });
});

it('of a till are changed together or not at all, and so is the order of its keys', async () => {
  const ids = ['tea', 'bun', 'cake'];
  const products = ids.map((id) => ({ id, name: id, price: 3_400 }));
  const { goods, run, file } = goodsOf(JSON.stringify({ categories: [], products }));
  const move = (id: string, before: string | null) =>
    ({ kind: 'move', list: 'products', id, before }) as const;
  const change = (...changes: readonly unknown[]) =>
    run({ type: 'change_goods', version: goods.view().catalogue, changes });
  expect(await change(move('cake', 'tea'), move('tea', null))).toEqual({ ok: true, value: null });
  const ordered = { products: [{ id: 'cake' }, { id: 'bun' }, { id: 'tea' }] };
  expect(file()).toMatchObject(ordered);
  expect(await change(move('tea', 'cake'), move('tea', 'gone'))).toMatchObject({
    refusal: refuseTill('items_wrong').refusal,
  });
  expect(file()).toMatchObject(ordered);
});

it.each([
  ['done', null],
  ['changed_meanwhile', 'items_changed'],
  ['no_answer', 'items_offline'],
  ['no_key', 'items_need_key'],
  ['wrong', 'items_wrong'],
] as const)('of a shop are changed in its service: %s', async (done, problem) => {
  const orders: unknown[] = [];
  const goods = goodsOfShop({
    change: async (version, order) => {
      orders.push([version, order]);
      return done;
    },
  });
  const change = { kind: 'set_sold_out', id: 'tea', sold_out: true } as const;
  const answer = await goods.commands.change_goods(
    { version: 'shop-4', changes: [change] },
    { at: 'screen', giver: { name: 'Kari', role: 'supervisor' } },
  );
  expect(orders).toEqual([['shop-4', { changes: [change], person: 'Kari' }]]);
  const wanted = problem === null ? { ok: true, value: null } : refuseTill(problem);
  expect(answer).toEqual(wanted);
});

it('say before anything is typed that this till may not change those of the shop, and may change its own', () => {
  const changesOf = (shop: Parameters<typeof goodsOfShop>[0]) => goodsOfShop(shop).view().changes;
  expect(changesOf({ mayChange: true })).toBe('possible');
  expect(changesOf({ mayChange: false })).toBe('no_key');
  expect(changesOf({ mayChange: false, current: () => null })).toBe('possible');
});

it('of a till are its own while the shop only makes rules, and the shop’s from its first product on', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-goods-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const tea = { id: 'tea', name: 'Tea', price: 3_400 };
  const file = { categories: [], products: [tea], rules: { day_ends_at: '03:00' } };
  writeFileSync(join(directory, CATALOGUE_FILE), JSON.stringify(file));
  const ofShop = (version: number, products: CatalogueDocument['products']): CatalogueRead => {
    const document = { categories: [], products, rules: { day_ends_at: '04:00' } };
    const catalogue = catalogueOf(document);
    return { kind: 'read', catalogue, document, version: `shop-${version}` };
  };
  let current: CatalogueRead | null = null;
  const changed: string[] = [];
  const goods = openGoods({
    directory,
    posId: 'kasse-1',
    pictures: createPictures(systemClock),
    report: () => undefined,
    shop: {
      current: () => current,
      subscribe: () => () => true,
      mayChange: true,
      change: async (version) => {
        changed.push(version);
        return 'done';
      },
      addPicture: async () => ({ kind: 'no_key' }),
    },
  });
  const own = goods.view().catalogue;
  expect(goods.rules()).toEqual({ day_ends_at: '03:00' });
  current = ofShop(1, []);
  expect([goods.view().catalogue, goods.rules()]).toEqual([own, { day_ends_at: '04:00' }]);
  expect(goods.named('tea')).toMatchObject({ en: 'Tea' });
  const dearer = { kind: 'set_price', id: 'tea', price: money(3_600) } as const;
  expect(
    await goods.commands.change_goods({ version: own ?? '', changes: [dearer] }, SCREEN),
  ).toMatchObject({
    ok: true,
  });
  expect(changed).toEqual([]);
  current = ofShop(2, [{ id: 'bun', name: 'Bun', price: money(4_500) }]);
  expect(goods.named('tea')).toBeNull();
  await goods.commands.change_goods(
    { version: 'shop-2', changes: [{ ...dearer, id: 'bun' }] },
    SCREEN,
  );
  expect(changed).toEqual(['shop-2']);
  goods.stop();
});
