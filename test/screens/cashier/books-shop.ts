import type { NewLine } from '../../../shared/bill/acts.ts';
import type { ShareOfBill } from '../../../shared/books/bill-refund.ts';
import type { PeriodReport } from '../../../shared/books/entry.ts';
import { cashRounding } from '../../../shared/cash/rounding.ts';
import type { BooksView } from '../../../shared/device/bridge/books.ts';
import type { BillPage, ReceiptPage } from '../../../shared/device/commands/book-answers.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import type { ReportPage } from '../../../shared/documents/report.ts';
import { receiptOfTender, tenderId } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { type BillHost, createBillHost } from '../../support/bill-host.ts';
import { lineOf } from './goods-shop.ts';
import { NOW } from './sales.ts';

/** A till whose shop takes cash and two other tenders. */
export const BOOKS: BooksView = {
  state: 'ok',
  day: '2026-11-20',
  behind: false,
  hasCash: true,
  receipts: {},
  lastClose: 12,
  days: ['2026-11-20'],
  missed: null,
  cashStep: 100,
  otherTenders: ['Bank card', 'Gift card'],
};

/** How the till of the tests rounds cash: Norway. */
export const KRONER = cashRounding('NO', 'NOK');

/** A price that coins cannot pay: kr 126.40. */
export const UNEVEN: readonly NewLine[] = [
  lineOf('flat-white', 'Flat white', 1, 5_200, '0.25'),
  lineOf('cinnamon-bun', 'Cinnamon bun', 1, 4_500, '0.15'),
  lineOf('tea', 'Tea', 1, 2_940, '0.15'),
];

/** A host that rounds cash, with one bill without a name, which the first screen restores. */
export function cashHost(lines: readonly NewLine[] = UNEVEN): BillHost {
  const host = createBillHost(() => NOW, KRONER);
  if (lines.length > 0) host.open('b1', null, lines, NOW);
  return host;
}

const sum = (count: number, amount: number) => ({ count, amount: money(amount) });

/** The report of a day on which a café took phone, cash and cards. */
export const REPORT: PeriodReport = {
  ...{ till: 'kasse-1', currency: 'NOK', from: NOW - 30_000_000, to: NOW, days: ['2026-11-20'] },
  receipts: { first: 1_204, last: 1_261 },
  sales: sum(56, 712_350),
  gross: money(724_850),
  discounts: [
    { reason: 'Regular customer', by: 'Ingrid', approvedBy: null, ...sum(3, 4_500) },
    { reason: 'Complaint', by: 'Ola', approvedBy: 'Marte Solberg', ...sum(1, 8_000) },
  ],
  returned: [{ by: 'Ola', approvedBy: null, ...sum(14, 4_200) }],
  payouts: sum(1, 1_100),
  net: money(712_350),
  vat: [
    { vatRate: '0.25', total: money(412_350), vat: money(82_470) },
    { vatRate: '0.15', total: money(300_000), vat: money(39_130) },
  ],
  refundedVat: [{ vatRate: '0.15', total: money(4_500), vat: money(587) }],
  tips: money(8_500),
  rounding: money(-120),
  refunds: sum(1, 4_500),
  tenders: [
    { kind: 'phone', name: null, sales: sum(34, 412_350), refunds: sum(0, 0) },
    { kind: 'cash', name: null, sales: sum(14, 188_380), refunds: sum(1, 4_500) },
    { kind: 'other', name: 'Bank card', sales: sum(8, 120_000), refunds: sum(0, 0) },
  ],
  corrections: [{ act: 'removed', by: 'Ola', ...sum(2, 9_700) }],
  people: [
    { by: 'Ingrid', ...sum(31, 398_350) },
    { by: 'Ola', ...sum(25, 314_000) },
  ],
  drawer: {
    ...{ opening: money(100_000), payIn: sum(1, 50_000), payOut: sum(1, 20_000), noSale: 2 },
    ...{ expected: money(313_880), counts: 1, difference: money(-500) },
  },
  grand: { sales: money(98_712_350), refunds: money(804_500), net: money(97_907_850) },
};

const page = (report: ReportPage): AnyAnswer => ({ ok: true, value: { report } });

/** The answers of a host with books. */
export const X_REPORT = page({
  report: { ...REPORT, drawer: { ...REPORT.drawer, expected: null } },
  number: null,
  at: NOW,
  closed: null,
});
export const Z_REPORT = page({
  report: REPORT,
  number: 13,
  closed: { at: NOW, by: 'Marte Solberg', approvedBy: null },
});
export const DIFFERS: AnyAnswer = {
  ok: true,
  value: { difference: { expected: 313_880, counted: 313_380 } },
};

const booked = (name: string, quantity: string, total: number, vatRate: string, vat: number) => ({
  ...{ product: name, name, quantity, vatRate, gross: money(total), discount: money(0) },
  ...{ total: money(total), vat: money(vat) },
});

/** A receipt of kr 126.40 that was paid in cash with kr 126. */
export const RECEIPT: ReceiptPage = {
  number: 1_261,
  day: '2026-11-20',
  receipt: {
    ...{
      kind: 'receipt',
      id: receiptOfTender(tenderId('1')),
      at: NOW - 600_000,
      by: 'Ingrid',
      bill: null,
    },
    lines: [
      booked('Flat white', '2', 5_200, '0.25', 1_040),
      booked('Cinnamon bun', '1', 4_500, '0.15', 587),
      booked('Tea', '1', 2_940, '0.15', 383),
    ],
    discounts: [],
    gross: money(12_640),
    total: money(12_640),
    vat: [
      { vatRate: '0.25', total: money(5_200), vat: money(1_040) },
      { vatRate: '0.15', total: money(7_440), vat: money(970) },
    ],
    tip: money(0),
    method: { kind: 'cash', rounding: money(-40), received: money(20_000) },
  },
  refunds: [],
  left: { total: money(12_640), tip: money(0), lines: [2_000, 1_000, 1_000] },
  sharedBill: null,
};

/** The answer to a receipt's number, and to its refund. */
export const FOUND: AnyAnswer = { ok: true, value: { receipt: RECEIPT } };
export const GIVEN_BACK: AnyAnswer = { ok: true, value: { receipt: RECEIPT, number: 1_262 } };

const shareOf = (number: number, method: ShareOfBill['method'], left: number): ShareOfBill => ({
  ...{ receipt: receiptOfTender(tenderId(String(number))), number, method },
  left: money(left),
  rates: [
    { vatRate: '0.25', total: money(left / 2) },
    { vatRate: '0.15', total: money(left / 2) },
  ],
});

/** Table 9, which three people paid: two beers and two plates for kr 480.00. */
const SHARED_BILL: BillPage = {
  ...{ bill: 'b9', name: 'Table 9', at: NOW - 600_000 },
  lines: [
    booked('Pale ale, 0.4 l', '2', 24_000, '0.25', 4_800),
    booked('Plate of cheese', '2', 24_000, '0.15', 3_130),
  ],
  shares: [
    shareOf(1_258, { kind: 'phone', tid: 'p2ybyw4tq73n' }, 18_000),
    shareOf(1_259, { kind: 'phone', tid: 'k8wzt2mmcv5q' }, 10_000),
    shareOf(1_261, { kind: 'cash', rounding: money(0), received: money(20_000) }, 20_000),
  ],
  returned: [],
};

/** The answer to the receipt of a share, to its bill, and to a refund of one beer. */
export const FOUND_SHARE: AnyAnswer = {
  ok: true,
  value: {
    receipt: {
      ...RECEIPT,
      receipt: { ...RECEIPT.receipt, bill: { id: 'b9', name: 'Table 9' } },
      sharedBill: 'b9',
    },
  },
};
export const SHARED: AnyAnswer = { ok: true, value: { sharedBill: SHARED_BILL } };
const part = { refund: '_share.0.c', method: { kind: 'phone' }, number: null } as const;
export const BILL_REFUNDED: AnyAnswer = {
  ok: true,
  value: {
    billRefund: {
      parts: [
        { ...part, amount: money(9_000) },
        { ...part, refund: '_share.1.c', amount: money(3_000) },
      ],
    },
  },
};
