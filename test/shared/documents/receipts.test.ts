import { describe, expect, it } from 'vitest';
import { bookedSlip } from '../../../main/host/receipts/booked-slip.ts';
import { draftOf } from '../../../main/host/receipts/draft.ts';
import { endedReceiptSale } from '../../../main/host/receipts/sale-draft.ts';
import { saleSlip } from '../../../main/host/receipts/sale-slip.ts';
import { receiptMail } from '../../../service/receipts/mail.ts';
import { shownReceipt } from '../../../service/receipts/shown.ts';
import { receiptPage } from '../../../service/wallet/receipt-page.ts';
import type { BookFact, BookLine, NumberedEntry } from '../../../shared/books/entry.ts';
import type { RefundFact } from '../../../shared/books/refunds.ts';
import { historyOf } from '../../../shared/device/history/history.ts';
import { receiptOfSale } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { receiptDocument } from '../../../shared/protocol/receipt.ts';
import { NOW, sale } from '../../screens/cashier/sales.ts';
import { differences, rowsOfHtml, rowsOfPaper, rowsOfText } from './drawings.ts';

/* One content on every drawing of a receipt: what the books have. */

const SETTINGS = {
  shop: { name: 'Bakery', address: 'Storgata 1', organisationNumber: '912345678' },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'en',
  posId: 'till1',
  timeZone: 'UTC',
  paidDwellSeconds: 8,
} as const;
const SHOP = {
  record: {
    name: 'Bakery',
    details: { organizationId: '912345678', profile: { first_address_line: 'Storgata 1' } },
  },
  texts: {},
} as unknown as Parameters<typeof shownReceipt>[1];
const ADDRESS = 'https://pay.example/re/till1-R12.code';

const line = (
  name: string,
  total: number,
  vat: number,
  vatRate: string,
  discount = 0,
): BookLine => ({
  ...{ product: name.toLowerCase(), name, quantity: '2', vatRate },
  gross: money(total + discount),
  discount: money(discount),
  total: money(total),
  vat: money(vat),
});
/** A returned deposit is a line of its own, and so is what was taken off after a payment. */
const LINES = [
  line('Bun', 8_000, 1_043, '0.15', 500),
  line('Cola', 5_000, 1_000, '0.25'),
  line('Returned bottle', -600, 0, '0'),
  line('Correction', -1_000, -200, '0.25'),
];
const VAT = [
  { vatRate: '0.25', total: money(4_000), vat: money(800) },
  { vatRate: '0.15', total: money(8_000), vat: money(1_043) },
  { vatRate: '0', total: money(-600), vat: money(0) },
];
const SALE = sale({ kind: 'paid', at: NOW }, { id: 'sale-12', number: 12 });
const RECEIPT = {
  ...{ kind: 'receipt', id: receiptOfSale('sale-12'), at: NOW, by: 'Kari', bill: null },
  ...{ member: '4711', lines: LINES, gross: money(11_900), total: money(11_400), vat: VAT },
  discounts: [{ reason: 'Regular', by: 'Kari', approvedBy: null, amount: money(500) }],
  tip: money(1_000),
  method: { kind: 'phone', tid: SALE.tid ?? '' },
} as const satisfies BookFact;

const entryOf = (fact: BookFact, receipt: number): NumberedEntry => ({
  ...{ v: 1, entry: receipt + 1, receipt, day: '2026-11-20', fact },
  ...{ previous: '', hash: '', signature: null },
});

/** Every drawing of a receipt or a refund, by its name. */
function drawings(entry: NumberedEntry) {
  const draft = draftOf(entry, SETTINGS, { mark: null, refunds: null });
  const document = receiptDocument.parse(JSON.parse(JSON.stringify(draft)));
  const shown = shownReceipt(document, SHOP);
  const mail = receiptMail(shown, { hash: 'h', id: 'e1', address: 'kari@example.com' }, ADDRESS);
  const paper = bookedSlip(entry, SETTINGS, { kind: 'original' });
  if (paper === null) throw new Error('no receipt');
  const isLink = (row: string) => row.includes('pay.example');
  return {
    paper: rowsOfPaper(paper),
    page: rowsOfHtml(receiptPage(shown).body),
    'e-mail': rowsOfHtml(mail.html).filter((row) => !isLink(row)),
    'e-mail as text': rowsOfText(mail.text).filter((row) => !isLink(row)),
  };
}

describe('a receipt', () => {
  it('says the same on paper, on its page and in both parts of an e-mail', () => {
    const drawn = drawings(entryOf(RECEIPT, 12));
    expect(differences(drawn)).toEqual([]);
    for (const row of ['2xReturnedbottle | −6.00', '2xCorrection | −10.00', 'Member | 4711'])
      expect(drawn.paper).toContain(row);
    expect(drawn.paper).toContain('Total | 124.00');
    const page = drawn.page.filter((row) => !row.startsWith('2xReturnedbottle'));
    expect(differences({ ...drawn, page })).toHaveLength(1);
  });

  it('of a refund says the same, of lines and of an amount', () => {
    const refund = {
      ...{ kind: 'refund', id: receiptOfSale('refund'), at: NOW, by: 'Marte', of: RECEIPT.id },
      ...{ approvedBy: 'Marte', reason: 'Cold', tip: money(0) },
      method: { kind: 'cash', rounding: money(-20), received: money(0) },
    } as const;
    const [bun] = LINES;
    if (bun === undefined) throw new Error('no line');
    const amount = { lines: [], total: money(5_020), vat: [{ ...VAT[0], vat: money(1_004) }] };
    for (const more of [{ lines: [bun], total: bun.total, vat: [VAT[1]] }, amount]) {
      const fact = { ...refund, ...more } as unknown as RefundFact;
      expect(differences(drawings(entryOf(fact, 13)))).toEqual([]);
    }
  });

  it('of a payment by phone has all lines of the books: as a picture, at a kiosk, and as an old copy', () => {
    const issued = { entry: entryOf(RECEIPT, 12), mark: null };
    const booked = bookedSlip(issued.entry, SETTINGS, { kind: 'copy' });
    if (booked === null) throw new Error('no receipt');
    // Neither the sale of a kiosk nor that of the history has the lines of a bill.
    const { lines: _, ...kiosk } = SALE;
    for (const one of [SALE, kiosk, endedReceiptSale(historyOf(SALE))]) {
      const drawn = saleSlip(one, SETTINGS, { issued, kind: 'copy' });
      if (drawn === null) throw new Error('no receipt');
      expect(rowsOfPaper(drawn)).toEqual(rowsOfPaper(booked));
    }
  });

  it('names on a copy what was refunded since, with its VAT', () => {
    const refund = {
      ...{ ...RECEIPT, kind: 'refund', id: receiptOfSale('r'), of: RECEIPT.id, reason: null },
      ...{ approvedBy: 'Marte', lines: [], total: money(2_000), tip: money(0) },
      vat: [{ vatRate: '0.25', total: money(2_000), vat: money(400) }],
    } as unknown as RefundFact;
    const copy = bookedSlip(entryOf(RECEIPT, 12), SETTINGS, { kind: 'copy', refunded: [refund] });
    if (copy === null) throw new Error('no receipt');
    const rows = rowsOfPaper(copy);
    expect(rows.filter((row) => row.endsWith('| −20.00'))).toHaveLength(1);
    expect(rows).toContain('incl.VAT25% | −4.00');
  });
});
