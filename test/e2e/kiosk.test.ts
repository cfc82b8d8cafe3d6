import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildScreens } from '../../main/build/screens.ts';
import { packageRoot, systemClock } from '../../main/host/adapters/machine.ts';
import { realFiles } from '../../main/host/adapters/small-files.ts';
import { writeStaff } from '../../main/host/staff/staff-file.ts';
import { type RunningTill, runTill } from '../../main/start/run-till.ts';
import { hashSecret } from '../../shared/node/password-hash.ts';
import { instantOf } from '../../shared/time/clock.ts';
import { axeViolations } from '../support/axe.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { startController } from '../support/controller.ts';
import { type HostTime, holdHostTime } from '../support/host-time.ts';
import {
  buy,
  head,
  IDLE_SECONDS,
  kioskFile,
  knock,
  SERVICE_PIN,
  typePin,
  writeKiosk,
} from '../support/kiosk.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { approve, openPhone, readCode } from './people.ts';

let browser: Browser;
let till: RunningTill | null = null;
let folder: string;
let time: HostTime | null = null;
let reports: string[];
let controller: Awaited<ReturnType<typeof startController>>;

beforeAll(async () => {
  [browser, controller] = await Promise.all([openBrowser(), startController(), buildScreens()]);
});
afterEach(async () => {
  await till?.stop();
  till = null;
  time?.release();
  time = null;
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await closePages();
  await controller?.stop();
});

/** The product as `npm start -- --kiosk` runs it without Electron. */
async function start(file: unknown): Promise<Page> {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-kiosk-'));
  await giveKeys(folder);
  reports = [];
  if (file !== null) writeKiosk(folder, file);
  return run();
}

async function run(): Promise<Page> {
  const plan = {
    ...{ directory: folder, port: 0, screenPort: 0, lanAddress: null, root: packageRoot() },
    caFile: null,
    ...{ window: 'kiosk' as const, remote: null, words: [] },
  };
  till = await runTill(plan, 'kiosk', (sentence) => reports.push(sentence));
  const context = await browser.newContext({
    viewport: { width: 1080, height: 1920 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(till.screen());
  return page;
}

const begin = (page: Page) => page.getByRole('button', { name: /^(Touch to start|Trykk for)/ });

test('a customer completes a sale in the browser, and the controller delivers the goods', async () => {
  const page = await start(await kioskFile(controller.port));
  await buy(page, 'Coffee');
  const phone = await openPhone(browser);
  await phone.goto(await readCode(page));
  await approve(phone);
  await head(page, 'Your order is ready');
  expect(controller.delivered).toHaveLength(1);
  await phone.context().close();
});

test('an inactive visit shows a warning and continues after a touch', async () => {
  time = holdHostTime();
  const page = await start(await kioskFile(controller.port));
  await begin(page).click();
  await page.getByRole('button', { name: 'Contrast', pressed: false }).click();
  await page.getByRole('button', { name: 'Contrast', pressed: true }).waitFor();
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  expect(await warning.count()).toBe(0);
  time.pass(IDLE_SECONDS * 1_000);
  // The page uses the kiosk's clock.
  await page.clock.setFixedTime(instantOf(systemClock.now()));
  await warning.waitFor();
  // The warning appears at least twenty seconds before the end.
  const left = await warning.getByRole('timer').innerText();
  const [minutes = 0, seconds = 0] = left.split(':').map(Number);
  expect(minutes * 60 + seconds).toBeGreaterThanOrEqual(20);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'I am still here' }).click();
  await warning.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Coffee/ }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await head(page, 'Scan to pay');
  expect(await warning.count()).toBe(0);
  expect(await page.locator('.qr').count()).toBe(1);
});

test('the kiosk releases the amount after a power cut in a sale, and delivers nothing', async () => {
  const before = controller.delivered.length;
  const page = await start(await kioskFile(controller.port, { failed_seconds: 5 }));
  await buy(page, 'Coffee');
  const phone = await openPhone(browser);
  await phone.goto(await readCode(page));
  await phone.getByRole('button', { name: /^Pay / }).waitFor();
  await till?.stop();
  await page.context().close();
  const again = await run();
  // The customer may have left, so the till first cancels the request.
  await expect
    .poll(() => readFileSync(join(folder, 'terminal.journal'), 'utf8'))
    .toMatch(/"abort"/);
  await begin(again).waitFor();
  expect(controller.delivered).toHaveLength(before);
  await phone.context().close();
});

test('the kiosk automatically refunds paid goods that the machine did not deliver', async () => {
  const page = await start(
    await kioskFile(controller.port, { order: 'pay_first', failed_seconds: 300 }),
  );
  controller.behave(({ vend }) => `FAIL ${vend} jammed`);
  await buy(page, 'Coffee');
  const phone = await openPhone(browser);
  await phone.goto(await readCode(page));
  await approve(phone);
  // The embedded service gave the kiosk a key for refunds, so that no staff are needed.
  await page.getByText('Your payment is refunded.').first().waitFor();
  const told = readFileSync(join(folder, 'terminal.journal'), 'utf8');
  expect(told).toMatch(/refund/);
  controller.behave(({ vend }) => `OK ${vend}`);
  await phone.context().close();
});

test('the kiosk sells without a PIN on the data of a till with staff', async () => {
  const page = await start(await kioskFile(controller.port));
  await till?.stop();
  await page.context().close();
  const pin = await hashSecret('4711', (length) => randomBytes(length));
  writeStaff(folder, realFiles, [{ id: 'p1', name: 'Marte', role: 'supervisor', pin }]);
  const staffed = await run();
  await buy(staffed, 'Coffee');
  await readCode(staffed);
});

test('invalid settings close the kiosk, which shows the reason only after the PIN', async () => {
  const file = await kioskFile(controller.port);
  const page = await start({ ...file, goods: [{ id: 'x' }] });
  await head(page, 'Out of order');
  expect(await page.locator('body').innerText()).not.toContain('goods');
  expect(reports.join()).toContain('goods.0.name');
  await knock(page);
  await typePin(page, SERVICE_PIN);
  await head(page, 'Service menu');
  await page.getByText('goods.0.price is required').waitFor();
  expect(await page.getByRole('button', { name: 'Exit full screen' }).count()).toBe(0);
});

test('the demo’s kiosk has pictures, a simulated machine and a first PIN', async () => {
  const page = await start(null);
  await begin(page).click();
  await page.getByRole('button', { name: /Espresso/ }).waitFor();
  const drawn = () =>
    page.evaluate(() =>
      [...document.images].map((image) => image.complete && image.naturalWidth > 0),
    );
  // The pictures arrive after the names.
  await expect.poll(drawn).toEqual([true, true, true, true, true, true]);
  const kept: { service_pin: string } = JSON.parse(
    readFileSync(join(folder, 'kiosk-pin.json'), 'utf8'),
  );
  await knock(page);
  await typePin(page, kept.service_pin);
  await page.getByText(/Simulated|Simulert/).waitFor();
});
