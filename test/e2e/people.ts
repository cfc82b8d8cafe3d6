import { join } from 'node:path';
import jsqr from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { shoot } from '../screens/keep-picture.ts';
import { leavePicture } from '../support/leave-picture.ts';
import { settled } from '../support/settled.ts';
import { PICTURES } from './start-house.ts';

/** Saves a screenshot of a page under a name, for people who want to look at a sale. */
export function picture(page: Page, name: string): Promise<void> {
  return leavePicture(page, join(PICTURES, `${name}.png`));
}

/** Waits for what begins a sale: the keypad, or the items of a till that has some. */
export const deckOf = (page: Page) => page.locator('.keypad, .product').first().waitFor();

/** Opens the till's screen, and waits for its keypad or its items. */
export async function openTillScreen(browser: Browser, address: string): Promise<Page> {
  const page = await openScreen(browser, address);
  await deckOf(page);
  return page;
}

/** Opens the till's screen, whatever it shows. */
export async function openScreen(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/**
 * A customer's phone. It has no address until the customer scans or types one. Animations need much
 * processor time, so only `moving` phones draw them.
 */
export async function openPhone(browser: Browser, moving = false): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    reducedMotion: moving ? 'no-preference' : 'reduce',
  });
  return context.newPage();
}

/** The margin around the code in the camera's picture. */
const AROUND = 24;

/** Reads the code from the pixels of the screen, as a camera does. */
export async function readCode(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: /QR code/ });
  await code.waitFor();
  // The box is where the code is drawn, with the page's fonts.
  await settled(page);
  const { x, y, width: side } = (await code.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const clip = {
    x: x - AROUND,
    y: y - AROUND,
    width: side + 2 * AROUND,
    height: side + 2 * AROUND,
  };
  const { data, width, height } = await shoot(page, 1, clip);
  const found = jsqr.default(data, width, height);
  if (!found) throw new Error('no code can be read off the screen');
  return found.data;
}

/** Waits until the till takes the typed amount: neither a scan nor Enter starts a sale while a command has no answer. */
export function readyToPay(page: Page): Promise<void> {
  return page.locator('.entry-yellow:not([aria-disabled="true"])').waitFor();
}

/** Types an amount by its digits: `12500` is 125.00. */
export async function typeOnKeypad(page: Page, digits: string): Promise<void> {
  const keypad = page.getByRole('group', { name: 'Keypad', exact: true });
  const pane = page.getByRole('button', { name: 'Keypad', exact: true });
  if (await pane.isVisible()) await pane.click();
  for (const digit of digits)
    await keypad.getByRole('button', { name: digit, exact: true }).click();
}

/** Waits until the till shows this state. */
export function state(page: Page, word: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name: word, exact: true }).waitFor();
}

/** The lines of the slip. */
export function slipLines(page: Page): Promise<string[]> {
  return page.locator('.log .log-line').allTextContents();
}

/** Drags the wallet's slider to its end, which approves the payment. */
export async function approve(phone: Page): Promise<void> {
  const knob = phone.getByRole('button', { name: /^Pay / });
  await knob.waitFor();
  const [from, track] = [await knob.boundingBox(), await phone.locator('.slide').boundingBox()];
  if (!from || !track) throw new Error('the slide is not on the screen');
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await phone.mouse.move(x, y);
  await phone.mouse.down();
  await phone.mouse.move(x + track.width / 2, y, { steps: 4 });
  await phone.mouse.move(x + track.width, y, { steps: 4 });
  await phone.mouse.up();
}

export async function reject(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Decline' }).click();
  await phone.getByRole('button', { name: 'Decline payment' }).click();
}

/** Signs in as a customer. The demo shows the code that the service otherwise sends. */
export async function signIn(phone: Page, number: string): Promise<void> {
  await phone.getByLabel('Phone number').fill(number);
  await phone.getByRole('button', { name: 'Send me a code' }).click();
  const shown = await phone.getByText(/Demo: your code is \d{6}/).textContent();
  await phone.getByLabel('Six-digit code').fill(/\d{6}/.exec(shown ?? '')?.[0] ?? '');
  await phone.getByRole('button', { name: 'Open my wallet' }).click();
}
