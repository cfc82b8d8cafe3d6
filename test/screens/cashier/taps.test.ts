import { describe, expect, it } from 'vitest';
import type { Command } from '../../../shared/device/commands/table.ts';
import { PIN_DIGITS } from '../../../shared/device/staff/pin-lockout.ts';
import { tenderId } from '../../../shared/ids/host-ids.ts';
import { BOOKS, cashHost } from './books-shop.ts';
import { openTill } from './fixture.ts';
import { demoShop, filledHost, stock, tablesHost } from './goods-shop.ts';
import { refundOneLine } from './refund-one-line.ts';
import { NOW, STATES, sale, view } from './sales.ts';
import { BACK_OFFICE, PAID, SOLD, SUPERVISED } from './staff-history-day.ts';

/* The number of taps of a cashier, and the first key pressed in every idle state. */

const SHOP = demoShop();
const till = openTill();
const { amount, cashier, key, page, sent } = till;

let taps = 0;
async function tap(name: string | RegExp): Promise<void> {
  await key(name).click();
  taps += 1;
}
/** A finger on a key of an item for a while, which the browser tells as the event of a menu. */
async function longPress(product: string): Promise<void> {
  await page().locator('.product', { hasText: product }).click({ button: 'right' });
  taps += 1;
}
const inDialog = (name: string | RegExp) =>
  page()
    .getByRole('dialog')
    .getByRole('button', { name, exact: typeof name === 'string' });
async function tapInDialog(name: string | RegExp): Promise<void> {
  await inDialog(name).click();
  taps += 1;
}

describe('the number of taps', () => {
  it('is at most 5 from an idle till to the code of kr 125,00', async () => {
    taps = 0;
    for (const name of ['1', '2', '5', 'Double zero', /^Show QR code/]) await tap(name);
    await expect.poll(() => sent('pay_bill')).toMatchObject([{ amount: 12_500 }]);
    expect(taps).toBeLessThanOrEqual(5);
  });

  it('is at most 4 for three goods if the keypad shows goods', async () => {
    await stock(cashier(), SHOP);
    // The till keeps the pane that the cashier selected, also for the next sale.
    await key('Items').click();
    taps = 0;
    for (const name of [/Flat white/, /Cinnamon bun/, /Espresso/, /^Show QR code/]) await tap(name);
    await expect.poll(() => sent('pay_bill')).toMatchObject([{ amount: 12_600 }]);
    expect(taps).toBeLessThanOrEqual(4);
    await cashier().show(view([]));
    await page().locator('.product').first().waitFor();
  });

  it('is at most 5 for three goods and exact cash, and none from there to the next sale', async () => {
    const host = cashHost([]);
    cashier().books(BOOKS);
    await stock(cashier(), SHOP, {}, view([]), host);
    await key('Items').click();
    taps = 0;
    for (const name of [/Flat white/, /Cinnamon bun/, /Espresso/, 'Cash', /^Exact/])
      await tap(name);
    await page().locator('.till-tendered').waitFor();
    expect(taps).toBeLessThanOrEqual(5);
    await key(/Espresso/).click();
    await page().locator('.basket-line', { hasText: 'Espresso' }).waitFor();
    expect(await page().locator('.basket-line').count()).toBe(1);
    expect(await page().locator('.till-tendered').count()).toBe(0);
  });

  it('is at most 6 to hold a payment by phone and take the next customer in cash', async () => {
    cashier().books(BOOKS);
    const host = cashHost([]);
    await stock(cashier(), SHOP, {}, view([]), host);
    await key('Items').click();
    taps = 0;
    await tap(/Flat white/);
    await tap(/^Show QR code/);
    await expect.poll(async () => (await sent('pay_bill')).length).toBe(1);
    const [{ id }] = (await sent('pay_bill')) as [Command & { type: 'pay_bill' }];
    const bill = { bill: host.named(null)?.id ?? '', tender: tenderId(id) };
    const asked = (aside: boolean) =>
      view([
        sale({ kind: 'waiting_approval', expires: NOW }, { actions: ['set_aside'], bill, aside }),
      ]);
    await cashier().show(asked(false));
    await tap('Put on hold, next customer');
    await cashier().show(asked(true));
    await tap(/Espresso/);
    await tap('Cash');
    await tap(/^Exact/);
    await page().locator('.till-tendered').waitFor();
    expect(taps).toBeLessThanOrEqual(6);
  });

  it('is at most 7 to let one guest of a table pay apart', async () => {
    const host = tablesHost();
    await stock(cashier(), SHOP, {}, view([]), host);
    taps = 0;
    await tap('3 bills');
    await page().locator('.list-row', { hasText: 'Table 4' }).click();
    await page().locator('.basket-line', { hasText: 'Flat white' }).click();
    taps += 2;
    for (const name of ['New bill', 'Move lines', /^Show QR code/]) await tap(name);
    await expect.poll(() => host.named(null)?.tenders).toMatchObject([{ amount: 5_200 }]);
    expect(taps).toBeLessThanOrEqual(7);
  });

  it('is at most 3 to ask for the first of three shares', async () => {
    const host = tablesHost();
    await stock(cashier(), SHOP, {}, view([]), host);
    await key('3 bills').click();
    await page().locator('.list-row', { hasText: 'Table 4' }).click();
    await key('Open bill').click();
    taps = 0;
    for (const name of ['Split', '3 shares', /^Show QR code/]) await tap(name);
    await expect.poll(() => host.bill('t4').tenders).toMatchObject([{ amount: 7_967 }]);
    expect(taps).toBeLessThanOrEqual(3);
  });

  it('is at most 4 for ten per cent off a line, with its reason', async () => {
    const host = filledHost();
    await stock(cashier(), SHOP, {}, view([]), host);
    await page().locator('.basket-picked').waitFor();
    taps = 0;
    for (const name of ['Line discount', '10%', 'Regular customer', 'Apply 10% discount'])
      await tap(name);
    await expect.poll(() => host.bill('b1').lines[0]?.discounts.length).toBe(1);
    expect(taps).toBeLessThanOrEqual(4);
  });

  it('is at most 8 for a refund with a PIN, which also approves it', async () => {
    cashier().backOffice(SUPERVISED);
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    await cashier().show(view([PAID]));
    taps = 0;
    await tap('Sales');
    await page().locator('.list-row').first().click();
    taps += 1;
    await tap('Refund');
    for (const digit of ['4', '7', '1', '1']) await tap(digit);
    await tap(/^Refund kr/);
    await expect.poll(() => sent('refund')).toEqual([{ type: 'refund', approvalId: 'word-1' }]);
    expect(await sent('approve')).toMatchObject([{ pin: '4711', amount: 12_500 }]);
    expect(PIN_DIGITS.min).toBe(4);
    expect(taps).toBeLessThanOrEqual(8);
  });

  it('is at most 8 from the list of sales for the refund of one line of three', async () => {
    cashier().backOffice(SUPERVISED);
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('refundable', { ok: true, value: SOLD });
    await cashier().show(view([PAID]));
    await key('Sales').click();
    await page().locator('.list-row').first().click();
    expect(1 + (await refundOneLine(till))).toBeLessThanOrEqual(8);
  });

  it.each([
    ['sold out in 2', 2, [/^Mark as sold out/], ''],
    ['with another price in 5', 5, [/^Save price/], '31'],
  ])('makes an item %s at most, with a long press as one', async (_, most, names, typed) => {
    await stock(cashier(), SHOP);
    await key('Items').click();
    taps = 0;
    await longPress('Espresso');
    // The digits of the price are not counted; the first one replaces the old price.
    for (const digit of typed) await inDialog(digit).click();
    for (const name of names) await tapInDialog(name);
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    const change = typed === '' ? { sold_out: true } : { price: 3_100 };
    expect((await sent('change_goods')).at(-1)).toMatchObject({ change });
    expect(taps).toBeLessThanOrEqual(most);
  });

  it('is at most 4 for a new item, also with a category', async () => {
    await stock(cashier(), SHOP);
    await key('Items').click();
    await key('Cold').click();
    taps = 0;
    await longPress('Still water');
    await tapInDialog('New item');
    for (const letter of ['T', 'e']) await inDialog(letter).click();
    await tapInDialog('Continue');
    for (const digit of ['4', '5']) await inDialog(digit).click();
    await tapInDialog('Create item');
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    const product = { name: 'Te', price: 4_500, category: 'cold' };
    expect((await sent('change_goods')).at(-1)).toMatchObject({ change: { product } });
    expect(taps).toBeLessThanOrEqual(4);
  });

  it('is 0 or 1 from a paid sale to the next sale', async () => {
    await cashier().show(STATES.paid ?? view([]), { paidDwellSeconds: 0 });
    await expect.poll(() => sent('act')).toMatchObject([{ action: 'dismiss' }]);
    await cashier().show(STATES.paid ?? view([]));
    await key('New sale').click();
    await expect.poll(async () => (await sent('act')).length).toBe(2);
  });
});

describe('the first key on an idle till', () => {
  const ENDED = ['paid', 'refunded', 'declined', 'expired', 'aborted'];
  const IDLE = ['keypad', 'items', ...ENDED];

  async function idle(name: string): Promise<void> {
    cashier().backOffice(BACK_OFFICE);
    await stock(cashier(), SHOP);
    if (name === 'items') await key('Items').click();
    if (!ENDED.includes(name)) return;
    await cashier().show(STATES[name] ?? view([]));
    await page().locator('.till-sale h1').waitFor();
  }

  it.each(IDLE)('searches if it is a letter: %s', async (name) => {
    await idle(name);
    await page().keyboard.type('e');
    await expect.poll(async () => (await sent('act')).length).toBe(ENDED.includes(name) ? 1 : 0);
    await stock(cashier(), SHOP);
    await page()
      .locator('.goods-said .deck-hint', { hasText: /^Search: e\./ })
      .waitFor();
    await page().locator('.product').first().waitFor();
  });

  it.each(IDLE)('enters an amount or a quantity if it is a digit: %s', async (name) => {
    await idle(name);
    await page().keyboard.type('7');
    await expect.poll(async () => (await sent('act')).length).toBe(ENDED.includes(name) ? 1 : 0);
    await stock(cashier(), SHOP);
    if (name === 'items') await page().locator('.goods-quantity', { hasText: '7' }).waitFor();
    else await expect.poll(amount).toMatch(/0[.,]07/);
  });
});
