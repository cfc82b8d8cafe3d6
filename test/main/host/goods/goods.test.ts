import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CATALOGUE_FILE, type CatalogueRead } from '../../../../main/host/goods/catalogue-file.ts';
import { openGoods } from '../../../../main/host/goods/goods.ts';
import { DEVICE_SCREEN } from '../../../../main/host/screens/screens.ts';
import { catalogueOf } from '../../../../shared/catalogue/schema.ts';
import { money } from '../../../../shared/money/money.ts';
import type { CatalogueDocument } from '../../../../shared/protocol/catalogue-document.ts';
import { refuseTill } from '../../../../shared/refusals/till-problem.ts';
import { dispatchOf, SCREEN } from '../../../support/host-commands.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';

const PORTAL = 'http://127.0.0.1:1/m/catalogue/';

/** The goods of a till with this catalogue file. */
function goodsOf(file: string | null) {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-goods-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  if (file !== null) writeFileSync(join(directory, CATALOGUE_FILE), file);
  const said: string[] = [];
  const goods = openGoods({
    directory,
    posId: 'kasse-1',
    portal: PORTAL,
    shop: null,
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

/** The goods of a till whose shop makes its changes, and answers as `answers` says. */
function goodsOfShop(answers: Partial<Omit<Shop, 'subscribe'>>) {
  const goods = openGoods({
    directory: tmpdir(),
    posId: 'kasse-1',
    portal: PORTAL,
    report: () => undefined,
    shop: {
      current: () => ({ kind: 'wrong', problem: '' }),
      subscribe: () => () => true,
      mayChange: true,
      change: async () => 'done',
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
    portal: null,
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
  const order = { type: 'change_goods', version: seen, change };
  expect(await run(order)).toEqual({ ok: true, value: null });
  expect([file(), swaps]).toEqual([{ categories: [], products: [{ ...tea, price: 3_600 }] }, 1]);
  expect(goods.view().catalogue).not.toBe(seen);
  // A repeat after a lost answer does nothing twice; anything else was not decided on this version.
  expect([await run(order), swaps]).toEqual([{ ok: true, value: null }, 1]);
  const old = { ...order, change: { ...change, price: 3_700 } };
  expect(await run(old)).toMatchObject({ refusal: refuseTill('items_changed').refusal });
  const gone = { ...order, version: goods.view().catalogue, change: { ...change, id: 'cake' } };
  expect(await run(gone)).toMatchObject({ refusal: refuseTill('items_wrong').refusal });
  expect(swaps).toBe(1);
});

it('of a till take a new item with what its window asks, and no change of the portal', async () => {
  const tea = { id: 'tea', name: 'Tea', price: 3_400 };
  const { goods, run, file } = goodsOf(JSON.stringify({ categories: [], products: [tea] }));
  const bun = { id: '1234-5678', name: 'Bun', price: 4_500, vat_rate: '0.15' };
  const send = (change: object) =>
    run({ type: 'change_goods', version: goods.view().catalogue, change });
  for (const refused of [
    { kind: 'put_product', product: { ...bun, picture: 'bun.png' } },
    { kind: 'put_option_group', option_group: { id: 'milk', name: 'Milk', options: [] } },
    { kind: 'move', list: 'products', id: 'tea', before: null },
    { kind: 'remove_product', id: 'tea' },
  ]) {
    expect(await send(refused)).toMatchObject({ refusal: { type: 'validation_error' } });
  }
  expect(file()).toMatchObject({ products: [tea] });
  expect(await send({ kind: 'put_product', product: bun })).toEqual({ ok: true, value: null });
  expect(file()).toEqual({ categories: [], products: [tea, bun] });
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
  const order = { type: 'change_goods', version: goods.view().catalogue, change };
  expect(await run(order)).toMatchObject({ refusal: refuseTill('items_wrong').refusal });
  expect(await read()).toMatchObject({ value: { catalogue: { products: { 1: { price: 100 } } } } });
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
    { version: 'shop-4', change },
    {
      at: 'screen',
      screen: DEVICE_SCREEN,
      giver: { id: 'kari', name: 'Kari', role: 'supervisor' },
    },
  );
  expect(orders).toEqual([['shop-4', { change, person: 'Kari' }]]);
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
    portal: PORTAL,
    report: () => undefined,
    shop: {
      current: () => current,
      subscribe: () => () => true,
      mayChange: true,
      change: async (version) => {
        changed.push(version);
        return 'done';
      },
    },
  });
  const own = goods.view().catalogue;
  expect(goods.rules()).toEqual({ day_ends_at: '03:00' });
  current = ofShop(1, []);
  expect([goods.view().catalogue, goods.rules()]).toEqual([own, { day_ends_at: '04:00' }]);
  expect(goods.named('tea')).toMatchObject({ en: 'Tea' });
  expect(goods.view().portal).toBeNull();
  const dearer = { kind: 'set_price', id: 'tea', price: money(3_600) } as const;
  expect(
    await goods.commands.change_goods({ version: own ?? '', change: dearer }, SCREEN),
  ).toMatchObject({
    ok: true,
  });
  expect(changed).toEqual([]);
  current = ofShop(2, [{ id: 'bun', name: 'Bun', price: money(4_500) }]);
  expect(goods.named('tea')).toBeNull();
  expect(goods.view().portal).toBe(PORTAL);
  await goods.commands.change_goods(
    { version: 'shop-2', change: { ...dearer, id: 'bun' } },
    SCREEN,
  );
  expect(changed).toEqual(['shop-2']);
  goods.stop();
});
