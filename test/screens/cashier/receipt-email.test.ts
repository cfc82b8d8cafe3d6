import { describe, expect, it } from 'vitest';

import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { axeViolations } from '../../support/axe.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { overflow, smallestKey, smallTargets } from '../../support/layout.ts';
import { outOfSight } from '../../support/readable.ts';
import { settled } from '../../support/settled.ts';
import { BOOKS, cashHost } from './books-shop.ts';
import { openTill } from './fixture.ts';
import { demoShop, stock } from './goods-shop.ts';
import { RECEIPTS, SHOWN } from './receipts-shop.ts';
import { STATES, view } from './sales.ts';
import { LOCKED, SUPERVISED } from './staff-history-day.ts';

/* The receipt of a payment by e-mail: the key on the paid picture, and the window for the address. */

const { cashier, key, page, open, state } = openTill();
const orders = async () =>
  (await cashier().commands()).filter(({ type }) => type === 'email_receipt');
const field = () => page().locator('.email-form input');
const PAID = STATES.paid?.sales[0]?.id;

async function openWindow() {
  cashier().receiptEmail('possible');
  await state('paid');
  await key('E-mail').click();
  await field().waitFor();
}

/** Pays a bill in cash, at a till without a printer. */
async function payCash() {
  cashier().books(BOOKS);
  cashier().receiptEmail('possible');
  await stock(cashier(), demoShop(), {}, view([]), cashHost());
  await page().locator('.basket-line').first().waitFor();
  await page().keyboard.press('F3');
  await page().locator('.tender-note').last().click();
}

it('has a key only while the service sends e-mails', async () => {
  await state('paid');
  await page().locator('.paid-word').waitFor();
  expect(await key('E-mail').count()).toBe(0);
  cashier().receiptEmail('possible');
  await state('paid');
  await key('E-mail').waitFor();
});

it('is ordered for the sale on the screen by keyboard alone, and the screen says no more than that', async () => {
  await openWindow();
  await page().keyboard.type('kari@home');
  await page().keyboard.press('Enter');
  expect(await orders()).toEqual([]);
  await page().keyboard.type('.example');
  await page().keyboard.press('Enter');
  await page().getByText('E-mail ordered. If it does not arrive, print the receipt.').waitFor();
  const of = { kind: 'sale', id: PAID };
  expect(await orders()).toMatchObject([{ of, email: 'kari@home.example' }]);
  expect(await field().count()).toBe(0);
});

it('is typed on the keys of the screen', async () => {
  await openWindow();
  for (const sign of 'a@b.no') {
    await page()
      .locator('.letter-key', { hasText: new RegExp(`^${sign.replace('.', '\\.')}$`) })
      .click();
  }
  await key('Send receipt').click();
  await field().waitFor({ state: 'detached' });
  expect(await orders()).toMatchObject([{ email: 'a@b.no' }]);
});

it('says why nothing was ordered and what to do, and keeps the address for another try', async () => {
  await cashier().answerTo('email_receipt', refuseTill('email_not_yet'));
  await openWindow();
  await page().keyboard.type('kari@home.example');
  await page().keyboard.press('Enter');
  await page().getByText(CASHIER_WORDS.en.problems.email_not_yet).waitFor();
  expect(await field().inputValue()).toBe('kari@home.example');
});

it('names the printer after a refusal only where a key prints', async () => {
  await cashier().answerTo('email_receipt', refuseTill('email_too_often'));
  const { problems, emailOrPrint } = CASHIER_WORDS.en;
  const order = async (text: string) => {
    await key('E-mail').click();
    await page().keyboard.type('kari@home.example');
    await page().keyboard.press('Enter');
    await page().getByText(text, { exact: true }).waitFor();
  };
  cashier().receiptEmail('possible');
  await state('paid');
  await order(`${problems.email_too_often} ${emailOrPrint}`);
  await page().keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
  await payCash();
  await order(problems.email_too_often);
});

it('is asked of the customer; Escape ends the wait', async () => {
  await cashier().answerTo('ask_receipt_email', { ok: true, value: { id: 'q1' } });
  await openWindow();
  await key('Ask customer').click();
  await page().getByText('The customer types the address on the display.').waitFor();
  await page().keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
  const types = (await cashier().commands()).map(({ type }) => type);
  expect(types.slice(-2)).toEqual(['ask_receipt_email', 'skip_question']);
});

it('stays when another screen ends the picture of its payment, and is of that payment', async () => {
  await openWindow();
  await page().keyboard.type('kari@home');
  await cashier().show(view([]));
  await page().locator('.paid-word').waitFor({ state: 'detached' });
  await page().keyboard.type('.example');
  await page().keyboard.press('Enter');
  await field().waitFor({ state: 'detached' });
  const of = { kind: 'sale', id: PAID };
  expect(await orders()).toMatchObject([{ of, email: 'kari@home.example' }]);
});

it('closes when the next payment runs, and nothing typed is left for it', async () => {
  await openWindow();
  await page().keyboard.type('kari@home.example');
  await state('creating');
  await field().waitFor({ state: 'detached' });
  await state('paid');
  await key('E-mail').click();
  expect(await field().inputValue()).toBe('');
});

it('closes when the till locks', async () => {
  await openWindow();
  cashier().backOffice(LOCKED);
  await state('paid');
  await field().waitFor({ state: 'detached' });
  cashier().backOffice(undefined);
  await state('paid');
  await page().locator('.paid-word').waitFor();
  expect(await field().count()).toBe(0);
});

it('is ordered for a payment in cash too', async () => {
  await payCash();
  await key('E-mail').click();
  await page().keyboard.type('kari@home.example');
  await page().keyboard.press('Enter');
  // This till has no printer, so nothing tells the cashier to print.
  await page().getByText('E-mail ordered.', { exact: true }).waitFor();
  expect(await orders()).toMatchObject([{ of: { kind: 'tender' } }]);
});

/** Opens the newest receipt of the list. */
async function openReceipt(words = CASHIER_WORDS.en) {
  cashier().backOffice(SUPERVISED);
  cashier().books(BOOKS);
  cashier().receiptEmail('possible');
  await cashier().answerTo('receipts', RECEIPTS);
  await cashier().answerTo('read_receipt', SHOWN);
  await cashier().show(view([]));
  await key(words.receipts).click();
  await page().locator('.list-row').first().click();
  await key(words.emailKey).waitFor();
}

it('is ordered for a receipt of the list too', async () => {
  await openReceipt();
  await key('E-mail').click();
  await field().waitFor();
  await page().keyboard.type('kari@home.example');
  await page().keyboard.press('Enter');
  await page().getByText('E-mail ordered. If it does not arrive, print the receipt.').waitFor();
  expect(await orders()).toMatchObject([{ of: { kind: 'receipt', id: 1_261 } }]);
});

it.each([
  [390, 844, 'de', 'light'],
  [800, 600, 'de', 'dark'],
  [1024, 600, 'ar', 'light'],
  [1920, 1080, 'nb', 'dark'],
] as const)(
  'has its key in sight beside a receipt of the list at %ix%i in %s, %s',
  async (width, height, language, theme) => {
    await open({ width, height, language, theme });
    const words = CASHIER_WORDS[language];
    await openReceipt(words);
    await settled(page());
    expect(await outOfSight(page(), ['.receipt-keys .ghost', '.receipt-keys .key-yellow'])).toEqual(
      [],
    );
    expect(await overflow(page())).toBe(0);
    expect(await smallTargets(page(), 44)).toEqual([]);
  },
);

describe.each([
  [390, 844, 'de'],
  [800, 600, 'de'],
  [1024, 600, 'ar'],
  [1024, 768, 'nb'],
  [1280, 800, 'en'],
  [1366, 768, 'de'],
  [1920, 1080, 'ar'],
  [2560, 1440, 'nb'],
] as const)('the window at %ix%i in %s', (width, height, language) => {
  it.each(['light', 'dark'] as const)('fits, %s, and is readable', async (theme) => {
    await open({ width, height, language, theme });
    const words = CASHIER_WORDS[language];
    await cashier().answerTo('email_receipt', refuseTill('email_not_yet'));
    cashier().receiptEmail('possible');
    cashier().receiptLinks({ [PAID ?? '']: 'https://pay.example/re/kasse-1-R12' });
    await state('paid');
    await settled(page());
    expect(await outOfSight(page(), ['.state-keys .key-yellow', '.state-keys .ghost'])).toEqual([]);
    await key(words.emailKey).click();
    await page().keyboard.type('a-rather-long-name@mail.shop.example');
    await page().keyboard.press('Enter');
    await page().getByText(words.problems.email_not_yet).waitFor();
    await settled(page());
    const parts = ['.dialog h2', '.email-form input', '.email-said', '.email-foot .key-yellow'];
    expect(
      await outOfSight(page(), [...parts, '.email-foot .ghost', '.letter-row:last-child .key']),
    ).toEqual([]);
    expect(await overflow(page())).toBe(0);
    expect(await smallTargets(page(), 44)).toEqual([]);
    expect(await smallestKey(page(), '.email-form .letter-key')).toBeGreaterThanOrEqual(
      width < 700 ? 28 : 44,
    );
    if (theme === 'dark' || width === 390) expect(await axeViolations(page())).toEqual([]);
  });
});
