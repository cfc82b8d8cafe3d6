import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '../../../shared/time/clock.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { openScreen, openTillScreen, picture, state } from '../people.ts';
import { key, park, select, slipHas, take, takeOff } from './counter.ts';
import { keptBills, partsOfBills, sum } from './read-books.ts';
import { openShop, type Shop } from './shop.ts';

/*
 * A café's morning at one till with two screens: options, notes, discounts, a split, equal shares, a tip, a refund by
 * line, and a power cut while a customer pays. Then the bills, the journal, the receipts and the service's ledger are
 * compared in every minor unit, as their files have them.
 */

let cafe: Shop;
let browser: Browser;
let a: Page;
let b: Page;
const tips = { ask: 'display', percents: [1_000], amounts: [], patience: 300 * SECOND } as const;
beforeAll(async () => {
  [cafe, browser] = await Promise.all([openShop({ settings: { tips } }), openBrowser()]);
});
afterAll(async () => {
  await closePages();
  await cafe?.stop();
});

const line = (page: Page, name: string) => page.locator('.basket-line', { hasText: name });

async function openScreens(): Promise<void> {
  cafe.start();
  a = await openTillScreen(browser, await cafe.address());
  b = await openTillScreen(browser, await cafe.address());
  for (const page of [a, b]) await key(page, 'Items').click();
}

async function add(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.locator('.product', { hasText: name }).click();
}

/** Adds a caffè latte with these options. */
async function addLatte(page: Page, ...options: readonly RegExp[]): Promise<void> {
  await add(page, 'Caffè latte');
  for (const option of options) await key(page, option).click();
  await key(page, /^Add to sale/).click();
}

const paid = new Set<string>();

/** The payment that a code on the screen waits for. */
async function asked(): Promise<string> {
  const newest = () => cafe.tids().find((tid) => !paid.has(tid));
  await expect.poll(newest).toBeDefined();
  const tid = newest() ?? '';
  paid.add(tid);
  return tid;
}

/** The receipt of the last payment is on paper. */
const printed = () => expect.poll(() => cafe.papers().length).toBe(paid.size);

/** The customer scans the code and approves. */
async function approve(tid: string): Promise<void> {
  await cafe.simulator.claim(tid, cafe.customer);
  await cafe.simulator.confirm(tid);
}

/** The customer pays what is on the slip; the screen is ready for the next one. */
async function pay(page: Page): Promise<void> {
  await key(page, /^Show QR code/).click();
  await approve(await asked());
  await next(page);
}

async function next(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: /^(?:Paid|Part paid)$/ }).waitFor();
  await printed();
  await key(page, /^(?:New sale|Pay the rest)/).click();
  await page.locator('.till-entry').waitFor();
}

/** One guest alone, an order with options, one with a discount on everything. */
async function threeGuests(): Promise<void> {
  await add(a, 'Flat white');
  await pay(a);

  await addLatte(a, /Oat milk/, /Extra shot/);
  await slipHas(a, /Total kr 66\.00/);
  await pay(a);

  await add(b, 'Flat white', 'Flat white', 'Cinnamon bun');
  await takeOff(b, 'all', '20', /^Apply 20% discount/);
  await slipHas(b, /Total kr 119\.20/);
  await pay(b);
}

/** One screen opens a table with a discount on a line, the other one adds to it and is paid. */
async function tableOfTwoScreens(): Promise<void> {
  await add(b, 'Cheese toast');
  await takeOff(b, 'line', '1000', /^Apply discount.*10\.00/);
  await park(b, 'Table 4');
  await take(a, 'Table 4');
  await add(a, 'Tea');
  await slipHas(a, /Total kr 113\.00/);
  await pay(a);
}

/** A table is split, and both bills are paid: one in two shares, one by its own guest. */
async function splitTable(): Promise<void> {
  await add(a, 'Flat white', 'Cinnamon bun', 'Croissant');
  await park(a, 'Table 7');
  await select(b, 'Table 7');
  await line(b, 'Croissant').click();
  await key(b, 'New table').click();
  await typeByHand(b, 'Kari');
  await b.locator('.deck-name', { hasText: 'Kari' }).waitFor();
  await key(b, /^Move to/).click();
  await key(b, 'Move lines').click();
  await key(b, 'Close').click();
  await select(a, 'Table 7');
  await key(a, '2 shares').click();
  await slipHas(a, /48\.50/);
  await pay(a);
  await take(a, 'Table 7');
  await slipHas(a, /Paid .*48\.50/);
  await pay(a);
  await take(b, 'Kari');
  await slipHas(b, /Total kr 42\.00/);
  await pay(b);
}

/** A note for the kitchen, and options that are changed before the bill is paid. */
async function kitchen(): Promise<void> {
  await add(b, 'Salad bowl');
  await key(b, 'Note').click();
  await typeByHand(b, 'no nuts');
  await key(b, 'Save note').click();
  await slipHas(b, /Salad bowl .*no nuts/);
  await pay(b);

  await addLatte(b, /Whole milk/);
  await key(b, 'Options').click();
  await key(b, /Oat milk/).click();
  await key(b, /Caramel/).click();
  await key(b, /^Change options/).click();
  await slipHas(b, /Total kr 63\.00/);
  await pay(b);
}

/** The customer's display asks for a tip, and shows no note for the kitchen. */
async function tip(): Promise<void> {
  const display = await a.context().newPage();
  await display.goto(new URL('/display/', a.url()).href);
  await display.getByText('Kaffebaren Løkka').first().waitFor();
  await add(a, 'Salad bowl');
  await key(a, 'Note').click();
  await typeByHand(a, 'in a hurry');
  await key(a, 'Save note').click();
  await slipHas(a, /in a hurry/);
  await display.getByText('Salad bowl').first().waitFor();
  await key(a, /^Show QR code/).click();
  await display.getByRole('button', { name: /10%/ }).click();
  await approve(await asked());
  await state(a, 'Paid');
  expect(await display.getByText('in a hurry').count()).toBe(0);
  await picture(a, 'cafe-tip');
  await next(a);
}

/** The power fails while a code is on the screen and another bill is being filled. The customer pays meanwhile. */
async function powerCut(): Promise<void> {
  await add(b, 'Espresso');
  await slipHas(b, /1 Espresso 29\.00/);
  await b.locator('.basket-pending').waitFor({ state: 'detached' });
  await add(a, 'Cappuccino');
  await key(a, /^Show QR code/).click();
  // The customer's display is on, so it is asked for a tip first.
  await key(a, 'Continue without a tip').click();
  const tid = await asked();
  await state(a, 'Waiting for scan');
  await cafe.cut();
  await approve(tid);
  await Promise.all([a.context().close(), b.context().close()]);

  cafe.start();
  a = await openScreen(browser, await cafe.address());
  // A person decides on money that the till has found.
  await state(a, 'Reserved, not taken');
  await key(a, /^Take payment/).click();
  await next(a);
}

/** The bill that was being filled is on the slip of the first screen. Then one is on the house. */
async function afterwards(): Promise<void> {
  await slipHas(a, /1 Espresso 29\.00/);
  await key(a, 'Items').click();
  await add(a, 'Apple juice', 'Apple juice', 'Apple juice');
  await slipHas(a, /Total kr 161\.00/);
  await pay(a);

  await add(a, 'Still water');
  await takeOff(a, 'all', '100', /^Apply 100% discount/);
  await key(a, 'Finish, nothing to pay').click();
  await a.locator('.slot-empty').waitFor();
  // A bill that costs nothing has a receipt too.
  await expect.poll(() => cafe.papers().length).toBe(paid.size + 1);
}

/** A supervisor gives one item of the third guest back, which had 20 % off. */
async function refundOneLine(): Promise<void> {
  await key(a, 'Settings').click();
  await key(a, 'Staff').click();
  await key(a, 'Add first supervisor').click();
  await a.getByLabel('Name').fill('Marte');
  await key(a, 'Choose PIN').click();
  await typeByHand(a, '471147');
  await a.keyboard.press('Enter');
  await a.getByText('Enter the new PIN once more').waitFor();
  await typeByHand(a, '471147');
  await a.keyboard.press('Enter');
  await key(a, /^Marte/).waitFor();
  await key(a, 'Close').click();
  await key(a, 'Receipts').click();
  await a.locator('.list-row', { hasText: '119.20' }).click();
  await key(a, 'Refund').click();
  await a.getByLabel(/Cinnamon bun/).click();
  await a.locator('.list-slip .slip-total', { hasText: '36.00' }).waitFor();
  await typeByHand(a, '471147');
  await key(a, /^Refund kr/).click();
  await a.locator('.refund-line[data-standing="done"]').waitFor();
}

/** Each bill with what it costs, in the order in which the bills were opened, and the tip beside it. */
const EXPECTED = [
  [5_200, 0],
  [6_600, 0],
  [11_920, 0],
  [11_300, 0],
  [9_700, 0],
  [4_200, 0],
  [12_900, 0],
  [6_300, 0],
  [12_900, 1_290],
  // The espresso was ordered before the cappuccino, and paid after it with three juices.
  [16_100, 0],
  [4_900, 0],
  [0, 0],
] as const;
/** A bun of 45.00 with 20 % off. */
const REFUNDED = 3_600;

test('a morning of 12 bills is in the books to the minor unit, after a power cut too', async () => {
  await openScreens();
  await threeGuests();
  await tableOfTwoScreens();
  await splitTable();
  await kitchen();
  await tip();
  await powerCut();
  await afterwards();
  await refundOneLine();
  const books = await cafe.close();
  const bills = partsOfBills(books);
  const parts = bills.flatMap((one) => one.parts);
  const totals = bills.map(({ parts: of }) => [
    sum(of.map(({ tender }) => tender.amount)),
    sum(of.map(({ tender }) => tender.tip)),
  ]);
  expect(totals).toEqual(EXPECTED);
  for (const { tid, tender, sale, ledger, receipt } of parts) {
    expect({ tid, sale, ledger, receipt }).toEqual({
      tid,
      sale: tender,
      ledger: tender,
      receipt: tender,
    });
  }
  // The bills that the till has kept as a whole since the power cut have the same payments.
  const kept = keptBills(books);
  expect(kept.size).toBeGreaterThan(8);
  for (const { bill, parts: of } of bills.slice(0, 9)) {
    expect(kept.get(bill)).toBe(sum(of.map(({ tender }) => tender.amount)));
  }
  // Nothing else was captured or printed, and each payment belongs to one bill.
  expect(new Set(parts.map(({ tid }) => tid))).toEqual(paid);
  const others = books.papers.filter((paper) => !paper.some((row) => row.startsWith('Reference ')));
  expect(others).toEqual([expect.arrayContaining(['Total kr 0.00'])]);
  expect(books.papers).toHaveLength(paid.size + 1);
  expect(books.log.filter(({ action }) => action === 'capture')).toHaveLength(paid.size);
  const refunds = books.log.filter(({ action }) => action === 'refund');
  expect(refunds).toMatchObject([{ tid: bills[2]?.parts[0]?.tid, amount: REFUNDED }]);
  // The ledger is balanced, and has what its customers have paid and got back.
  expect(sum(books.entries.map(({ amount }) => amount))).toBe(0);
  const onAccount = (name: string) =>
    sum(books.entries.filter(({ account }) => account === name).map(({ amount }) => amount));
  expect(-onAccount('customers')).toBe(sum(EXPECTED.flat()));
  expect(onAccount('refunds')).toBe(REFUNDED);
});
