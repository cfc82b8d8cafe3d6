import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { smallTargets } from '../../support/layout.ts';
import { type Screens, serveScreen } from '../../support/screens.ts';
import { type CashierPage, type CashierPageOptions, openCashier } from './page.ts';
import { BUSY_MORNING, NOW, STATES, sale, view } from './sales.ts';

/** How long a busy machine may take for what a till does at once. */
const PATIENT = { timeout: 10_000 };
let screens: Screens;
let browser: Browser;
let cashier: CashierPage;
let page: Page;

beforeAll(async () => {
  [screens, browser] = await Promise.all([serveScreen('cashier'), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await screens.stop();
});

async function open(options: CashierPageOptions = {}): Promise<void> {
  await cashier?.page.context().close();
  cashier = await openCashier(browser, screens.origin, options);
  page = cashier.page;
  await cashier.show(view([]));
}
beforeEach(() => open());

const key = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const amount = () => page.locator('.deck-amount').innerText();
const word = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const state = (name: string) => {
  const drawn = STATES[name];
  if (drawn === undefined) throw new Error(`no state ${name}`);
  return cashier.show(drawn);
};

describe('the amount', () => {
  it('is typed on the hardware keyboard and asked for with Enter', async () => {
    await page.keyboard.type('12509');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('0');
    expect(await amount()).toMatch(/kr\s*125,00/);
    await page.keyboard.press('Enter');
    expect(await cashier.commands()).toEqual([
      { type: 'start_sale', request: { amount: 12_500, text: null, way: { kind: 'qr' } } },
    ]);
    expect(await amount()).toMatch(/kr\s*0,00/);
  });

  it('is typed on the keys, and shown on the slip in the same frame', async () => {
    for (const name of ['7', '5', 'Double zero', '3', 'Delete last digit']) await key(name).click();
    expect(await amount()).toMatch(/75,00/);
    expect(await page.locator('.slip').innerText()).toMatch(/75,00/);
    // A touched key must not take the Enter that is meant for the yellow one.
    await page.keyboard.press('Enter');
    expect(await cashier.commands()).toHaveLength(1);
  });

  it('stays after a refusal, with the reason beside it', async () => {
    const description = 'The till cannot save sales now. Make room on its disk.';
    await cashier.answerWith({
      ok: false,
      refusal: { type: 'Service Unavailable', description },
    });
    await page.keyboard.type('4200');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: description }).waitFor();
    expect(await amount()).toMatch(/42,00/);
  });

  it('goes only after a question', async () => {
    await page.keyboard.type('4200');
    await key('Clear sale').click();
    await page.keyboard.press('Escape');
    expect(await amount()).toMatch(/42,00/);
    await key('Clear sale').click();
    await page.locator('.dialog').getByRole('button', { name: 'Clear sale' }).click();
    expect(await amount()).toMatch(/0,00/);
  });

  it('cannot be asked for while there is nothing to ask for, or nobody to ask', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('4200');
    await cashier.show(view([], { connection: { kind: 'offline', since: NOW - 60_000 } }));
    await word('No connection since 08:41');
    await page.keyboard.press('Enter');
    expect(await key('Show QR code').getAttribute('aria-disabled')).toBe('true');
    await cashier.show(view([]));
    await cashier.link(false);
    await word('The screen has lost the till');
    await page.keyboard.press('Enter');
    expect(await cashier.commands()).toEqual([]);
    await cashier.link(true);
    expect(await amount()).toMatch(/42,00/);
  });
});

describe('the phone number', () => {
  beforeEach(async () => {
    await page.keyboard.type('4200');
    await key('Phone number').click();
  });

  it('is asked for when it is whole, and says what is missing until then', async () => {
    await page.keyboard.type('9876543');
    await page.keyboard.press('Enter');
    await page.getByText('One digit is missing.').waitFor();
    await key('2').click();
    await page.keyboard.press('Enter');
    expect(await cashier.commands()).toEqual([
      {
        type: 'start_sale',
        request: { amount: 4_200, text: null, way: { kind: 'phone', msisdn: '4798765432' } },
      },
    ]);
  });

  it('takes another country', async () => {
    await page.keyboard.press('+');
    await page.keyboard.type('46');
    await page.getByRole('button', { name: 'Number' }).click();
    await page.keyboard.type('701234567');
    await page.keyboard.press('Enter');
    expect(JSON.stringify(await cashier.commands())).toContain('46701234567');
  });

  it('survives going back to the amount', async () => {
    await page.keyboard.type('987');
    await page.keyboard.press('Escape');
    expect(await amount()).toMatch(/42,00/);
    await key('Phone number').click();
    await page.getByText('987').waitFor();
  });

  it('can be changed when nobody has it, with nothing lost', async () => {
    await state('refused-number');
    await word('No wallet with that number');
    await key('Change the number').click();
    expect(await cashier.commands()).toEqual([
      { type: 'act', saleId: 'sale-187', action: 'dismiss' },
    ]);
    await cashier.show(view([]));
    await page.getByText('987 65 432').waitFor();
    expect(await page.locator('.slip').innerText()).toMatch(/125,00/);
  });
});

describe('a live sale', () => {
  it('can only be left by cancelling it', async () => {
    await state('waiting-qr');
    await word('Waiting for scan');
    expect(await key('Sales').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.type('123');
    expect(await cashier.commands()).toEqual([]);
    await key('Cancel sale').click();
    expect(await cashier.commands()).toEqual([
      { type: 'act', saleId: 'sale-187', action: 'cancel' },
    ]);
    await state('aborting');
    await word('Cancelling');
    await state('aborted');
    await word('Cancelled');
  });

  it('takes the screen back from the list of sales', async () => {
    await cashier.show(BUSY_MORNING);
    await key('Sales').click();
    await word('Sales on this till');
    await state('authorised-race');
    await word('Reserved, not taken');
  });

  it('goes on by phone number after the cancel has its result', async () => {
    await state('waiting-qr');
    await key('Phone number').click();
    await state('aborting');
    await state('aborted');
    await expect.poll(() => cashier.commands(), PATIENT).toHaveLength(2);
    await cashier.show(view([]));
    await word('The customer’s phone number');
    expect(await page.locator('.slip').innerText()).toMatch(/125,00/);
  });

  it('is decided by the cashier when the customer won the race', async () => {
    await state('authorised-race');
    await key(/^Take payment/).click();
    await key('Give it back').click();
    const acts = (await cashier.commands()).map((one) => one.type === 'act' && one.action);
    expect(acts).toEqual(['capture', 'release']);
  });

  it('that is unclear is asked about again, or set aside, and never charged twice', async () => {
    await state('unclear');
    await key('Ask again now').click();
    await key('Set aside, next customer').click();
    const acts = (await cashier.commands()).map((one) => one.type === 'act' && one.action);
    expect(acts).toEqual(['ask_again', 'set_aside']);
    expect(await page.getByRole('button', { name: /QR|charge|take/i }).count()).toBe(0);
  });
});

describe('a finished sale', () => {
  it('makes room for the next one on Enter', async () => {
    await state('paid');
    await word('Paid');
    expect(await page.locator('.paid-amount').innerText()).toMatch(/kr\s*125,00/);
    await page.keyboard.press('Enter');
    expect(await cashier.commands()).toEqual([
      { type: 'act', saleId: 'sale-187', action: 'dismiss' },
    ]);
  });

  it('makes room by itself when the shop’s time is up', async () => {
    await state('paid');
    await page.getByText('opens in 8 s').waitFor();
    await page.clock.setFixedTime(NOW + 3_000);
    await page.getByText('opens in 5 s').waitFor();
    expect(await cashier.commands()).toEqual([]);
    await page.clock.setFixedTime(NOW + 8_000);
    await expect.poll(() => cashier.commands(), PATIENT).toHaveLength(1);
  });

  it('gives the amount back to the keypad after a cancel', async () => {
    await state('aborted');
    await key('Back to the sale').click();
    await cashier.show(view([]));
    expect(await amount()).toMatch(/125,00/);
  });

  it('is asked for again in one press after it ran out', async () => {
    await state('expired');
    await key(/^Show a new code/).click();
    await expect.poll(() => cashier.commands(), PATIENT).toHaveLength(2);
    expect(JSON.stringify(await cashier.commands())).toContain('"amount":12500');
  });

  it('is announced at once, and progress when there is a pause', async () => {
    await state('approve');
    expect(await page.getByRole('status').first().innerText()).toMatch(/^Approve on the phone\./);
    await state('paid');
    expect(await page.getByRole('alert').first().innerText()).toMatch(/^Paid, kr\s*125,00\./);
  });
});

describe('around the sale', () => {
  it('lists sales, shows each one’s slip, and goes on with one that was set aside', async () => {
    await cashier.show(BUSY_MORNING);
    await key('1 open sale').click();
    await page.getByRole('heading', { name: 'We don’t know yet' }).waitFor();
    await key('Ask again now').click();
    expect(await cashier.commands()).toEqual([{ type: 'act', saleId: 'a', action: 'ask_again' }]);
    await page.getByRole('button', { name: /^Sale 183/ }).click();
    await page.getByRole('heading', { name: 'Declined on the phone' }).waitFor();
  });

  it('shows results that fit no sale', async () => {
    await cashier.show(BUSY_MORNING);
    await key('2 unclaimed').click();
    await word('Unclaimed payments');
    expect(await page.locator('.slip').innerText()).toMatch(/45,00[\s\S]*p7k2m9x1q0ab/);
  });

  it('keeps language and theme, and reaches both by keyboard', async () => {
    const settings = key('Settings');
    await settings.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    for (let steps = 0; steps < 12; steps += 1) {
      const chosen = await page.evaluate(() => document.activeElement?.getAttribute('name'));
      if (chosen === 'language') break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'Mørk' }).check();
    await page.reload();
    await page.waitForFunction(() => window.script.snapshots.length > 0);
    await cashier.show(view([]));
    await word('Beløp');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('nb');
  });

  it('has no control under 48 pixels, and large keys on the deck', async () => {
    await cashier.show(BUSY_MORNING);
    await page.keyboard.type('12500');
    expect(await smallTargets(page, 48)).toEqual([]);
    const digits = await page
      .locator('.key-digit')
      .evaluateAll((keys) => keys.map((one) => Math.min(one.clientWidth, one.clientHeight)));
    expect(Math.min(...digits)).toBeGreaterThanOrEqual(76);
    await open({ width: 390, height: 844 });
    await page.keyboard.type('12500');
    expect(await smallTargets(page, 48)).toEqual([]);
  });

  it('prints the receipt and nothing else', async () => {
    await state('paid');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.receipt .slip').isVisible()).toBe(true);
    expect(await page.locator('.till-right').isVisible()).toBe(false);
    expect(await page.locator('.strip-brand').isVisible()).toBe(false);
  });

  it('shows a sentence of the service as it came', async () => {
    const text = 'The customer <b>has</b> opened the request.';
    await cashier.show(
      view([
        sale(
          { kind: 'waiting_approval', expires: NOW + 60_000 },
          { log: [{ at: NOW, key: 'from_service', text }] },
        ),
      ]),
    );
    expect(await page.locator('.log-line').innerText()).toContain(text);
    expect(cashier.errors).toEqual([]);
  });
});
