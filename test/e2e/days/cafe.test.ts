import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '../../../shared/time/clock.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { picture, state } from '../people.ts';
import { agree } from './agree.ts';
import {
  add,
  approve,
  asked,
  closeNow,
  count,
  drawer,
  explain,
  isClosed,
  key,
  leave,
  nextSale,
  open,
  openCounter,
  park,
  prepareClose,
  refundPhone,
  refundReceipt,
  select,
  slipHas,
  take,
  takeCash,
  takeOff,
  takeOther,
} from './counter.ts';
import { openShop, type Shop } from './shop.ts';

/*
 * A café's day at one till with two screens and a customer's display: a table in equal shares, a bill that is split, tips,
 * a discount, a shift's count that differs, refunds by line. The power fails while the till writes that a customer has
 * paid, and while it writes what a person has counted.
 */

const ADA = { name: 'Ada', role: 'cashier', pin: '2580' } as const;
const MARTE = { name: 'Marte', role: 'supervisor', pin: '471147' } as const;

let shop: Shop;
let browser: Browser;
let a: Page;
let b: Page;
let display: Page;
beforeAll(async () => {
  const tips = { ask: 'display', percents: [1_000], amounts: [], patience: 300 * SECOND } as const;
  [shop, browser] = await Promise.all([
    openShop({ settings: { tips, otherTenders: ['Bank card'] }, staff: [ADA, MARTE] }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await closePages();
  await shop?.stop();
});

/** Each screen has its own person; Marte unlocks both. */
async function startTill(): Promise<void> {
  await Promise.all([a?.context().close(), b?.context().close()]);
  shop.start();
  a = await openCounter(browser, shop, MARTE);
  b = await openCounter(browser, shop, MARTE);
  display = await a.context().newPage();
  await display.goto(new URL('/display/', a.url()).href);
  await display.getByText('Kaffebaren Løkka').first().waitFor();
}

/** A table in two shares, one in cash and one by card; then a bill that is split. */
async function morning(): Promise<void> {
  await drawer(a, 'Float', '50000');
  await add(a, 'Flat white', 'Cinnamon bun', 'Salad bowl');
  await park(a, 'Table 7');
  await select(b, 'Table 7');
  await key(b, '2 shares').click();
  await slipHas(b, /113\.00/);
  await takeCash(b, '20000');
  await state(b, 'Change');
  await key(b, /^Pay the rest/).click();
  await takeOther(b);
  await nextSale(b);

  await add(b, 'Cheese toast', 'Croissant');
  await park(b, 'Table 4');
  await select(a, 'Table 4');
  await a.locator('.basket-line', { hasText: 'Croissant' }).click();
  await key(a, 'New table').click();
  await typeByHand(a, 'Kari');
  await a.locator('.deck-name', { hasText: 'Kari' }).waitFor();
  await key(a, /^Move to/).click();
  await key(a, 'Move lines').click();
  await leave(a);
  await take(a, 'Kari');
  await takeCash(a);
  await nextSale(a);
}

/** The customer gives a tip on the display, and pays by phone. The till's power fails while it writes that. */
async function firstCut(): Promise<void> {
  await take(b, 'Table 4');
  await slipHas(b, /Total kr 89\.00/);
  await key(b, /^Show QR code/).click();
  await display.getByRole('button', { name: /10%/ }).click();
  const tid = await asked(shop);
  await shop.cutAt({ file: 'journal', text: '"captured":{', half: true });
  await approve(shop, tid);
  await shop.isCut();
  await startTill();
  await state(a, 'Paid');
  await picture(a, 'cafe-paid-after-cut');
  await nextSale(a);
}

/** Ada ends her shift with a count. Half of it is on the disk when the power fails, so she counts again. */
async function shift(): Promise<void> {
  await add(a, 'Tea', 'Tea');
  await takeOff(a, 'all', '20', /^Apply 20% discount/);
  await slipHas(a, /Total kr 54\.40/);
  await takeCash(a);
  await nextSale(a);
  // 500.00 + 113.00 + 42.00 + 54.00 = 709.00
  const counted = [
    ['500.00', '1'],
    ['200.00', '1'],
    ['10.00', '1'],
  ] as const;
  const differs = () => a.getByRole('heading', { name: 'The count differs' }).waitFor();
  for (const fails of [true, false]) {
    await open(a, 'Cash drawer');
    await key(a, 'Count the drawer').click();
    await count(a, counted);
    await differs();
    if (fails) await shop.cutAt({ file: 'books', text: '"kind":"count"', half: true });
    await explain(a, 'Wrong change given');
    if (fails) {
      await shop.isCut();
      await startTill();
    } else await a.locator('.slip', { hasText: 'Booked' }).waitFor();
  }
  await leave(a);
}

/** A phone payment and refunds by line; the day is closed on one screen, and the other one sees it. */
async function afternoon(): Promise<void> {
  await add(b, 'Hot chocolate');
  await key(b, /^Show QR code/).click();
  await key(b, 'Continue without a tip').click();
  await approve(shop, await asked(shop));
  await state(b, 'Paid');
  await nextSale(b);
  // The end of a sale is a new screen also here, and a new screen closes the settings.
  await a.locator('.till-entry').waitFor();
  await refundReceipt(a, '5', { pin: MARTE.pin, lines: ['Tea'] });
  await refundReceipt(a, '2', { pin: MARTE.pin });
  await refundPhone(a, '48.00', MARTE.pin);
  // 710.00 - 27.00
  await prepareClose(
    a,
    [
      ['500.00', '1'],
      ['100.00', '1'],
      ['50.00', '1'],
      ['20.00', '1'],
      ['10.00', '1'],
      ['1.00', '3'],
    ],
    'As at the start',
  );
  await closeNow(a);
  await isClosed(a, 1);
  await picture(a, 'cafe-z');
  await key(a, 'Print report').click();
  await expect.poll(() => shop.papers().some((lines) => lines.includes('Z report 1'))).toBe(true);
  await open(b, 'Reports');
  await key(b, /^Z report 1/).waitFor();
}

test('a café’s day agrees in every book, over two power cuts', async () => {
  await startTill();
  await morning();
  await firstCut();
  await shift();
  await afternoon();
  const [day] = await agree(shop, [
    {
      sales: [
        { by: 'cash', amount: 11_300 },
        { by: 'Bank card', amount: 11_300 },
        { by: 'cash', amount: 4_200 },
        { by: 'phone', amount: 8_900, tip: 890 },
        { by: 'cash', amount: 5_440, rounding: -40 },
        { by: 'phone', amount: 4_800 },
      ],
      refunds: [
        { by: 'cash', amount: 2_720, rounding: -20 },
        { by: 'Bank card', amount: 11_300 },
        { by: 'phone', amount: 4_800 },
      ],
      drawer: { holds: 50_000, difference: 100 },
    },
  ]);
  expect(day?.z).toMatchObject({
    receipts: { first: 1, last: 9 },
    tips: 890,
    drawer: { opening: 50_000, counts: 2, payOut: { count: 1, amount: 18_300 } },
    grand: { sales: 45_940, refunds: 18_820, net: 27_120 },
  });
});
