import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Command, runCommand } from '../main/start/run-till.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { approve, deckOf, openPhone, picture, readCode, state, typeOnKeypad } from './people.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
let browser: Browser;
let folder: string;
const commands: Command[] = [];

beforeAll(async () => {
  [house, browser] = await Promise.all([startHouse(), openBrowser()]);
  folder = mkdtempSync(join(tmpdir(), 'tillkit-paired-'));
});
afterAll(async () => {
  for (const command of commands) {
    command.signal('SIGKILL');
    await command.ended;
  }
  await closePages();
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
});

const origin = () => new URL(house.ready.base_url).origin;

/** Runs `npm start -- --service URL` in a separate process. */
async function startTill(...args: readonly string[]): Promise<{ till: Command; screen: string }> {
  const data = ['--port', '0', '--data', folder];
  const till = runCommand('main/start.ts', [...data, ...args]);
  commands.push(till);
  const [, screen = ''] = await till.line(
    /Open (http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43}) for the cashier/,
  );
  return { till, screen };
}

async function open(address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function codeFrom(portal: Page): Promise<string> {
  await portal.getByRole('button', { name: 'Pair a till' }).click();
  await portal.locator('input[name=name]').fill('Kasse ved døra');
  await portal.getByRole('button', { name: 'Create code' }).click();
  return portal.locator('.pairing-code').innerText();
}

it('a till pairs with a code of the portal, sells, restarts, and loses its access', async () => {
  const portal = await open(`${origin()}/m/tills/`);
  await portal.getByRole('button', { name: /demo/i }).click();
  const code = await codeFrom(portal);
  await picture(portal, 'pair-1-portal');

  const first = await startTill('--service', origin());
  const screen = await open(first.screen);
  await screen.getByRole('heading', { name: 'Connect this till' }).waitFor();
  await screen.keyboard.type(code.toLowerCase());
  await screen.keyboard.press('Enter');
  // The operator has not yet allowed the till to store the key in a file.
  await screen
    .getByRole('alert')
    .getByText(/cannot be stored safely/)
    .waitFor();
  await screen.locator('.setup-consent').click();
  await picture(screen, 'pair-2-till');
  await screen.getByRole('button', { name: 'Pair this till' }).click();
  await screen.getByRole('heading', { name: 'Ready to sell' }).waitFor();
  await picture(screen, 'pair-3-checked');
  await portal.getByText(/^Paired: /).waitFor();
  await picture(portal, 'pair-4-portal');
  await screen.keyboard.press('Enter');

  await deckOf(screen);
  await sell(screen);
  await picture(screen, 'pair-5-paid');
  first.till.signal('SIGTERM');
  expect((await first.till.ended).code).toBe(0);
  const kept = readFileSync(join(folder, 'connection.json'), 'utf8');
  expect(kept).toContain('"pos_id": "kasse-ved-dora"');

  // The till uses the stored settings, also without the option `--service`.
  const second = await startTill();
  const again = await open(second.screen);
  await deckOf(again);
  await sell(again);
  second.till.signal('SIGTERM');
  await second.till.ended;

  await portal.getByRole('button', { name: 'Close code' }).click();
  // The list of pairings has this till, and the list of what tills report has it as soon as it has reported.
  await portal.locator('.row-link:not([href*="till%3A"])', { hasText: 'Kasse ved døra' }).click();
  await portal.getByRole('button', { name: 'Revoke access' }).click();
  const sure = portal.getByRole('dialog').getByRole('button', { name: 'Revoke access' });
  await sure.click();
  await portal.locator('.portal-slip p').getByText('Revoked', { exact: true }).waitFor();
  const third = await startTill();
  await third.till.line(/refuses this till: it was revoked/);
  const refused = await open(third.screen);
  await refused.getByText(/no longer accepts this till/).waitFor();
  await picture(refused, 'pair-6-revoked');

  // After pairing with a new code the till has the same id.
  const newCode = await codeFrom(portal);
  await refused.locator('input[name=code]').fill(newCode);
  await refused.getByRole('button', { name: 'Pair this till' }).click();
  await refused.getByRole('heading', { name: 'Ready to sell' }).waitFor();
  await refused.getByRole('button', { name: 'Start this till' }).click();
  await deckOf(refused);
  await sell(refused);
});

/** Makes a sale by the code on the screen, which a customer of the demo approves. */
async function sell(till: Page): Promise<void> {
  await typeOnKeypad(till, '4500');
  await till.getByRole('button', { name: /^Show QR code/ }).click();
  const phone = await openPhone(browser);
  await phone.goto(await readCode(till));
  await approve(phone);
  await state(till, 'Paid');
  await phone.context().close();
  await till.keyboard.press('Enter');
  await deckOf(till);
}
