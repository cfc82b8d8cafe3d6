import { describe, expect, it } from 'vitest';
import { axeViolations } from '../../support/axe.ts';
import { BOOKS, FOUND, GIVEN_BACK } from './books-shop.ts';
import { openTill } from './fixture.ts';
import { RECEIPTS, SHOWN, SHOWN_REFUND } from './receipts-shop.ts';
import { view } from './sales.ts';
import { PAGE, PAID, SUPERVISED } from './staff-history-day.ts';

/* The one list of all receipts of a till (D-581), and what a cashier does with one. */

const { cashier, key, page, sent } = openTill();

async function openList(): Promise<void> {
  cashier().backOffice(SUPERVISED);
  cashier().books(BOOKS);
  cashier().receiptEmail('possible');
  await cashier().answerTo('receipts', RECEIPTS);
  await cashier().answerTo('read_receipt', SHOWN);
  await cashier().answerTo('find_receipt', FOUND);
  await cashier().answerTo('history', PAGE);
  await cashier().answerTo('approve_receipt_refund', { ok: true, value: { id: 'word-1' } });
  await cashier().answerTo('refund_receipt', GIVEN_BACK);
  await cashier().show(view([]));
}

let taps = 0;
async function tap(name: string | RegExp): Promise<void> {
  await key(name).click();
  taps += 1;
}

describe('the list of receipts', () => {
  it('shows every tender with its number, and opens the newest receipt as a document', async () => {
    await openList();
    await key('Receipts').click();
    const rows = page().locator('.list-row');
    await expect.poll(() => rows.count()).toBe(8);
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/Flat white, Cinnamon bun, Tea[\s\S]*R1261[\s\S]*Cash[\s\S]*126/),
      expect.stringMatching(/2 Flat white, Skolebolle[\s\S]*R1260[\s\S]*Phone[\s\S]*… 5432/),
      expect.stringMatching(/Refund of R1258[\s\S]*R1259[\s\S]*41/),
      expect.stringMatching(/Farris[\s\S]*R1258[\s\S]*Refunded/),
      expect.stringMatching(/Table 4: Soup[\s\S]*R1257[\s\S]*Bank card/),
      expect.stringMatching(/3 Latte, Croissant and 3 more[\s\S]*52\.00 refunded/),
      expect.stringMatching(/Returned bottles[\s\S]*R1255/),
      expect.stringMatching(/Coffee beans[\s\S]*R1254[\s\S]*Gift card/),
    ]);
    const slip = page().locator('.receipt-document');
    await slip.getByText('Kvittering kasse-1-R1261').waitFor();
    expect(await slip.innerText()).toContain('Kanelbolle');
    expect(await axeViolations(page())).toEqual([]);
  });

  it('asks the till by text, tender, refunds and day, and keeps payments without a receipt as a filter', async () => {
    await openList();
    await key('Receipts').click();
    const asked = async () => (await sent('receipts')).at(-1);
    await key(/^Bank card/).click();
    await expect
      .poll(asked)
      .toMatchObject({ filter: { tender: 'other', tenderName: 'Bank card' } });
    await key(/^Refunds/).click();
    await expect.poll(asked).toMatchObject({ filter: { refunds: true, tender: null } });
    await key(/^All/).click();
    await key('Today').click();
    await expect.poll(asked).toMatchObject({ filter: { from: '2026-11-20', to: '2026-11-20' } });
    await page().getByLabel('Number, amount, item, phone or time').fill('45.00');
    await expect.poll(asked).toMatchObject({ filter: { text: '45.00' } });
    await key('Clear search').click();
    await key('Earlier sales').click();
    await expect.poll(asked).toMatchObject({ filter: { before: 1_254 } });
    await key('Show details').click();
    await key('No receipt').click();
    await expect
      .poll(async () => (await sent('history')).at(-1))
      .toMatchObject({ filter: { withoutReceipt: true } });
    await page().getByText('Declined', { exact: true }).first().waitFor();
  });

  it('prints the document by the browser where the till has no printer', async () => {
    await openList();
    await key('Receipts').click();
    await page().evaluate(() => {
      window.print = () => {
        const paper = document.querySelector('body > .print-paper');
        document.body.setAttribute('data-printed', paper?.textContent ?? '');
      };
    });
    await key('Print').click();
    const printed = () => page().locator('body').getAttribute('data-printed');
    await expect.poll(printed).toContain('kasse-1-R1261');
    await page().evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page().locator('.print-paper').count()).toBe(0);
    expect(await sent('print_booked')).toEqual([]);
  });
});

describe('a refund of a receipt from the list', () => {
  it('of one line in cash takes at most 8 taps with a PIN of 4, and ends with its own receipt', async () => {
    await openList();
    taps = 0;
    await tap('Receipts');
    await tap('Refund');
    await page().locator('.till-receipt .basket-line').nth(2).click();
    taps += 1;
    await cashier().answerTo('read_receipt', SHOWN_REFUND);
    for (const digit of ['4', '7', '1', '1']) await tap(digit);
    await tap(/^Refund kr/);
    await page().locator('.receipt-document', { hasText: 'kasse-1-R1262' }).waitFor();
    expect(taps).toBeLessThanOrEqual(8);
    expect(await sent('refund_receipt')).toMatchObject([
      { receipt: 1_261, lines: [{ line: 2, quantity: 1_000 }], approval: 'word-1' },
    ]);
    const deck = page().locator('.till-right');
    await deck.getByText(/Hand kr.29\.00 from the drawer/).waitFor();
    await deck.getByText(/of receipt R1261 is still paid/).waitFor();
    for (const name of ['Print refund receipt', 'E-mail']) {
      expect([name, await key(name).count()]).toEqual([name, 1]);
    }
    expect(await key(/^Refund/).count()).toBe(0);
    expect(await axeViolations(page())).toEqual([]);
    await key('Close').last().click();
    await page().locator('.receipt-chips').waitFor();
  });

  it('of everything to a phone takes at most 7 taps', async () => {
    await openList();
    const method = { kind: 'phone', tid: PAID.tid };
    const found = FOUND.ok ? (FOUND.value as { receipt: { receipt: object } }).receipt : null;
    const receipt = { ...found, receipt: { ...found?.receipt, method } };
    await cashier().answerTo('find_receipt', { ok: true, value: { receipt } });
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    taps = 0;
    await tap('Receipts');
    await tap('Refund');
    for (const digit of ['4', '7', '1', '1']) await tap(digit);
    await tap(/^Refund kr/);
    await expect.poll(() => sent('refund')).toEqual([{ type: 'refund', approvalId: 'word-1' }]);
    expect(taps).toBeLessThanOrEqual(7);
    await page().locator('.receipt-made').waitFor();
  });

  it('by a typed number of one digit in cash takes at most 10 taps', async () => {
    await openList();
    taps = 0;
    await tap('Receipts');
    await page().getByLabel('Number, amount, item, phone or time').click();
    taps += 1;
    await tap('7');
    await tap('Show details');
    await tap('Refund');
    for (const digit of ['4', '7', '1', '1']) await tap(digit);
    await tap(/^Refund kr/);
    await expect.poll(async () => (await sent('refund_receipt')).length).toBe(1);
    expect(taps).toBeLessThanOrEqual(10);
  });
});
