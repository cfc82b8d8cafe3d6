import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closePages, openBrowser } from '../../support/browser.ts';
import { startController } from '../../support/controller.ts';
import {
  buy,
  head,
  kioskFile,
  knock,
  SERVICE_PIN,
  typePin,
  writeKiosk,
} from '../../support/kiosk.ts';
import { approve, openPhone, picture, readCode } from '../people.ts';
import { buildApp, COUNTER, type OpenApp, openApp, POLE } from './open-app.ts';

let browser: Browser;
let app: OpenApp;
let controller: Awaited<ReturnType<typeof startController>>;
let page: Page;
let phone: Page;

beforeAll(async () => {
  [browser] = await Promise.all([openBrowser(), buildApp()]);
});
// Each test has a separate till and machine, because a test leaves its screen and its state as they are.
beforeEach(async () => {
  controller = await startController();
  const file = await kioskFile(controller.port, { failed_seconds: 60, paid_seconds: 60 });
  [phone, app] = await Promise.all([
    openPhone(browser),
    openApp(browser, {
      mode: 'kiosk',
      displays: [COUNTER, POLE],
      prepare: (directory) => writeKiosk(directory, file),
    }),
  ]);
  page = await app.stage.page(app.window(0));
  controller.behave(({ vend }) => `OK ${vend}`);
});
afterEach(async () => {
  await phone?.context().close();
  await app?.close();
  await controller?.stop();
});
afterAll(closePages);

const journal = () => readFileSync(join(app.directory, 'terminal.journal'), 'utf8');

/** Back to the first picture, as a customer leaves it. */
async function startOver(): Promise<void> {
  await page.getByRole('button', { name: /^(Buy something else|Choose something else)$/ }).click();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: /^Touch to start/ }).waitFor();
}

async function pay(): Promise<void> {
  await phone.goto(await readCode(page));
  await head(page, 'Approve on your phone');
  await approve(phone);
}

test('a customer buys goods of the machine: selection, approval, delivery', async () => {
  const ordered = new Promise<[vend: string, item: string, most: number]>((order) => {
    controller.behave(({ vend, item, most }) => {
      order([vend, item, most]);
      return null;
    });
  });
  await buy(page, 'Coffee');
  await picture(page, 'kiosk-scan');
  await pay();
  await head(page, 'Your order is on its way');
  expect(await page.locator('.qr').count()).toBe(0);
  await page.getByText('The money is taken only after delivery.').waitFor();
  await picture(page, 'kiosk-delivering');
  // The screen may show the delivery before the machine has read the order.
  const [vend, item, most] = await ordered;
  expect([item, most]).toEqual(['slot-14', 5_200]);
  controller.say(`OK ${vend}`);
  await head(page, 'Your order is ready');
  expect(await page.locator('.slip-amount').innerText()).toMatch(/52[.,]00/);
  await picture(page, 'kiosk-vended');
  await startOver();
});

test('a customer does not pay for goods that the machine did not deliver', async () => {
  controller.behave(({ vend }) => `FAIL ${vend} jammed`);
  await buy(page, 'Coffee');
  await pay();
  await head(page, 'Sorry, nothing was delivered');
  expect(await page.locator('.slip-amount').innerText()).toMatch(/kr\s*0[.,]00/);
  // The engine has released the reservation without a capture.
  const lines = journal().split('\n').slice(-12).join('\n');
  expect(lines).toMatch(/"intent"[^\n]*"release"|"release"[^\n]*"intent"/);
  expect(lines).not.toMatch(/"kind":"intent"[^\n]*"capture"/);
  await startOver();
});

test('a sale of goods without a machine is captured at once', async () => {
  await buy(page, 'Ticket');
  await pay();
  await head(page, 'Paid');
  expect(controller.heard.filter((line) => line.includes('ticket'))).toEqual([]);
  await startOver();
});

test('a customer who cancels pays nothing', async () => {
  await buy(page, 'Coffee');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await head(page, 'Cancelled');
  await page.getByText('No money was taken.', { exact: true }).waitFor();
  await startOver();
});

test('the machine delivers the goods of a sale during which the service restarts', async () => {
  await buy(page, 'Coffee');
  const code = await readCode(page);
  app.services[0]?.kill('SIGKILL');
  await expect.poll(() => app.services.length).toBe(2);
  await expect.poll(() => app.reports.join()).toContain('runs again');
  await phone.goto(code);
  await approve(phone);
  await head(page, 'Your order is ready');
  await startOver();
});

test('a screen that crashes during a sale shows the same code again', async () => {
  await buy(page, 'Coffee');
  const before = await readCode(page);
  const dead = page;
  const crash = await page.context().newCDPSession(page);
  crash.send('Page.crash').catch(() => undefined);
  await expect.poll(() => app.window(0)?.loaded.length).toBe(2);
  await expect.poll(async () => (await app.stage.page(app.window(0))) === dead).toBe(false);
  page = await app.stage.page(app.window(0));
  await head(page, 'Scan to pay');
  expect(await readCode(page)).toBe(before);
  await pay();
  await head(page, 'Your order is ready');
  await startOver();
});

test('goods of a disconnected machine cannot be selected until it is connected again', async () => {
  // It does not answer a new connection either until the screen has shown that it is gone.
  controller.mute(true);
  controller.hangUp();
  const coffee = page.getByRole('button', { name: /^Coffee/ });
  await page.getByRole('button', { name: /^Touch to start/ }).click();
  await expect.poll(() => coffee.getAttribute('aria-disabled')).toBe('true');
  controller.mute(false);
  controller.hangUp();
  await expect.poll(() => coffee.getAttribute('aria-disabled')).toBe('false');
  await page.getByRole('button', { name: 'Start over' }).click();
});

test('the hidden corner and the PIN open the service menu, which can exit the full screen', async () => {
  const kiosk = app.window(0);
  await page.getByRole('button', { name: /^Touch to start/ }).waitFor();
  await knock(page);
  await typePin(page, '1234');
  await page.getByText('Wrong PIN.').waitFor();
  await typePin(page, SERVICE_PIN);
  await head(page, 'Service menu');
  await picture(page, 'kiosk-service');
  await page.getByRole('button', { name: 'Test machine' }).click();
  await page.getByText('Answer received').waitFor();
  expect(controller.delivered.some((vend) => vend.startsWith('test-'))).toBe(false);
  await page.getByRole('button', { name: 'Exit full screen' }).click();
  await page.getByRole('button', { name: 'Back to full screen' }).waitFor();
  await app.seen();
  expect(kiosk?.calls).toContain('setKiosk false');
  // While a person uses the desktop, the kiosk does not take the screen back.
  const before = kiosk?.calls.length;
  kiosk?.emit('blur');
  kiosk?.emit('leave-full-screen');
  await app.seen();
  expect(kiosk?.calls.length).toBe(before);
  await page.getByRole('button', { name: 'Back to full screen' }).click();
  await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
  await app.seen();
  expect(kiosk?.calls).toContain('setKiosk true');
  await page.getByRole('button', { name: 'Restart screen' }).click();
  await expect.poll(() => kiosk?.loaded.length).toBe(2);
  page = await app.stage.page(kiosk);
  await head(page, 'Service menu');
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByRole('button', { name: /^Touch to start/ }).waitFor();
});

const KEYS = [
  ...['F1', 'F5', 'F11', 'F12', 'Control+w', 'Control+r', 'Control+p', 'Control+Shift+i'],
  ...['Alt+F4', 'Alt+ArrowLeft', 'Meta+q'],
];

test('a customer cannot leave the kiosk with a key, a link or a closed window', async () => {
  const kiosk = app.window(0);
  const address = page.url();
  for (const key of KEYS) expect([key, await app.stage.press(kiosk, key)]).toEqual([key, 'kept']);
  expect(await app.stage.press(kiosk, 'Tab')).toBe('passed');
  await page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  await page.evaluate(() => {
    window.open('https://example.com/window');
  });
  await page.evaluate(() => fetch('https://example.com/data').catch(() => undefined));
  await expect.poll(() => app.stage.refused.join()).toContain('navigation https://example.com/');
  await expect.poll(() => app.stage.refused.join()).toContain('window');
  kiosk?.close();
  kiosk?.emit('leave-full-screen');
  await app.seen();
  expect(kiosk?.isDestroyed()).toBe(false);
  expect(kiosk?.calls.at(-1)).toBe('setKiosk true');
  expect(page.url()).toBe(address);
});

test('the page has only the kiosk’s bridge, which refuses prices and service commands', async () => {
  const has = await page.evaluate(() =>
    ['tillkit', 'tillkitDisplay', 'tillkitKiosk', 'require', 'process'].filter((name) =>
      Reflect.has(window, name),
    ),
  );
  expect(has).toEqual(['tillkitKiosk']);
  const answers = await page.evaluate(async () => {
    const call: unknown = Reflect.get(Reflect.get(window, 'tillkitKiosk') ?? {}, 'call');
    if (typeof call !== 'function') return [];
    return Promise.all([
      call({ type: 'pay', good: 'coffee', amount: 1 }),
      call({ type: 'start_sale', request: { amount: 1, method: { kind: 'qr' } } }),
      call({ type: 'service', act: 'leave_kiosk' }),
      call({ type: 'pin', pin: '482915' }),
      call({ type: 'settle', sale: 'x' }),
    ]);
  });
  expect(answers).toHaveLength(5);
  for (const answer of answers) expect(answer).toMatchObject({ ok: false });
  await page.getByRole('button', { name: /^Touch to start/ }).waitFor();
});
