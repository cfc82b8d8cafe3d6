import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amountsOf } from '../../shared/bill/amounts.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { typeByHand } from '../support/type-by-hand.ts';
import { typeOff } from './days/counter.ts';
import { openTillScreen, picture, state } from './people.ts';
import { type House, startHouse } from './start-house.ts';

/* One till with two cashier screens in real browsers, and its host with its journal and a service. */

let house: House;
let browser: Browser;
let a: Page;
let b: Page;
// Each test has a separate service and till: what one test leaves does not reach the next one.
beforeEach(async () => {
  [house, browser] = await Promise.all([startHouse('system', { goods: true }), openBrowser()]);
  a = await openTillScreen(browser, house.screen());
  b = await openTillScreen(browser, house.screen());
  // A till with items opens on them.
  for (const page of [a, b]) await page.locator('.product').first().waitFor();
});
afterEach(async () => {
  await closePages();
  await house?.stop();
});

const key = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();
const slip = async (page: Page) =>
  (await page.locator('.slip').innerText()).replaceAll(/[ \u00a0\n\t]+/g, ' ');
const slipHas = (page: Page, text: RegExp) => expect.poll(() => slip(page)).toMatch(text);
const line = (page: Page, name: string) => page.locator('.basket-line', { hasText: name });

/** Selects a line of the bill on the slip, which may be selected already. */
async function selectLine(page: Page, name: string): Promise<void> {
  const found = line(page, name);
  if ((await found.getAttribute('aria-pressed')) !== 'true') await found.click();
  await page.locator('.basket-picked', { hasText: name }).waitFor();
}

async function add(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.locator('.product', { hasText: name }).click();
}

/** The bill with this name in the host's journal. */
const bill = (name: string) =>
  [...house.terminal.bills.bills().bills.values()].findLast((one) => one.name === name);
const totalOf = (name: string) => {
  const found = bill(name);
  return found === undefined || found.closed ? null : amountsOf(found).total;
};
const namesOf = (name: string) => bill(name)?.lines.map((one) => one.name) ?? [];

/** Gives the bill on the slip a name, and takes it off the slip. */
async function park(page: Page, name: string): Promise<void> {
  await key(page, 'Park sale').click();
  await typeByHand(page, name);
  await page.locator('.deck-name', { hasText: name }).waitFor();
  await key(page, /^Park at/).click();
  await page.locator('.slot-empty').waitFor();
  await expect.poll(() => bill(name)?.lines.length ?? 0).toBeGreaterThan(0);
}

/** Selects a bill in the list of open bills. */
async function select(page: Page, name: string): Promise<void> {
  await key(page, /^\d+ bills?$/).click();
  await page.locator('.list-row', { hasText: name }).click();
  await page.locator('.list-slip .slip', { hasText: name }).waitFor();
}

/** Puts a bill on the slip. */
async function take(page: Page, name: string): Promise<void> {
  await select(page, name);
  await key(page, 'Open bill').click();
  await slipHas(page, new RegExp(name));
}

/** Shows the code, cancels the sale and goes back to its bill. */
async function cancelCode(page: Page): Promise<void> {
  await key(page, /^Show QR code/).click();
  await state(page, 'Waiting for scan');
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('button', { name: 'Back to sale' }).click();
  await key(page, /^Show QR code/).waitFor();
}

/** Moves the chosen lines to a new bill with this name. */
async function moveTo(page: Page, name: string): Promise<void> {
  await key(page, 'New table').click();
  await typeByHand(page, name);
  await page.locator('.deck-name', { hasText: name }).waitFor();
  await key(page, /^Move to/).click();
  await key(page, 'Move lines').click();
}

describe('two screens of one till', () => {
  it('never charge a line twice that was moved to another bill', async () => {
    await add(a, 'Flat white', 'Flat white', 'Cinnamon bun');
    await park(a, 'Moved 4');
    await take(a, 'Moved 4');
    await key(a, 'Split').click();
    await line(a, 'Flat white').click();
    await moveTo(a, 'Kari');
    await expect.poll(() => totalOf('Kari')).toBe(5_200);
    await key(a, 'Close').click();
    await slipHas(a, /1 Flat white 52\.00.* 1 Cinnamon bun 45\.00.* Total kr 97\.00/);
    await cancelCode(a);
    await slipHas(a, /Total kr 97\.00/);
    expect([totalOf('Moved 4'), totalOf('Kari')]).toEqual([9_700, 5_200]);
  });

  it('both add to one bill, and no line is lost', async () => {
    await add(a, 'Flat white');
    await park(a, 'Both');
    await take(a, 'Both');
    await take(b, 'Both');
    await add(b, 'Cinnamon bun');
    await add(a, 'Croissant');
    const all = ['Cinnamon bun', 'Croissant', 'Flat white'];
    await expect.poll(() => namesOf('Both').toSorted()).toEqual(all);
    for (const page of [a, b]) await slipHas(page, /Total kr 139\.00/);
  });

  it('do not pay an old total: a bill that was changed meanwhile is shown first', async () => {
    await add(a, 'Flat white');
    await park(a, 'Older');
    await take(a, 'Older');
    await take(b, 'Older');
    await add(b, 'Cinnamon bun');
    await slipHas(a, /Total kr 97\.00/);
    await a.getByText('Older was changed on another screen.').waitFor();
    await key(a, /^Show QR code/).click();
    await state(a, 'Waiting for scan');
    expect(bill('Older')?.tenders).toMatchObject([{ amount: 9_700, state: 'open' }]);
  });

  it('move the line that was picked, or none', async () => {
    await add(a, 'Flat white', 'Cinnamon bun');
    await park(a, 'Picked');
    await take(a, 'Picked');
    await select(b, 'Picked');
    await line(b, 'Flat white').click();
    await selectLine(a, 'Flat white');
    await key(a, 'Remove line').click();
    await add(a, 'Croissant');
    await expect.poll(() => namesOf('Picked')).toEqual(['Cinnamon bun', 'Croissant']);
    await slipHas(b, /Cinnamon bun[\s\S]*Croissant/);
    // The line is not there any more, so there is nothing to move.
    await b.getByText('Select lines on the bill').waitFor();
    expect(namesOf('Picked')).toEqual(['Cinnamon bun', 'Croissant']);
  });

  it('do not show the bill that the other one is filling', async () => {
    await add(a, 'Flat white');
    await slipHas(a, /1 Flat white/);
    await b.reload();
    await b.locator('.slot-empty').waitFor();
    await add(b, 'Croissant');
    await slipHas(b, /1 Croissant.* Total kr 42\.00/);
    const bills = () => [...house.terminal.bills.bills().bills.values()];
    const lines = () => bills().map((one) => one.lines.map(({ name }) => name));
    await expect.poll(lines).toEqual([['Flat white'], ['Croissant']]);
  });

  it('keep per cent as a rule after a code was cancelled', async () => {
    await add(a, 'Flat white', 'Cinnamon bun');
    await key(a, 'Keypad').click();
    await a.locator('.key-at-discount').click();
    await typeOff(a, '20', /^Apply 20% discount/);
    await slipHas(a, /Total kr 77\.60/);
    await cancelCode(a);
    await selectLine(a, 'Cinnamon bun');
    await key(a, 'Remove line').click();
    await slipHas(a, /Total kr 41\.60/);
    await key(a, 'Items').click();
    await add(a, 'Croissant');
    await slipHas(a, /Total kr 75\.20/);
  });

  it('keep money off the bill when all lines move', async () => {
    await add(a, 'Flat white', 'Flat white', 'Cinnamon bun');
    await key(a, 'Keypad').click();
    await a.locator('.key-at-discount').click();
    await typeOff(a, '5000', /^Apply discount.*50\.00/);
    await slipHas(a, /Total kr 99\.00/);
    await key(a, 'Items').click();
    await park(a, 'Off');
    await select(a, 'Off');
    await key(a, 'Join with another bill').click();
    await moveTo(a, 'Whole');
    await expect.poll(() => totalOf('Whole')).toBe(9_900);
    expect(totalOf('Off')).toBeNull();
  });

  it('keep a bill that the other one has paid, with who, when and its receipt, until the person goes on', async () => {
    await add(a, 'Flat white');
    await park(a, 'Shared');
    await take(a, 'Shared');
    await take(b, 'Shared');
    await selectLine(b, 'Flat white');
    // B is about to give a discount when A takes the money.
    await key(b, 'Line discount').click();
    await key(a, 'Cash').click();
    await key(a, /^Exact/).click();
    await state(a, 'Paid');
    await b
      .getByText(/Paid on another screen: \d+:\d+\. The next item begins a new sale\./)
      .waitFor();
    await slipHas(b, /Shared.*Flat white 52\.00.*Cash 52\.00.*Receipt R1/);
    await picture(b, 'paid-elsewhere');
    // Nothing that B has opened is about a bill that can still change.
    await b.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' });
    await b.reload();
    await b.getByText(/Paid on another screen/).waitFor();
    await add(b, 'Croissant');
    await b.getByText('Shared ended on another screen. This is a new sale.').waitFor();
    await slipHas(b, /1 Croissant 42\.00/);
    expect(namesOf('Shared')).toEqual(['Flat white']);
  });

  it('lose no line that a screen has not sent when its page is loaded again', async () => {
    let isHeld = false;
    await b.routeWebSocket(/./, (socket) => {
      const host = socket.connectToServer();
      socket.onMessage((message) => {
        if (!(isHeld && String(message).includes('"type":"bill"'))) host.send(message);
      });
    });
    await add(a, 'Flat white');
    await park(a, 'Kept');
    await b.reload();
    await take(b, 'Kept');
    isHeld = true;
    await add(b, 'Croissant', 'Cinnamon bun');
    await expect.poll(() => slip(b)).toMatch(/not saved yet/);
    expect(namesOf('Kept')).toEqual(['Flat white']);
    isHeld = false;
    await b.reload();
    await slipHas(b, /Flat white.*Croissant.*Cinnamon bun.*139\.00/);
    await expect.poll(() => namesOf('Kept')).toEqual(['Flat white', 'Croissant', 'Cinnamon bun']);
  });

  it('divide money off a line with the line', async () => {
    await add(a, 'Flat white', 'Flat white');
    await key(a, 'Line discount').click();
    await typeOff(a, '8000', /^Apply discount.*80\.00/);
    await slipHas(a, /Total kr 24\.00/);
    await park(a, 'Half');
    await select(a, 'Half');
    await line(a, 'Flat white').click();
    await moveTo(a, 'Other');
    await expect.poll(() => totalOf('Other')).toBe(1_200);
    expect(totalOf('Half')).toBe(1_200);
  });
});
