import { describe, expect, it } from 'vitest';
import type { SetupView } from '../../../shared/bridge/setup.ts';
import type { CheckResult } from '../../../shared/pairing/checks.ts';
import { type Look, testEveryPicture } from './every-picture.ts';
import { type CashierPage, openCashier } from './page.ts';
import { SETTINGS, view } from './sales.ts';

const ASKING: SetupView = {
  stage: { kind: 'asking' },
  facts: { address: null, merchantId: null, shop: null, userId: null, posId: null },
  why: 'first',
  secrets: 'kept',
  problem: null,
};
const FACTS = {
  address: 'https://pay.example.com/merchant/v1',
  merchantId: 'tk6v3m1q',
  shop: 'Fjord Kaffe',
  userId: 'till-4f8k2m9x',
  posId: 'kasse-2',
};
const passed = (number: number, id: CheckResult['id'], fact: string): CheckResult => ({
  number,
  id,
  state: 'passed',
  reason: null,
  fact,
});
const GOOD: readonly CheckResult[] = [
  passed(1, 'address', 'https://pay.example.com'),
  passed(2, 'time', '0'),
  passed(3, 'credentials', FACTS.userId),
  passed(4, 'merchant', FACTS.shop),
  passed(5, 'pos', 'Kasse 2'),
  { number: 6, id: 'push', state: 'warning', reason: 'no_push', fact: null },
];
const BAD: readonly CheckResult[] = [
  {
    ...passed(1, 'address', ''),
    state: 'warning',
    reason: 'not_encrypted',
    fact: 'http://x.example',
  },
  { ...passed(2, 'time', ''), state: 'warning', reason: 'clock_off', fact: '96' },
  { ...passed(3, 'credentials', ''), state: 'failed', reason: 'refused', fact: FACTS.userId },
  ...(['merchant', 'pos', 'push'] as const).map(
    (id, index): CheckResult => ({
      number: index + 4,
      id,
      state: 'skipped',
      reason: 'earlier_failed',
      fact: null,
    }),
  ),
];
const LINE = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtillkitkeytext00000\n';
const PEM = `-----BEGIN PUBLIC KEY-----\n${LINE.repeat(6)}-----END PUBLIC KEY-----\n`;

const PICTURES: Readonly<Record<string, SetupView>> = {
  first: ASKING,
  consent: { ...ASKING, secrets: 'ask' },
  problem: {
    ...ASKING,
    secrets: 'ask',
    facts: { ...ASKING.facts, address: FACTS.address },
    problem: { kind: 'too_many_tries', description: 'Too many.', retryAfter: 20 },
  },
  revoked: { ...ASKING, why: 'refused', facts: { ...ASKING.facts, address: FACTS.address } },
  working: { ...ASKING, facts: FACTS, stage: { kind: 'working', at: 'checking' } },
  key: { ...ASKING, stage: { kind: 'key_made', publicKey: PEM } },
  ready: { ...ASKING, facts: FACTS, stage: { kind: 'checked', results: GOOD, done: true } },
  missing: { ...ASKING, facts: FACTS, stage: { kind: 'checked', results: BAD, done: false } },
};

async function show({ page }: CashierPage, setup: SetupView, language: 'en' | 'nb' = 'en') {
  const snapshot = { settings: { ...SETTINGS, language }, view: view([]), setup };
  await page.evaluate((given) => {
    for (const listener of window.script.snapshots) listener(given);
  }, snapshot);
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

async function everyPicture(
  cashier: CashierPage,
  look: Look,
  language: 'en' | 'nb',
): Promise<void> {
  for (const [name, setup] of Object.entries(PICTURES)) {
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
    await show(cashier, PICTURES.ready ?? ASKING);
    await page.keyboard.press('Enter');
    expect(await cashier.commands()).toEqual([{ type: 'setup', step: { kind: 'finish' } }]);
  });
});
