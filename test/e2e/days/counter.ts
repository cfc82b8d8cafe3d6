import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { typeByHand } from '../../support/type-by-hand.ts';
import { openScreen, state } from '../people.ts';
import type { Shop } from './shop.ts';
import type { Staff } from './till-program.ts';

/* What a person does at the counter, by the words and keys of the screen. Amounts are digits: `12500` is 125.00. */

export const key = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();

export const slip = async (page: Page) =>
  (await page.locator('.slip').innerText()).replaceAll(/[ \u00a0\n\t]+/g, ' ');
export const slipHas = (page: Page, text: RegExp) => expect.poll(() => slip(page)).toMatch(text);

/** Opens one more screen of the till, and unlocks it for this person. */
export async function openCounter(
  browser: Browser,
  shop: Shop,
  person: Staff | null = null,
): Promise<Page> {
  const page = await openScreen(browser, await shop.address());
  if (person !== null) await unlock(page, person);
  return page;
}

export async function unlock(page: Page, { name, pin }: Staff): Promise<void> {
  const locked = page.getByRole('heading', { name: 'Locked', exact: true });
  await locked.waitFor();
  await key(page, new RegExp(`^${name}`)).click();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await locked.waitFor({ state: 'detached' });
}

/** One person leaves the till and another one goes on. */
export async function handOver(page: Page, to: Staff): Promise<void> {
  await key(page, /^Lock the till/).click();
  await unlock(page, to);
}

export async function add(page: Page, ...names: readonly string[]): Promise<void> {
  const items = page.getByRole('button', { name: 'Items', exact: true });
  if (await page.locator('.product').first().isHidden()) await items.click();
  for (const name of names) await page.locator('.product', { hasText: name }).click();
}

/** Types a price of its own on the keypad. */
export async function typeAmount(page: Page, digits: string): Promise<void> {
  const keypad = page.getByRole('button', { name: 'Keypad', exact: true });
  if (await page.locator('.product').first().isVisible()) await keypad.click();
  await typeByHand(page, digits);
}

/** Types a discount, in per cent up to 100, else in money. The key `apply` names the whole of what was typed. */
export async function typeOff(page: Page, digits: string, apply: RegExp): Promise<void> {
  if (Number(digits) > 100) await page.locator('.off-money').click();
  await typeByHand(page, digits);
  await key(page, 'Offer').click();
  await key(page, apply).click();
}

/** Types a discount for the whole bill or for the selected line. */
export async function takeOff(
  page: Page,
  of: 'all' | 'line',
  digits: string,
  apply: RegExp,
): Promise<void> {
  if (of === 'line') await key(page, 'Line discount').click();
  else {
    await key(page, 'Keypad').click();
    await page.locator('.key-at-discount').click();
  }
  await typeOff(page, digits, apply);
  if (of === 'all') await key(page, 'Items').click();
}

/** The key of a tender: on the deck, or on the field of a payment that ended. A category may have the same name. */
const tenderKey = (page: Page, name: 'Cash' | 'Other') =>
  page.locator('.entry-methods, .state-ghosts').getByRole('button', { name, exact: true });

/** Takes cash for what is on the slip: this much, or exactly what is to be paid. */
export async function takeCash(page: Page, received: string | null = null): Promise<void> {
  await tenderKey(page, 'Cash').click();
  if (received !== null) await typeByHand(page, received);
  await page.locator('.entry-yellow').click();
}

/** Notes that another tender has paid all of it, or this part. */
export async function takeOther(page: Page, part: string | null = null): Promise<void> {
  await tenderKey(page, 'Other').click();
  if (part !== null) await typeByHand(page, part);
  await key(page, /^Paid: /).click();
}

/** The change is given: the next sale. */
export async function nextSale(page: Page): Promise<void> {
  await key(page, /^New sale/).click();
  await page.locator('.till-entry').waitFor();
}

/** The payment requests that customers have answered. */
const answered = new WeakMap<Shop, Set<string>>();

/** The payment that a code on the screen waits for. */
export async function asked(shop: Shop): Promise<string> {
  const known = answered.get(shop) ?? new Set();
  answered.set(shop, known);
  const newest = () => shop.tids().find((tid) => !known.has(tid));
  await expect.poll(newest).toBeDefined();
  const tid = newest() ?? '';
  known.add(tid);
  return tid;
}

/** A customer scans the code and approves. */
export async function approve(shop: Shop, tid: string): Promise<void> {
  await shop.simulator.claim(tid, shop.customer);
  await shop.simulator.confirm(tid);
}

/** A customer pays what is on the slip by phone; returns the payment. */
export async function payByPhone(page: Page, shop: Shop): Promise<string> {
  await key(page, /^Show QR code/).click();
  const tid = await asked(shop);
  await approve(shop, tid);
  await state(page, 'Paid');
  return tid;
}

export async function park(page: Page, name: string): Promise<void> {
  await key(page, 'Park sale').click();
  await typeByHand(page, name);
  await page.locator('.deck-name', { hasText: name }).waitFor();
  await key(page, /^Park at/).click();
  await page.locator('.slot-empty').waitFor();
}

/** Selects a bill in the list of open bills. */
export async function select(page: Page, name: string): Promise<void> {
  await key(page, /^\d+ bills?$/).click();
  await page.locator('.list-row', { hasText: name }).click();
  await page.locator('.list-slip .slip', { hasText: name }).waitFor();
}

export async function take(page: Page, name: string): Promise<void> {
  await select(page, name);
  await key(page, 'Open bill').click();
  await slipHas(page, new RegExp(name));
}

/** Opens the cash drawer's page or the reports. */
export async function open(page: Page, what: 'Cash drawer' | 'Reports'): Promise<void> {
  await key(page, 'Settings').click();
  await page.locator('.options').getByRole('button', { name: what, exact: true }).click();
}

export const leave = (page: Page) => key(page, 'Close').click();

type Act = 'Float' | 'Pay-in' | 'Pay-out' | 'Open without a sale';

/** Chooses an act of the drawer, up to its last key. */
export async function prepareDrawer(
  page: Page,
  act: Act,
  digits: string | null,
  reason: string | null,
): Promise<void> {
  await open(page, 'Cash drawer');
  await key(page, act).click();
  if (digits !== null) await typeByHand(page, digits);
  if (reason !== null) await page.getByRole('radio', { name: reason }).check();
}
export const bookDrawer = (page: Page, act: Act) =>
  page
    .locator('.deck-foot')
    .getByRole('button', { name: new RegExp(`^${act}`) })
    .click();

/** Puts cash into the drawer, takes some out, or only opens it. */
export async function drawer(
  page: Page,
  act: Act,
  digits: string | null = null,
  reason: string | null = null,
): Promise<void> {
  await prepareDrawer(page, act, digits, reason);
  await bookDrawer(page, act);
  await page.locator('.slip', { hasText: 'Booked' }).waitFor();
  await leave(page);
}

/** Pieces of each note or coin. */
export type Pieces = readonly (readonly [value: string, count: string])[];

/** Counts the drawer by its notes and coins, such as `500.00`. Nothing on the screen says what should be there. */
export async function count(page: Page, pieces: Pieces): Promise<void> {
  for (const [value, many] of pieces) {
    const text = value.replace('.', '\\.').replace(' ', '.');
    await key(page, new RegExp(`^kr.${text}, `)).click();
    await typeByHand(page, many);
  }
  await key(page, /^Finish count/).click();
}

/** Says why the count differs. */
export async function explain(page: Page, reason: string): Promise<void> {
  await page.getByRole('radio', { name: reason }).check();
  await key(page, 'Book the difference').click();
}

/** Closes the day up to the last key: the drawer is counted, and this much stays in it. */
export async function prepareClose(
  page: Page,
  pieces: Pieces,
  stays: 'As at the start' | 'Everything' | 'Nothing',
): Promise<void> {
  await open(page, 'Reports');
  await key(page, 'Close the day').click();
  const seen = key(page, 'I have seen them');
  const counts = key(page, /^Finish count/);
  await seen.or(counts).first().waitFor();
  if (await seen.isVisible()) await seen.click();
  await count(page, pieces);
  await key(page, stays).click();
  await key(page, 'Continue').click();
}
export const closeNow = (page: Page) => key(page, 'Close the day').click();
export const isClosed = (page: Page, number: number) =>
  page.getByRole('heading', { name: `Closed with Z report ${number}` }).waitFor();

/** A supervisor refunds a receipt of the books: the chosen lines, or everything. */
export async function refundReceipt(
  page: Page,
  number: string,
  { pin, lines = [] }: { readonly pin: string; readonly lines?: readonly string[] },
): Promise<void> {
  await key(page, 'Receipts').click();
  await page.locator('.search-line input').fill(`R${number}`);
  await page.keyboard.press('Enter');
  await page.locator('.receipt-row', { hasText: `R${number}` }).click();
  await key(page, 'Refund').click();
  await page.locator('.basket').waitFor();
  for (const line of lines) await page.locator('.basket-line', { hasText: line }).click();
  await typeByHand(page, pin);
  await key(page, /^Refund kr/).click();
  await page.locator('.receipt-give').waitFor();
  await leave(page);
}

/** A supervisor refunds a phone payment, which the list of sales finds by its amount. */
export async function refundPhone(page: Page, amount: string, pin: string): Promise<void> {
  await key(page, 'Receipts').click();
  await page.locator('.list-row', { hasText: amount }).first().click();
  await key(page, 'Refund').click();
  await typeByHand(page, pin);
  await key(page, /^Refund kr/).click();
  await page.locator('.refund-line[data-standing="done"]').waitFor();
  await leave(page);
}
