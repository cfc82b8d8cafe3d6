import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePages, openBrowser } from '../../support/browser.ts';
import { picture, state } from '../people.ts';
import { agree } from './agree.ts';
import {
  add,
  asked,
  closeNow,
  drawer,
  explain,
  handOver,
  key,
  leave,
  nextSale,
  open,
  openCounter,
  payByPhone,
  prepareClose,
  refundPhone,
  refundReceipt,
  slipHas,
  takeCash,
  takeOff,
  takeOther,
  typeAmount,
} from './counter.ts';
import { openShop, type Shop } from './shop.ts';

/*
 * A bakery's day at one screen, from the float to the Z report: cash with change and rounding, a bank card, phones, a
 * declined phone that becomes cash, money in and out of the drawer, refunds of each tender, a count that differs. The
 * power fails while cash is being booked, and while the Z report is being written.
 */

const ADA = { name: 'Ada', role: 'cashier', pin: '2580' } as const;
const MARTE = { name: 'Marte', role: 'supervisor', pin: '471147' } as const;

let shop: Shop;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [shop, browser] = await Promise.all([
    openShop({ settings: { otherTenders: ['Bank card'] }, staff: [ADA, MARTE] }),
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

/** Payments in cash, by card and by phone. */
async function morning(): Promise<void> {
  await drawer(page, 'Float', '100000');
  await add(page, 'Croissant', 'Cinnamon bun');
  await takeCash(page, '10000');
  await state(page, 'Change');
  await page.locator('.paid-amount', { hasText: '13.00' }).waitFor();
  await picture(page, 'bakery-change');
  await nextSale(page);

  await typeAmount(page, '4449');
  await takeCash(page);
  await nextSale(page);

  await add(page, 'Flat white');
  await takeOther(page);
  await state(page, 'Paid');
  await nextSale(page);

  await add(page, 'Cheese toast');
  await payByPhone(page, shop);
  await nextSale(page);

  // A customer declines, and pays in cash.
  await add(page, 'Espresso');
  await key(page, /^Show QR code/).click();
  const tid = await asked(shop);
  await shop.simulator.claim(tid, shop.customer);
  await shop.simulator.reject(tid);
  await state(page, 'Declined on the phone');
  await takeCash(page);
  await nextSale(page);
}

/** The payment is in the journal, and not in the books yet. */
async function firstCut(): Promise<void> {
  await shop.cutAt({ file: 'books', text: '"kind":"receipt"', half: false });
  await add(page, 'Tea');
  await takeCash(page);
  await shop.isCut();
  await startTill();
  // It was paid: nobody is asked to pay again.
  await page.locator('.slot-empty').waitFor();
}

/** Cash beside sales, a line that is removed, a discount, an X report. */
async function noon(): Promise<void> {
  await drawer(page, 'Pay-out', '2500', 'Purchase for the shop');
  await drawer(page, 'Pay-in', '20000', 'Change from the bank');
  await drawer(page, 'Open without a sale', null, 'Change for a customer');

  await add(page, 'Croissant', 'Still water', 'Croissant');
  await page.locator('.basket-line', { hasText: 'Still water' }).click();
  await key(page, 'Remove line').click();
  await takeOff(page, 'all', '10', /^Apply 10% discount/);
  await slipHas(page, /Total kr 75\.60/);
  await takeCash(page);
  await nextSale(page);

  await open(page, 'Reports');
  await slipHas(page, /X report/);
  await key(page, 'Print report').click();
  await expect.poll(() => shop.papers().some((lines) => lines.includes('X report'))).toBe(true);
  await leave(page);
}

/** Each tender gets its own money back. */
async function refunds(): Promise<void> {
  await handOver(page, MARTE);
  await refundReceipt(page, '1', { pin: MARTE.pin, lines: ['Croissant'] });
  await refundReceipt(page, '3', { pin: MARTE.pin });
  await refundPhone(page, '89.00', MARTE.pin);
}

/** Half of the close is on the disk when the power fails. The till ends it when it starts again. */
async function evening(): Promise<void> {
  // 1403.00 should be there.
  await prepareClose(
    page,
    [
      ['500.00', '2'],
      ['200.00', '1'],
      ['100.00', '1'],
      ['50.00', '1'],
      ['20.00', '2'],
      ['1.00', '8'],
    ],
    'As at the start',
  );
  await closeNow(page);
  await page.getByRole('heading', { name: 'The count differs' }).waitFor();
  await shop.cutAt({ file: 'books', text: '"kind":"close"', half: true });
  await explain(page, 'Wrong change given');
  await shop.isCut();
  await startTill();
  await open(page, 'Reports');
  await key(page, /^Z report 1/).click();
  await slipHas(page, /Z report 1/);
  await picture(page, 'bakery-z');
  await key(page, 'Print report').click();
  await expect.poll(() => shop.papers().some((lines) => lines.includes('Z report 1'))).toBe(true);
}

test('a bakery’s day agrees in every book, over two power cuts', async () => {
  await startTill();
  await morning();
  await firstCut();
  await noon();
  await refunds();
  await evening();
  const [day] = await agree(shop, [
    {
      sales: [
        { by: 'cash', amount: 8_700 },
        { by: 'cash', amount: 4_449, rounding: -49 },
        { by: 'Bank card', amount: 5_200 },
        { by: 'phone', amount: 8_900 },
        { by: 'cash', amount: 2_900 },
        { by: 'cash', amount: 3_400 },
        { by: 'cash', amount: 7_560, rounding: 40 },
      ],
      refunds: [
        { by: 'cash', amount: 4_200 },
        { by: 'Bank card', amount: 5_200 },
        { by: 'phone', amount: 8_900 },
      ],
      drawer: { holds: 100_000, difference: -500 },
    },
  ]);
  expect(day?.z).toMatchObject({
    receipts: { first: 1, last: 10 },
    drawer: { opening: 100_000, noSale: 1, counts: 1, payIn: { count: 1, amount: 20_000 } },
    corrections: [{ act: 'removed', by: 'Ada', count: 1, amount: 3_200 }],
    discounts: [{ by: 'Ada', count: 1, amount: 840 }],
    people: [{ by: 'Ada', count: 7 }],
  });
});
