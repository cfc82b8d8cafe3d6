import { beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../main/host/receipts/renderer.ts';
import { money } from '../../shared/money/money.ts';
import { openBrowser } from '../support/browser.ts';
import { screenOf } from '../support/screen-of.ts';
import { openCashier } from './cashier/page.ts';
import { lines, SETTINGS, sale, view } from './cashier/sales.ts';
import { NOBODY } from './cashier/staff-history-day.ts';
import { DETAIL, payment } from './portal/answers.ts';
import { openPortal } from './portal/page.ts';
import { openWallet } from './wallet/page.ts';
import { request } from './wallet/requests.ts';

/*
 * One sale of NOK 1,234,567.89 that was paid at 23:09 on the 21st in the shop, read on devices in
 * another time zone: the till, the customer's phone, the portal and the paper write it alike, in the
 * reader's language, on the shop's day.
 */

const PAID_AT = Date.UTC(2026, 10, 21, 22, 9, 30);
const AMOUNT = money(123_456_789);
/** Where these devices are; there it is the 22nd already. */
const DEVICE = 'Asia/Tokyo';

const EXPECTED = {
  en: { amount: 'kr 1,234,567.89', time: '21 Nov 2026, 23:09', clock: '23:09' },
  nb: { amount: 'kr 1 234 567,89', time: '21. nov. 2026, 23:09', clock: '23:09' },
} as const;

const plain = (text: string | null) => (text ?? '').replaceAll(/[\s\u00a0\u202f]+/g, ' ');
const settings = { ...SETTINGS, timeZone: 'Europe/Oslo' } as const;
const paid = sale(
  { kind: 'paid', at: PAID_AT },
  {
    amount: AMOUNT,
    started: PAID_AT - 30_000,
    money: { reserved: money(0), taken: AMOUNT, refunded: money(0) },
    actions: ['dismiss'],
    log: lines({ at: PAID_AT, key: 'paid' }),
  },
);

const cashier = screenOf('cashier');
const wallet = screenOf('wallet');
const portal = screenOf('portal');
beforeAll(() => openBrowser());

describe.each(['en', 'nb'] as const)('one sale in the language %s', (language) => {
  const { amount, time, clock } = EXPECTED[language];

  it('on the till, and filed there under the shop’s day', async () => {
    const till = await openCashier(cashier.browser(), cashier.origin(), {
      language,
      timezoneId: DEVICE,
    });
    await till.page.clock.setFixedTime(PAID_AT + 2_000);
    till.backOffice({ ...NOBODY, today: '2026-11-21' });
    await till.show(view([paid]), { ...settings, language });
    await till.page.locator('.paid-word, .state-word').first().waitFor();
    const shown = plain(await till.page.locator('main').textContent());
    expect(shown).toContain(amount);
    expect(shown).toContain(time);
    expect(plain(await till.page.locator('.receipt').first().textContent())).toContain(time);
    expect(till.errors).toEqual([]);
  });

  it('on the paper', () => {
    const paper = contentOf(paid, { ...settings, language });
    expect(plain(paper?.total.amount ?? '')).toBe(amount);
    expect(paper?.facts.map(({ value }) => plain(value))).toContain(time);
  });

  it('on the customer’s phone', async () => {
    const locale = language === 'nb' ? 'nb-NO' : 'en-GB';
    const shown = request({
      ...{ amount: AMOUNT, captured: AMOUNT, lines: [], status: 'ok', status_code: 2000 },
      ...{ created: PAID_AT - 30_000, modified: PAID_AT },
    });
    const phone = await openWallet(wallet.browser(), wallet.origin(), `/p/${shown.tid}/`, {
      locale,
      timezoneId: DEVICE,
      desk: { requests: [shown] },
    });
    await phone.page.locator('.slip-facts').waitFor();
    const text = plain(await phone.page.locator('main').textContent());
    expect(text).toContain(amount);
    expect(text).toContain(time);
    await phone.page.goto(`${wallet.origin()}/w/`);
    const row = phone.page.locator('.wallet-row').first();
    await row.waitFor();
    expect(plain(await row.textContent())).toContain(clock);
  });

  it('in the portal', async () => {
    const sold = payment({ amount: AMOUNT, captured: AMOUNT, created: PAID_AT });
    const office = await openPortal(portal.browser(), portal.origin(), '/m/payments/p2ybyw4tq73n', {
      locale: language === 'nb' ? 'nb-NO' : 'en-GB',
      office: {
        payments: [sold],
        answers: new Map([['/payments/p2ybyw4tq73n', [200, { ...DETAIL, ...sold }]]]),
      },
    });
    await office.page.getByRole('article').waitFor();
    const slip = plain(await office.page.getByRole('article').textContent());
    expect(slip).toContain(amount);
    expect(slip).toContain(time);
    expect(plain(await office.page.getByRole('row').nth(1).textContent())).toContain(clock);
  });
});
