import {
  BILL_REFUNDED,
  BOOKS,
  cashHost,
  DIFFERS,
  FOUND,
  FOUND_SHARE,
  GIVEN_BACK,
  SHARED,
  UNEVEN,
  X_REPORT,
  Z_REPORT,
} from './books-shop.ts';
import { type Look, testEveryPicture } from './every-picture.ts';
import { demoShop, GOODS, lineOf, stock } from './goods-shop.ts';
import type { CashierPage } from './page.ts';
import { RECEIPTS, SHOWN, SHOWN_REFUND } from './receipts-shop.ts';
import { NOW, STATES, view } from './sales.ts';
import { BACK_OFFICE, DAY } from './staff-history-day.ts';

const DONE = { ok: true, value: null } as const;

const SHOP = demoShop();
const OFFLINE = view([], { connection: { kind: 'offline', since: NOW - 120_000 } });

/** The address of each payment's receipt. */
const RECEIPT = 'http://192.168.0.12:4600/re/till1-R1261.q7n2xvB4m0aJ1kLr8sTzWu';

/** Shows the code of the receipt of the payment on the screen, and takes it off again. */
async function receiptPicture(
  cashier: CashierPage,
  payment: string | undefined,
  shown: () => Promise<void>,
  picture: () => Promise<void>,
): Promise<void> {
  const { page } = cashier;
  const key = page.locator('.state-ghosts [aria-pressed]');
  cashier.receiptLinks({ [payment ?? '']: RECEIPT });
  await shown();
  await key.click();
  await page.locator('.receipt-code .qr').waitFor();
  await picture();
  await key.click();
  cashier.receiptLinks({});
  await shown();
  await key.waitFor({ state: 'detached' });
}

/** Cash and other tenders for a bill. */
async function tenderPictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  const host = cashHost();
  const lastTender = () => host.bill('b1').tenders.at(-1)?.id;
  const again = () => cashier.show(view([]), {}, GOODS);
  cashier.books(BOOKS);
  await stock(cashier, SHOP, {}, view([]), host);
  await page.locator('.basket-line').first().waitFor();
  await look('bill', 12_640);
  await cashier.show(view([]), { sticker: { kind: 'serial', serial: '0123456789012' } }, GOODS);
  await look('bill-sticker', 12_640);
  await cashier.show(OFFLINE, {}, GOODS);
  await look('offline', 12_640);
  await cashier.show(view([]), {}, GOODS);
  await page.keyboard.press('F3');
  await page.locator('.tender-note').first().waitFor();
  await look('cash', 12_600);
  await page.keyboard.type('15000');
  await page.locator('.tender-line', { hasText: /24[.,]00/ }).waitFor();
  await look('received', 12_600);
  await page.keyboard.press('Delete');
  await page.keyboard.type('5000');
  await page.locator('.tender-line', { hasText: /76[.,]40/ }).waitFor();
  await look('received-part', 12_600);
  await page.keyboard.press('Enter');
  await page.locator('.till-tendered').waitFor();
  await look('part-paid', 7_640);
  await receiptPicture(cashier, lastTender(), again, () => look('part-paid-receipt', 7_640));
  await page.keyboard.press('Enter');
  await page.keyboard.press('F4');
  await page.locator('.tender-name').first().waitFor();
  await look('other', 7_640);
  await page.keyboard.press('Escape');
  await page.keyboard.press('F3');
  await page.locator('.tender-note').last().click();
  await page.locator('.till-tendered').waitFor();
  await look('change', 7_600);
  await receiptPicture(cashier, lastTender(), again, () => look('change-receipt', 12_400));
  await page.keyboard.press('Enter');
  await page.locator('.till-entry').waitFor();
}

/** A sale that ended without a payment, and one that is not decided. */
async function endPictures(cashier: CashierPage, look: Look): Promise<void> {
  for (const name of ['declined', 'expired', 'aborted', 'unclear', 'approve'] as const) {
    await cashier.show(STATES[name] ?? view([]), {}, GOODS);
    await look(name, 12_500);
  }
  const paid = () => cashier.show(STATES.paid ?? view([]), {}, GOODS);
  await receiptPicture(cashier, 'sale-187', paid, () => look('paid-receipt', 12_500));
  await cashier.show(view([]), {}, GOODS);
  const host = cashHost([]);
  host.open('b9', 'Table 9', [lineOf('gold', 'Gold', 1, 999_999_960, '0.25')]);
  cashier.hostBills(host);
  await cashier.show(view([]), {}, GOODS);
  await cashier.page.locator('.strip-key').first().click();
  await cashier.page.locator('.list-row').first().click();
  await cashier.page.locator('.table-keys .key-yellow').click();
  await cashier.page.locator('.slip-total', { hasText: '999' }).waitFor();
  await cashier.page.keyboard.press('F3');
  await cashier.page.locator('.tender-window', { hasText: '000' }).waitFor();
  await look('cash-large', 1_000_000_000);
  await cashier.page.keyboard.press('Enter');
  await cashier.page.locator('.dialog-apart .ghost').click();
  await cashier.page.locator('.till-tendered').waitFor();
  await look('cash-large-paid', 1_000_000_000);
}

/** The drawer: its keys, a pay-out, a typed reason, a count, and a difference. */
async function drawerPictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  cashier.backOffice(BACK_OFFICE);
  cashier.books({ ...BOOKS, days: ['2026-11-19', '2026-11-20'] });
  const host = cashHost([]);
  host.open('t7', 'Table 7', UNEVEN);
  cashier.hostBills(host);
  await cashier.answerTo('drawer', DONE);
  await cashier.answerTo('count_drawer', DIFFERS);
  await cashier.show(view([]), {}, GOODS);
  await look('missed');
  await page.locator('.options-key').click();
  await look('tools');
  await page.locator('.options-more .ghost').first().click();
  await look('drawer');
  await page.locator('.drawer-keys .key').nth(2).click();
  await page.keyboard.type('5000');
  await page.locator('.refund-window', { hasText: /50[.,]00/ }).waitFor();
  await page.locator('.choice-option').nth(1).click();
  await look('pay-out', 5_000);
  await page.locator('.choice-option').last().click();
  await page.locator('.setup-line input').fill('Ice');
  await look('reason', 5_000);
  await page.locator('.setup-foot .key-yellow').click();
  await page.locator('.refund-foot .key-yellow').click();
  await page.locator('.slip-torn').waitFor();
  await look('paid-out', 5_000);
  await page.locator('.drawer-keys .key').nth(4).click();
  await page.keyboard.type('3');
  await page.locator('.deck-amount', { hasText: '3' }).waitFor();
  await look('count');
  await page.locator('.refund-foot .key-yellow').click();
  await page.locator('.refund-foot-two').waitFor();
  await look('difference', 500);
}

/** The reports, and the steps of a close. */
async function dayPictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  await cashier.answerTo('read_report', X_REPORT);
  await cashier.answerTo('day', DAY);
  await cashier.answerTo('approve_close', { ok: true, value: { id: 'word-1' } });
  await cashier.answerTo('close_period', Z_REPORT);
  await page.locator('.options-key').click();
  await page.locator('.options-more .ghost').first().click();
  await page.locator('.document-title').waitFor();
  await look('x-report');
  await page.locator('.report-find .ghost').first().click();
  await page.keyboard.type('7');
  await page.locator('.refund-window', { hasText: '7' }).waitFor();
  await look('find-report');
  await page.locator('.list-row').first().click();
  await page.locator('.state-yellow').click();
  await look('close-bills');
  await page.locator('.refund-foot .key-yellow').click();
  await page.keyboard.type('3');
  await page.locator('.deck-amount', { hasText: '3' }).waitFor();
  await page.locator('.refund-foot .key-yellow').click();
  await look('close-keep');
  await page.locator('.refund-foot .key-yellow').click();
  await page.keyboard.type('4711');
  await page.locator('.pin-dot-on').nth(3).waitFor();
  await look('close-approve');
  await page.locator('.refund-foot .key-yellow').click();
  await page.locator('.slip-torn').waitFor();
  await look('closed');
  await page.locator('.refund-foot .ghost').click();
  await page.locator('.document-title').waitFor();
  await look('z-report');
  await cashier.answerTo('find_receipt', FOUND);
  await cashier.answerTo('approve_receipt_refund', { ok: true, value: { id: 'word-1' } });
  await cashier.answerTo('refund_receipt', GIVEN_BACK);
  await cashier.answerTo('receipts', RECEIPTS);
  await cashier.answerTo('read_receipt', SHOWN);
  await page.locator('.strip-key', { has: page.locator('.lucide-x') }).click();
  await page.locator('.strip-key', { has: page.locator('.lucide-history') }).click();
  await page.locator('.receipt-document').waitFor();
  await look('receipts');
  await page.locator('.receipt-keys .ghost').first().click();
  await page.locator('.till-receipt .basket-line').nth(2).click();
  await look('receipt-refund', 2_900);
  await page.keyboard.type('4711');
  await page.locator('.pin-dot-on').nth(3).waitFor();
  await page.locator('.refund-foot .key-yellow').click();
  await cashier.answerTo('read_receipt', SHOWN_REFUND);
  await page.locator('.receipt-give').waitFor();
  await look('receipt-refunded', 2_900);
  await billRefundPictures(cashier, look);
}

/** Products of a bill that three people paid. */
async function billRefundPictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  // The list reads the receipt again when it is shown.
  await cashier.answerTo('find_receipt', FOUND_SHARE);
  await page.locator('.refund-foot .key-yellow').click();
  await cashier.answerTo('find_bill', SHARED);
  await cashier.answerTo('approve_bill_refund', { ok: true, value: { id: 'word-1' } });
  await cashier.answerTo('refund_bill', BILL_REFUNDED);
  await page.locator('.receipt-keys .ghost').first().click();
  await page.locator('.refund-foot .ghost').first().waitFor();
  await look('share-refund', 12_600);
  await page.locator('.refund-foot .ghost').first().click();
  await page.locator('.till-receipt .basket-line').first().click();
  await look('bill-refund', 12_000);
  await page.locator('.refund-foot .key-yellow').click();
  await page.keyboard.type('4711');
  await page.locator('.pin-dot-on').nth(3).waitFor();
  await page.locator('.refund-foot .key-yellow').click();
  await page.locator('.receipt-give').first().waitFor();
  await look('bill-refunded', 9_000);
}

async function everyPicture(cashier: CashierPage, look: Look): Promise<void> {
  await tenderPictures(cashier, look);
  await endPictures(cashier, look);
  await cashier.page.keyboard.press('Enter');
  await drawerPictures(cashier, look);
  await dayPictures(cashier, look);
}

testEveryPicture('every picture of cash and other tenders', {
  app: 'cash',
  draw: everyPicture,
  keepsSizes: true,
});
