import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCode } from '../e2e/people.ts';
import { type Command, runCommand } from '../main/start/run-till.ts';
import { axeViolations } from '../support/axe.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { buildPage } from '../support/build-page.ts';
import { leavePicture } from '../support/leave-picture.ts';

/* The example React till with an embedded payment, built and served by its own commands, until a sale
   has ended. */

const PICTURES = 'test-artifacts/examples';
let browser: Browser;
let page: Page;
let till: Command;
let simulator: string;
const folders: string[] = [];
const errors: string[] = [];

beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  const [built, data, launched] = await Promise.all([
    buildPage('examples/react-till'),
    mkdtemp(join(tmpdir(), 'tillkit-react-till-')),
    openBrowser(),
  ]);
  folders.push(built, data);
  browser = launched;
  till = runCommand('examples/react-till/serve.ts', [data, built]);
  const [, address = ''] = await till.line(/^till (\S+)$/m);
  [, simulator = ''] = await till.line(/^simulator (\S+)$/m);
  page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // A paid sale leaves the screen after eight seconds of the page's clock; no test waits for that.
  await page.clock.setFixedTime(Date.now());
  await page.goto(address);
});
afterAll(async () => {
  till?.signal('SIGTERM');
  await till?.ended;
  await closePages();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const picture = (name: string) => leavePicture(page, `${PICTURES}/react-till-${name}.png`);
const word = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

/** What the customer does on the phone, by the code that is read off the screen. */
async function customer(act: 'confirm' | 'reject'): Promise<void> {
  const code = await readCode(page);
  const tid = /\/p\/(\w+)\//.exec(code)?.[1] ?? '';
  for (const [step, body] of [
    ['claim', { customer: '4798765432' }],
    [act, {}],
  ] as const) {
    const reply = await fetch(`${simulator}/payment_request/${tid}/${step}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([step, reply.status]).toEqual([step, 204]);
  }
}

it('the example page completes a sale, and empties its basket when the sale is paid', async () => {
  await press(/Rye bread/);
  await press(/Coffee/);
  await picture('basket');
  expect(await axeViolations(page)).toEqual([]);
  await press(/^Show QR code/);
  await word('Waiting for scan');
  await picture('waiting');
  expect(await axeViolations(page)).toEqual([]);
  await customer('confirm');
  await word('Paid');
  await picture('paid');
  expect(await page.locator('.paid-amount').innerText()).toMatch(/113\.90/);
  await press('New sale');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('table', { name: 'Basket' }).locator('tr').count()).toBe(0);
  expect(errors).toEqual([]);
});

it('the example page retries after a decline, resumes its sale after a reload, and cancels it', async () => {
  await press(/Brown cheese/);
  await press(/^Show QR code/);
  await customer('reject');
  await word('Declined on the phone');
  await press(/^Try again/);
  await word('Waiting for scan');
  await page.reload();
  await word('Waiting for scan');
  // What a scanner types ends with an Enter, which must not find the key that cancels.
  const focused = () =>
    page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName);
  expect(await focused()).toBe('DIALOG');
  await page.keyboard.type('4006381333931');
  await page.keyboard.press('Enter');
  await word('Waiting for scan');
  await press('Cancel sale');
  await word('Cancelled');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

it('the example has at most 30 lines, of which at most 20 use Tillkit', async () => {
  const text = await readFile('examples/react-till/till.tsx', 'utf8');
  const own = text
    .split('\n')
    .filter((line) => /[tT]illkit|PayButton|PaymentDialog|bridge/.test(line));
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(30);
  expect(own.length).toBeLessThanOrEqual(20);
});
