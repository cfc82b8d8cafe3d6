import { describe, expect, it } from 'vitest';
import type { Language } from '../../../shared/catalogue/language.ts';
import type { SetupView } from '../../../shared/device/bridge/setup.ts';
import { type Look, testEveryPicture } from './every-picture.ts';
import { type CashierPage, openCashier } from './page.ts';
import { SETTINGS, view } from './sales.ts';
import { ASKING, SETUPS } from './setup-views.ts';

async function show({ page }: CashierPage, setup: SetupView, language: Language = 'en') {
  const snapshot = { settings: { ...SETTINGS, language }, view: view([]), setup };
  await page.evaluate((given) => {
    for (const listener of window.script.snapshots) listener(given);
  }, snapshot);
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

async function everyPicture(cashier: CashierPage, look: Look, language: Language): Promise<void> {
  for (const [name, setup] of Object.entries(SETUPS)) {
    await show(cashier, setup, language);
    await look(name);
    if (name !== 'consent') continue;
    await cashier.page.locator('.setup-foot .ghost').click();
    await look('hand');
    await cashier.page.locator('input[name=address]').fill('pay.example.com');
    await cashier.page.keyboard.press('Enter');
    await look('who');
    await cashier.page.locator('.setup-foot .ghost').click();
  }
}

const served = testEveryPicture('every picture of the first-run screen', {
  app: 'setup',
  draw: everyPicture,
});
const open = () => openCashier(served.browser(), served.origin());

describe('the first-run screen', () => {
  it('accepts a code from the keyboard and sends it as typed', async () => {
    const cashier = await open();
    const { page } = cashier;
    await show(cashier, ASKING);
    await page.keyboard.type('pay.example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('abcd');
    await page.keyboard.press('Enter');
    expect(await cashier.commands()).toEqual([]);
    await page.keyboard.type('1234');
    expect(await page.locator('input[name=code]').inputValue()).toBe('ABCD-1234');
    await page.keyboard.press('Enter');
    const step = { kind: 'pair', address: 'pay.example.com', code: 'ABCD-1234', file: 'refused' };
    expect(await cashier.commands()).toEqual([{ type: 'setup', step }]);
  });

  it('accepts a code by touch', async () => {
    const cashier = await open();
    const { page } = cashier;
    await show(cashier, { ...ASKING, secrets: 'ask' });
    const key = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.locator('input[name=address]').click();
    for (const sign of '10.0.0.7:46') await key(sign);
    await key('Delete last character');
    await page.locator('input[name=code]').click();
    for (const sign of 'ABCD123X') await key(sign);
    await key('Delete last character');
    await key('4');
    await page.locator('.setup-consent').click();
    await key('Pair this till');
    const step = { kind: 'pair', address: '10.0.0.7:4', code: 'ABCD-1234', file: 'allowed' };
    expect(await cashier.commands()).toEqual([{ type: 'setup', step }]);
  });

  it('keeps the typed values after a failed step and moves the focus', async () => {
    const cashier = await open();
    const { page } = cashier;
    await show(cashier, ASKING);
    await page.keyboard.type('pay.example.com');
    await show(cashier, { ...ASKING, stage: { kind: 'working', at: 'pairing' } });
    await show(cashier, {
      ...ASKING,
      problem: { kind: 'unknown_code', description: 'Unknown.', retryAfter: null },
    });
    expect(await page.locator('input[name=address]').inputValue()).toBe('pay.example.com');
    expect(await page.getByRole('alert').first().innerText()).toContain('is unknown');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('address');
    await show(cashier, SETUPS.ready ?? ASKING);
    await page.keyboard.press('Enter');
    expect(await cashier.commands()).toEqual([{ type: 'setup', step: { kind: 'finish' } }]);
  });
});
