import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { BOOKS } from './books-shop.ts';
import { BUSY_MORNING } from './busy-morning.ts';
import { type Look, testEveryPicture } from './every-picture.ts';
import type { CashierPage } from './page.ts';
import { STATES, view } from './sales.ts';
import { scan } from './scan.ts';
import {
  BACK_OFFICE,
  DAY,
  LOCKED,
  LOCKED_OUT,
  NOBODY,
  OTHER_TILL,
  OTHER_TILL_CODE,
  PAGE,
  PAID,
  REFUNDS,
  SOLD,
  SUPERVISED,
} from './staff-history-day.ts';

async function lockPictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  cashier.backOffice(BACK_OFFICE);
  await cashier.show(BUSY_MORNING);
  await look('desk-idle');
  cashier.backOffice(LOCKED);
  await cashier.show(view([]));
  await page.locator('.person').nth(1).click();
  await page.keyboard.type('47');
  // A scanner may be typing: keys count when none has followed for a moment.
  await page.locator('.pin-dot-on').nth(1).waitFor();
  await look('desk-locked');
  cashier.backOffice(LOCKED_OUT);
  await cashier.show(view([]));
  await look('desk-locked-out');
  cashier.backOffice(LOCKED);
  for (const name of ['waiting-qr', 'approve', 'paid', 'authorised-failed'] as const) {
    await cashier.show(STATES[name] ?? view([]));
    await look(`desk-locked-${name}`, 12_500);
  }
}

async function staffPictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  cashier.backOffice(NOBODY);
  await cashier.show(view([]));
  await page.locator('.strip-key[aria-controls]').click();
  await page.locator('.options-more .ghost').first().click();
  await look('desk-staff-none');
  cashier.backOffice({ ...NOBODY, firstSupervisor: 'by_code' });
  await cashier.show(view([]));
  await page.locator('.counter-foot .ghost').click();
  await page.keyboard.type('481720');
  await page.getByText('4817 20··').waitFor();
  await look('desk-staff-code');
  await page.locator('.setup-foot .ghost').click();
  cashier.backOffice(SUPERVISED);
  await cashier.show(view([]));
  await page.locator('.person').nth(2).click();
  await look('desk-staff');
  await page.locator('.staff-keys .ghost').nth(0).click();
  await look('desk-staff-rename');
  await page.locator('.setup-foot .ghost').click();
  await page.locator('.staff-remove').click();
  await look('desk-staff-remove');
  await page.locator('.dialog .ghost').first().click();
  await page.locator('.counter-foot .ghost').click();
  await page.locator('.setup-line input').fill('Nora');
  await look('desk-staff-add');
  await page.locator('.setup-foot .key-yellow').click();
  await page.keyboard.type('4711');
  await page.locator('.pin-dot-on').nth(3).waitFor();
  await look('desk-staff-pin');
  await page.locator('.strip-key', { has: page.locator('.lucide-x') }).click();
}

async function salesPictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  await cashier.answerTo('history', PAGE);
  await cashier.answerTo('day', DAY);
  await cashier.answerTo('approve', {
    ok: false,
    refusal: { type: 'Unauthorized', description: 'No.', details: { reason: 'wrong_pin' } },
  });
  cashier.backOffice(BACK_OFFICE);
  await cashier.show(view([PAID]));
  await page.locator('.strip-key', { has: page.locator('.lucide-history') }).click();
  await page.locator('.list-row').nth(4).waitFor();
  await look('desk-sales');
  await page.locator('.list-row').nth(4).click();
  await look('desk-sales-past');
  await page.locator('.search-line input').click();
  await look('desk-search');
  await page.locator('.search-line input').fill('Table');
  await look('desk-search-text');
  await page.keyboard.press('Escape');
  await page.locator('.list-row').first().click();
  await page.locator('.state-keys .ghost').first().click();
  await look('desk-refund');
  await page.locator('.refund-foot .ghost').click();
  await page.locator('.refund-foot .ghost').click();
  await cashier.answerTo('refundable', { ok: true, value: SOLD });
  await page.locator('.state-keys .ghost').first().click();
  await page.locator('.refund-row input').nth(1).click();
  await page.locator('.refund-row input').nth(2).click();
  await look('desk-refund-lines');
  await cashier.answerTo('refundable', refuseTill('service_away'));
  await page.locator('.refund-foot .ghost').click();
  await page.locator('.refund-foot .ghost').click();
  await page.locator('.state-keys .ghost').first().click();
  await page.locator('.refund-foot .ghost').click();
  await page.locator('.refund-side .pad').getByRole('button', { name: '4', exact: true }).click();
  await page.keyboard.type('500');
  await page.locator('.refund-window', { hasText: /45[.,]00/ }).waitFor();
  await look('desk-refund-part', 4_500);
  await page.keyboard.type('00');
  await page.locator('.refund-wrong').waitFor();
  await look('desk-refund-too-much', 450_000);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.locator('.refund-foot .key-yellow').click();
  await page.locator('.person').first().click();
  await page.keyboard.type('0000');
  await page.keyboard.press('Enter');
  await page.locator('.pin-problem:not(:empty)').waitFor();
  await look('desk-refund-approve', 4_500);
  await cashier.show(REFUNDS);
  await page.locator('.refund-foot .ghost').click();
  await page.locator('.refund-foot .ghost').click();
  await look('desk-refunds');
  await cashier.show(BUSY_MORNING);
  await page.locator('.strip-key', { has: page.locator('.lucide-calendar-days') }).click();
  await page.locator('.document-total').waitFor();
  await look('desk-day-open');
  await cashier.show(view([PAID]));
  await look('desk-day');
  await page.locator('.strip-key', { has: page.locator('.lucide-x') }).click();
  await cashier.show(BUSY_MORNING);
  await page.locator('.strip-key', { has: page.locator('.lucide-ticket') }).click();
  await look('desk-unclaimed');
  await page.locator('.state-keys .ghost').first().click();
  await look('desk-unclaimed-refund');
  await cashier.show({ ...BUSY_MORNING, unclaimed: [] });
  await look('desk-unclaimed-none');
}

/** A payment that another till sold is refunded from its receipt. */
async function otherTillPictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  cashier.backOffice(SUPERVISED);
  cashier.books(BOOKS);
  await cashier.answerTo('open_receipt', { ok: true, value: { otherTill: OTHER_TILL } });
  await cashier.answerTo('refundable', { ok: true, value: SOLD });
  await cashier.show(view([]));
  await page.locator('.strip-key', { has: page.locator('.lucide-x') }).click();
  await page.locator('.keypad').waitFor();
  await scan(page, OTHER_TILL_CODE);
  await page.locator('.state-keys .ghost').first().waitFor();
  await look('desk-other-till', 12_500);
  await page.locator('.state-keys .ghost').first().click();
  await page.locator('.refund-row input').nth(1).click();
  await look('desk-other-till-lines', 4_500);
}

async function everyPicture(cashier: CashierPage, look: Look): Promise<void> {
  await lockPictures(cashier, look);
  await staffPictures(cashier, look);
  await salesPictures(cashier, look);
  await otherTillPictures(cashier, look);
}

testEveryPicture('every screen of staff, history and day', {
  app: 'desk',
  draw: everyPicture,
  parts: ['.till-right', '.till-lock'],
  keepsSizes: true,
});
