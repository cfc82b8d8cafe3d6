import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../../shared/time/clock.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { picture, state } from '../people.ts';
import { agree } from './agree.ts';
import {
  add,
  bookDrawer,
  closeNow,
  drawer,
  handOver,
  isClosed,
  key,
  leave,
  nextSale,
  open,
  openCounter,
  park,
  payByPhone,
  prepareClose,
  prepareDrawer,
  refundReceipt,
  slipHas,
  take,
  takeCash,
  takeOther,
} from './counter.ts';
import { openShop, type Shop } from './shop.ts';

/*
 * A bar's night. The business day begins in the evening, crosses midnight and ends at 04:00. Two persons use one drawer.
 * The power fails while cash is taken out of the drawer, and just before the Z report is written. A table stays open
 * over the close, and is paid on the next business day.
 */

const ADA = { name: 'Ada', role: 'cashier', pin: '2580' } as const;
const MARTE = { name: 'Marte', role: 'supervisor', pin: '471147' } as const;

let shop: Shop;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [shop, browser] = await Promise.all([
    openShop({
      settings: { otherTenders: ['Bank card', 'Gift card'], dayEndsAt: '04:00' },
      staff: [ADA, MARTE],
      // The first full hour is 20:00.
      hour: 19,
      moves: true,
    }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await closePages();
  await shop?.stop();
});

async function startTill(): Promise<void> {
  await page?.context().close();
  shop.start();
  page = await openCounter(browser, shop, ADA);
}

/** 20:00 to 23:30. */
async function evening(): Promise<void> {
  await drawer(page, 'Float', '200000');
  await add(page, 'Apple juice', 'Salad bowl');
  await park(page, 'Table 1');
  await add(page, 'Still water');
  await park(page, 'Table 2');
  await shop.pass(3 * HOUR + 30 * MINUTE);
  // A table pays in three ways.
  await take(page, 'Table 1');
  await add(page, 'Espresso');
  await slipHas(page, /Total kr 202\.00/);
  await takeOther(page, '5000');
  await key(page, /^Pay the rest/).click();
  await takeCash(page, '10000');
  await key(page, /^Pay the rest/).click();
  await payByPhone(page, shop);
  await nextSale(page);
}

/** 01:00: another date, the same business day. Half of a pay-out is on the disk when the power fails. */
async function midnight(): Promise<void> {
  await shop.pass(90 * MINUTE);
  await handOver(page, MARTE);
  await add(page, 'Cappuccino', 'Cappuccino');
  await takeCash(page, '20000');
  await state(page, 'Change');
  await nextSale(page);
  await prepareDrawer(page, 'Pay-out', '30000', 'To the bank');
  await shop.cutAt({ file: 'books', text: '"act":"pay_out"', half: true });
  await bookDrawer(page, 'Pay-out');
  await shop.isCut();
  await startTill();
  // Nothing of it was booked, so the person books it again.
  await drawer(page, 'Pay-out', '30000', 'To the bank');
  await open(page, 'Reports');
  await slipHas(page, /X report/);
  await leave(page);
}

/** 03:30: refunds of the evening, and the close of the night. The power fails before its last entry. */
async function lastOrders(): Promise<void> {
  await shop.pass(150 * MINUTE);
  await add(page, 'Tea');
  await takeOther(page);
  await nextSale(page);
  await refundReceipt(page, '2', { pin: MARTE.pin });
  await refundReceipt(page, '1', { pin: MARTE.pin });
  await handOver(page, MARTE);
  // 2000.00 + 100.00 + 98.00 - 300.00 - 100.00 = 1798.00
  await prepareClose(
    page,
    [
      ['1 000.00', '1'],
      ['500.00', '1'],
      ['200.00', '1'],
      ['50.00', '1'],
      ['20.00', '2'],
      ['1.00', '8'],
    ],
    'Everything',
  );
  await shop.cutAt({ file: 'books', text: '"kind":"close"', half: false });
  await closeNow(page);
  await shop.isCut();
  await startTill();
  await open(page, 'Reports');
  await key(page, /^Z report 1/).click();
  await slipHas(page, /Z report 1/);
  await picture(page, 'bar-z');
  await key(page, 'Print report').click();
  await expect.poll(() => shop.papers().some((lines) => lines.includes('Z report 1'))).toBe(true);
  await leave(page);
}

/** 04:05: the table that was left open is paid on the next business day. */
async function afterFour(): Promise<void> {
  await shop.pass(35 * MINUTE);
  await take(page, 'Table 2');
  await takeCash(page, '5000');
  await nextSale(page);
  await handOver(page, MARTE);
  // 1798.00 + 32.00
  await prepareClose(
    page,
    [
      ['1 000.00', '1'],
      ['500.00', '1'],
      ['200.00', '1'],
      ['100.00', '1'],
      ['10.00', '3'],
    ],
    'Nothing',
  );
  await closeNow(page);
  await isClosed(page, 2);
  await key(page, 'Print report').click();
  await expect.poll(() => shop.papers().some((lines) => lines.includes('Z report 2'))).toBe(true);
}

test('a bar’s night agrees in every book, over midnight and two power cuts', async () => {
  await startTill();
  await evening();
  await midnight();
  await lastOrders();
  await afterFour();
  const periods = await agree(shop, [
    {
      sales: [
        { by: 'Bank card', amount: 5_000 },
        { by: 'cash', amount: 10_000 },
        { by: 'phone', amount: 5_200 },
        { by: 'cash', amount: 9_800 },
        { by: 'Bank card', amount: 3_400 },
      ],
      refunds: [
        { by: 'cash', amount: 10_000 },
        { by: 'Bank card', amount: 5_000 },
      ],
      drawer: { holds: 179_800, difference: 0 },
    },
    {
      sales: [{ by: 'cash', amount: 3_200 }],
      refunds: [],
      drawer: { holds: 0, difference: 0 },
    },
  ]);
  const [night, next] = periods.map(({ z }) => z);
  const [first, second] = [night?.days, next?.days] as [string[], string[]];
  // The night is one business day, and the payment after 04:00 is on the next one.
  expect([first.length, second.length]).toEqual([1, 1]);
  expect(Date.parse(second[0] ?? '') - Date.parse(first[0] ?? '')).toBe(24 * HOUR);
  expect(night).toMatchObject({
    receipts: { first: 1, last: 7 },
    people: [
      { by: 'Ada', count: 4 },
      { by: 'Marte', count: 1, amount: 9_800 },
    ],
    grand: { sales: 33_400, refunds: 15_000, net: 18_400 },
  });
  expect(next).toMatchObject({ receipts: { first: 8, last: 8 }, grand: { net: 21_600 } });
});
