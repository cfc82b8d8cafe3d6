import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { createBillHost } from '../../support/bill-host.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, stock } from './goods-shop.ts';
import { NOW, view } from './sales.ts';
import { scan } from './scan.ts';
import { BACK_OFFICE, SUPERVISED } from './staff-history-day.ts';

/* A supervisor moves the keys of categories and items. */

const SHOP = demoShop();
const WORDS = CASHIER_WORDS.en;
const { cashier, key, page, word, open } = openTill();

const product = (name: string) => page().locator('.product', { hasText: name });
const grip = (name: string) => page().getByRole('button', { name: WORDS.reorder(name) });
const names = (list: string) => () => page().locator(`.order-${list} .order-entry`).allInnerTexts();
const items = names('items');
const sent = async () => (await cashier().commands()).filter((one) => one.type === 'change_goods');
const save = () => key('Save order');
const move = (id: string, before: string | null, list = 'products') => ({
  ...{ kind: 'move', list, id, before },
});

async function startOrder(): Promise<void> {
  await stock(
    cashier(),
    SHOP,
    {},
    view([]),
    createBillHost(() => NOW),
  );
  await key('Items').click();
  await product('Espresso').click({ button: 'right' });
  await key('Order of the keys').click();
  await word('Order of the keys');
}
beforeEach(startOrder);

const namesOf = (catalogue: typeof SHOP.catalogue) => catalogue.products.map(({ name }) => name.en);

it('by the keyboard: the handle keeps the focus, a reader hears the place, and one command saves all of it', async () => {
  const [first = '', second = '', third = ''] = namesOf(SHOP.catalogue);
  expect(await save().getAttribute('aria-disabled')).toBe('true');
  await grip(first).focus();
  await page().keyboard.press('ArrowRight');
  await expect.poll(items).toEqual([second, first, third, ...namesOf(SHOP.catalogue).slice(3)]);
  expect(await grip(first).evaluate((one) => one === document.activeElement)).toBe(true);
  const count = SHOP.catalogue.products.length;
  await page()
    .getByText(WORDS.moved(first, 2, count))
    .waitFor({ state: 'attached' });
  await page().keyboard.press('End');
  await expect.poll(async () => (await items()).at(-1)).toBe(first);
  await page().keyboard.press('ArrowDown');
  await grip('Cold').focus();
  await page().keyboard.press('Home');
  await expect.poll(names('categories')).toEqual(['Cold', 'Hot', 'Food', 'Other']);
  expect(await sent()).toEqual([]);
  await save().click();
  await product('Espresso').waitFor();
  const [{ id = '' } = {}] = SHOP.catalogue.products;
  const changes = [move(id, null), move('cold', 'hot', 'categories')];
  expect(await sent()).toEqual([{ type: 'change_goods', version: GOODS.catalogue, changes }]);
});

it('in a category: the other items keep their places', async () => {
  await page().locator('.order-category', { hasText: 'Cold' }).click();
  const cold = SHOP.catalogue.products.filter(({ category }) => category === 'cold');
  await expect.poll(items).toEqual(cold.map(({ name }) => name.en));
  await grip(cold.at(-1)?.name.en ?? '').focus();
  await page().keyboard.press('Home');
  await save().click();
  await product(cold[0]?.name.en ?? '').waitFor();
  expect(await sent()).toMatchObject([
    { changes: [move(cold.at(-1)?.id ?? '', cold[0]?.id ?? '')] },
  ]);
});

async function dragged(from: string, to: string, pointer: 'mouse' | 'finger'): Promise<void> {
  const [a, b] = [
    await grip(from).boundingBox(),
    await page().locator('.order-entry', { hasText: to }).boundingBox(),
  ];
  if (a === null || b === null) throw new Error('the keys are not drawn');
  const start = { x: a.x + a.width / 2, y: a.y + a.height / 2 };
  const end = { x: b.x + b.width * 0.2, y: b.y + b.height / 2 };
  await (pointer === 'mouse' ? byMouse : byFinger)(page(), start, end);
}
type Point = { readonly x: number; readonly y: number };

async function byMouse({ mouse }: Page, start: Point, end: Point): Promise<void> {
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 8 });
  await mouse.up();
}

async function byFinger(of: Page, start: Point, end: Point): Promise<void> {
  const session = await of.context().newCDPSession(of);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
    const x = start.x + (end.x - start.x) * part;
    const y = start.y + (end.y - start.y) * part;
    await touch('touchMove', [{ x, y }]);
  }
  await touch('touchEnd', []);
  await session.detach();
}

it.each(['mouse', 'finger'] as const)('by dragging with the %s', async (pointer) => {
  await page().setViewportSize({ width: 1024, height: 600 });
  const [first = '', second = '', third = '', fourth = '', ...rest] = namesOf(SHOP.catalogue);
  await dragged(fourth, second, pointer);
  await expect.poll(items).toEqual([first, fourth, second, third, ...rest]);
});

it('stays when another screen changes the catalogue meanwhile, and is saved on the new one', async () => {
  const [first, second, ...rest] = SHOP.catalogue.products;
  if (first === undefined || second === undefined) throw new Error('the demo sells more');
  await grip(first.name.en).focus();
  await page().keyboard.press('ArrowRight');
  await cashier().answerTo('change_goods', refuseTill('items_changed'));
  await save().click();
  await page().getByText(WORDS.problems.items_changed).waitFor();
  // The other screen has removed an item and made a new one.
  const added = { ...second, id: 'smoothie', name: { ...second.name, en: 'Smoothie' } };
  const products = [first, second, ...rest.slice(1), added];
  await cashier().sell({ ...SHOP.catalogue, products });
  await cashier().show(view([]), {}, { ...GOODS, catalogue: 'v2' });
  const wanted = [second, first, ...rest.slice(1), added].map(({ name }) => name.en);
  await expect.poll(items).toEqual(wanted);
  await cashier().answerTo('change_goods', { ok: true, value: null });
  await save().click();
  await product('Smoothie').waitFor();
  expect((await sent()).at(-1)).toMatchObject({
    version: 'v2',
    changes: [move(first.id, rest[1]?.id ?? null)],
  });
});

it('leaves the sale and what was scanned meanwhile as they are', async () => {
  await scan(page(), '7000000000024');
  await page().locator('.basket-line', { hasText: 'Still water' }).waitFor();
  await word('Order of the keys');
  await page().keyboard.type('5');
  await page().keyboard.press('Escape');
  await product('Espresso').waitFor();
  expect(await page().locator('.basket-line').count()).toBe(1);
  expect(await page().locator('.goods-quantity').count()).toBe(0);
});

it('ends when a cashier stands at the till', async () => {
  cashier().backOffice(SUPERVISED);
  await cashier().show(view([]), {}, GOODS);
  cashier().backOffice(BACK_OFFICE);
  await cashier().show(view([]), {}, GOODS);
  await product('Espresso').waitFor();
  await open();
});
