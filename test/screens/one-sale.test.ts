import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saleSlip } from '../../main/host/receipts/sale-slip.ts';
import { DISPLAY_WORDS } from '../../renderer/i18n/customer.ts';
import { alike } from '../../shared/catalogue/language.ts';
import { customerView } from '../../shared/device/bridge/customer-view.ts';
import { money } from '../../shared/money/money.ts';
import { amounts } from '../support/amounts.ts';
import { screenOf } from '../support/screen-of.ts';
import { openCashier } from './cashier/page.ts';
import { lines, SETTINGS, sale, view } from './cashier/sales.ts';
import { NOBODY } from './cashier/staff-history-day.ts';
import { openDisplay } from './customer-display/page.ts';
import { openKiosk } from './kiosk/page.ts';
import { AIDS, sale as kioskSale, view as kioskView, service } from './kiosk/views.ts';
import { DETAIL, payment } from './portal/answers.ts';
import { openPortal } from './portal/page.ts';
import type { Served } from './random-content/random-content.ts';
import { serveExamplePage } from './react/page.ts';
import { openWallet } from './wallet/page.ts';
import { request } from './wallet/requests.ts';

/*
 * One sale of NOK 1,234,567.89 that was paid at 23:09 on the 21st in the shop, read on devices in
 * another time zone: the till, the customer's phone, the portal and the paper show the same amount and time,
 * in the reader's language and on the shop's day.
 */

const PAID_AT = Date.UTC(2026, 10, 21, 22, 9, 30);
const AMOUNT = money(123_456_789);
/** Where these devices are; there it is the 22nd already. */
const DEVICE = 'Asia/Tokyo';

const EXPECTED = {
  en: { amount: 'kr 1,234,567.89', time: '21 Nov 2026, 23:09', day: '21 Nov, 23:09' },
  nb: { amount: 'kr 1 234 567,89', time: '21. nov. 2026, 23:09', day: '21. nov., 23:09' },
  de: { amount: '1.234.567,89 kr', time: '21. Nov. 2026, 23:09', day: '21. Nov., 23:09' },
  ar: { amount: '1,234,567.89 kr', time: '21 نوفمبر 2026، 23:09', day: '21 نوفمبر، 23:09' },
} as const;
const LANGUAGES = ['en', 'nb', 'de', 'ar'] as const;
/** The locale of a browser in each language. */
const LOCALE = { en: 'en-GB', nb: 'nb-NO', de: 'de-DE', ar: 'ar' } as const;
const CLOCK = '23:09';

/** Kinds of spaces and marks of direction are not what is compared. */
const plain = (text: string | null) =>
  (text ?? '').replaceAll(/\p{Cf}/gu, '').replaceAll(/[\s\u00a0\u202f]+/g, ' ');
const settings = { ...SETTINGS, timeZone: 'Europe/Oslo' } as const;
const paid = sale(
  { kind: 'paid', at: PAID_AT },
  {
    amount: AMOUNT,
    started: PAID_AT - 30_000,
    money: amounts({ captured: AMOUNT }),
    actions: ['dismiss'],
    log: lines({ at: PAID_AT, key: 'paid' }),
  },
);

const cashier = screenOf('cashier');
const wallet = screenOf('wallet');
const portal = screenOf('portal');
const kiosk = screenOf('kiosk');
const display = screenOf('customer-display');
let embedded: Served;
beforeAll(async () => {
  embedded = await serveExamplePage();
});
afterAll(() => embedded.stop());

describe.each(LANGUAGES)('one sale in the language %s has the same amount and time', (language) => {
  const { amount, time, day } = EXPECTED[language];
  const locale = LOCALE[language];

  it('on the screen of the till', async () => {
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

  it('on the printed receipt', () => {
    const paper = saleSlip(paid, { ...settings, language });
    // Paper has Latin letters only, so that of an Arabic till is in English.
    const onPaper = EXPECTED[language === 'ar' ? 'en' : language];
    expect(plain(paper?.total.value ?? '')).toBe(onPaper.amount);
    expect(paper?.facts.map(({ value }) => plain(value))).toContain(onPaper.time);
  });

  it('on the customer’s phone', async () => {
    const shown = request({
      ...{ amount: AMOUNT, captured: AMOUNT, status: 'ok', status_code: 2000 },
      ...{ created: PAID_AT - 30_000, paid: PAID_AT, modified: PAID_AT },
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
    expect(plain(await row.textContent())).toContain(CLOCK);
  });

  it('in the portal', async () => {
    const sold = payment({ amount: AMOUNT, captured: AMOUNT, created: PAID_AT });
    const office = await openPortal(portal.browser(), portal.origin(), '/m/payments/p2ybyw4tq73n', {
      locale,
      office: {
        payments: [sold],
        answers: new Map([['/payments/p2ybyw4tq73n', [200, { ...DETAIL, ...sold }]]]),
      },
    });
    await office.page.getByRole('article').waitFor();
    const slip = plain(await office.page.getByRole('article').textContent());
    expect(slip).toContain(amount);
    expect(slip).toContain(time);
    expect(plain(await office.page.getByRole('row').nth(1).textContent())).toContain(CLOCK);
  });

  it('on the customer display, whose greeting follows the shop’s time', async () => {
    const shown = customerView({ settings: { ...settings, language }, view: view([paid]) });
    const soon = PAID_AT + 2_000;
    const size = { width: 1024, height: 768 };
    const opened = await openDisplay(
      ...([display.browser(), display.origin(), shown, size, soon, DEVICE] as const),
    );
    await opened.page.locator(`[lang=${language}] .display-flood`).waitFor();
    expect(plain(await opened.page.locator('.display-hero').textContent())).toBe(amount);
    expect(plain(await opened.page.locator('.display-total').textContent())).toBe(amount);
    await opened.tell({ ...shown, sale: null });
    // The local time of this device is seven in the morning.
    await opened.page.getByText(DISPLAY_WORDS[language].evening, { exact: true }).waitFor();
    await opened.close();
  });

  it('on the kiosk, and in its service menu on the next day', async () => {
    const seen = { aids: { ...AIDS, language }, timeZone: 'Europe/Oslo' };
    const ended = kioskSale({ kind: 'paid', kept: AMOUNT }, { amount: AMOUNT, delivery: 'none' });
    const opened = await openKiosk(
      ...([kiosk.browser(), kiosk.origin(), kioskView(ended, seen), 'desk', DEVICE] as const),
    );
    const slip = opened.page.locator(`[lang=${language}] .kiosk-slip`);
    await slip.waitFor();
    expect(plain(await slip.textContent())).toContain(amount);
    await opened.page.clock.setFixedTime(PAID_AT + 3_600_000);
    const sold = { id: 's', number: 187, at: PAID_AT, amount: AMOUNT, currency: 'NOK' };
    const row = { ...sold, name: alike('Flat white'), phase: 'paid', canSettle: false } as const;
    await opened.show(kioskView(service({ sales: [row] }), seen));
    const menu = plain(await opened.page.locator('.service-sale').textContent());
    expect(menu).toContain(amount);
    expect(menu).toContain(day);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });

  it('on the embedded React payment', async () => {
    const part = await openCashier(display.browser(), embedded.origin, {
      ...{ language, timezoneId: DEVICE, whole: true },
    });
    await part.page.clock.setFixedTime(PAID_AT + 2_000);
    await part.show(view([paid]), { ...settings, language });
    const shown = part.page.locator(`.payment [lang=${language}] .embed`);
    await shown.locator('.paid-amount').waitFor();
    expect(plain(await shown.locator('.paid-amount').textContent())).toBe(amount);
    expect(plain(await shown.locator('.receipt').first().textContent())).toContain(time);
    expect(part.errors).toEqual([]);
  });
});
