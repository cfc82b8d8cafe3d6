import { expect, it } from 'vitest';
import type { OtherTillReceipt } from '../../../shared/device/commands/book-answers.ts';
import { money } from '../../../shared/money/money.ts';
import { BOOKS } from './books-shop.ts';
import { openTill } from './fixture.ts';
import { refundOneLine } from './refund-one-line.ts';
import { view } from './sales.ts';
import { scan } from './scan.ts';
import { OTHER_TILL, OTHER_TILL_CODE, refund, SOLD, SUPERVISED } from './staff-history-day.ts';

/* The refund of a payment that another till of the shop sold, from the scan of its receipt (D-423). */

const till = openTill();
const { cashier, key, page, sent, word } = till;

async function scanIt(found: OtherTillReceipt = OTHER_TILL): Promise<void> {
  cashier().backOffice(SUPERVISED);
  cashier().books(BOOKS);
  await cashier().answerTo('open_receipt', { ok: true, value: { otherTill: found } });
  await cashier().answerTo('refundable', { ok: true, value: { refundable: found.refundable } });
  await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
  await cashier().show(view([]));
  await scan(page(), OTHER_TILL_CODE);
  await word('Receipt of another till');
}

it('one line of three is refunded with at most 8 taps from the scan, and its receipt is printed here', async () => {
  await scanIt();
  expect(await refundOneLine(till)).toBeLessThanOrEqual(8);
  expect(await sent('approve')).toMatchObject([
    { tid: OTHER_TILL.tid, otherReceipt: 'kasse-2-R118' },
  ]);
  await page().getByText('The refund is on its way.').waitFor();
  cashier().printing({ printer: 'network', receipts: 'on_request', jobs: [] });
  await cashier().show(view([], { refunds: [refund({ id: 'r-word-1' })] }));
  await page().locator('.refund-line[data-standing=done]').waitFor();
  await key('Print refund receipt').click();
  await expect
    .poll(() => sent('print_refund'))
    .toEqual([{ type: 'print_refund', refund: 'r-word-1' }]);
  expect(await key('Refund').count()).toBe(0);
});

it('a refund that the service refuses is never called one that is on its way', async () => {
  await scanIt();
  await key('Refund').click();
  for (const digit of ['4', '7', '1', '1']) await key(digit).click();
  await key(/^Refund kr/).click();
  await page().getByText('The refund is on its way.').waitFor();
  const refused = refund({ id: 'r-word-1', state: 'refused', reason: 'lines_gone' });
  await cashier().show(view([], { refunds: [refused] }));
  await page().getByRole('heading', { level: 2, name: 'Not refunded' }).waitFor();
  await page().getByText('The refund is on its way.').waitFor({ state: 'hidden' });
  await cashier().show(view([], { refunds: [refund({ id: 'r-word-1' })] }));
  await page().getByRole('heading', { level: 2, name: 'Refunded', exact: true }).waitFor();
});

it('a receipt of which nothing is left says so and has no key for a refund', async () => {
  const left = { amount: money(0), additional: money(0) };
  await scanIt({ ...OTHER_TILL, refundable: { ...SOLD.refundable, left } });
  await page().getByText('Everything on this receipt has been refunded.').waitFor();
  expect(await key('Refund').count()).toBe(0);
});

it('a till without a key says why it refunds nothing', async () => {
  await scanIt();
  cashier().backOffice({ ...SUPERVISED, refunds: 'no_key' });
  await cashier().show(view([]));
  await expect.poll(() => key('Refund').isDisabled()).toBe(true);
});

it('cash of another till is refused with the till that sold it, in words', async () => {
  await cashier().answerTo('open_receipt', {
    ok: false,
    refusal: {
      type: 'Not Found',
      description: 'No.',
      details: { reason: 'receipt_foreign', receipt: 'kasse-2-R118' },
    },
  });
  await cashier().show(view([]));
  await scan(page(), OTHER_TILL_CODE);
  await page()
    .getByText(
      'Receipt kasse-2-R118 was sold at another till and not paid by phone. Refund it there.',
    )
    .first()
    .waitFor();
});
