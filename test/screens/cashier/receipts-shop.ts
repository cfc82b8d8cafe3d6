import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import type { ReceiptRow, ReceiptsPage } from '../../../shared/device/receipts/receipt-list.ts';
import { money } from '../../../shared/money/money.ts';
import type { ReceiptDocument } from '../../../shared/protocol/receipt.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import { NOW } from './sales.ts';

/* Receipts of every tender, as the till answers them. */

function row(receipt: number, total: number, over: Partial<ReceiptRow> = {}): ReceiptRow {
  return {
    ...{ receipt, kind: 'sale', at: NOW - (1_262 - receipt) * 240_000, day: '2026-11-20' },
    ...{ by: 'Ingrid', bill: null, lines: [], more: 0, total: money(total) },
    ...{ tender: 'cash', tenderName: null, tid: null, refundOf: null, refunded: money(0) },
    phone: null,
    ...over,
  };
}
const lines = (...names: readonly string[]) => names.map((name) => ({ name, quantity: '1' }));

const ROWS: readonly ReceiptRow[] = [
  row(1_261, 12_600, { lines: lines('Flat white', 'Cinnamon bun', 'Tea') }),
  row(1_260, 15_100, {
    ...{ lines: [{ name: 'Flat white', quantity: '2' }, ...lines('Skolebolle')], tender: 'phone' },
    ...{ tid: 'p2ybyw4tq73n', phone: '5432' },
  }),
  row(1_259, 4_100, { kind: 'refund', refundOf: 1_258 }),
  row(1_258, 4_100, { lines: lines('Farris 0,5 l'), refunded: money(4_100) }),
  row(1_257, 30_800, {
    ...{ lines: lines('Soup of the day with bread', 'Chicken salad'), tender: 'other' },
    ...{ tenderName: 'Bank card', bill: 'Table 4' },
  }),
  row(1_256, 24_000, {
    ...{ lines: [{ name: 'Latte', quantity: '3' }, ...lines('Croissant')], tender: 'phone' },
    ...{ more: 3, tid: 'k8wzt2mmcv5q', refunded: money(5_200) },
  }),
  row(1_255, -1_100, { kind: 'payout', lines: lines('Returned bottles') }),
  row(1_254, 12_900, {
    lines: lines('Coffee beans 250 g'),
    tender: 'other',
    tenderName: 'Gift card',
  }),
];

const LIST: ReceiptsPage = {
  rows: ROWS,
  counts: {
    ...{ all: 88, refunds: 4 },
    tenders: [
      { tender: 'cash', tenderName: null, count: 31 },
      { tender: 'other', tenderName: 'Bank card', count: 9 },
      { tender: 'other', tenderName: 'Gift card', count: 6 },
      { tender: 'phone', tenderName: null, count: 42 },
    ],
  },
  next: 1_254,
};
export const RECEIPTS: AnyAnswer = { ok: true, value: { receipts: LIST } };

const DOCUMENT: ReceiptDocument = {
  ...{ kind: 'sale', number: 'kasse-1-R1261', refund_of: null, date: formatDateTime(NOW) },
  ...{ currency: 'NOK', language: 'nb', locale: 'nb-NO', time_zone: 'Europe/Oslo' },
  shop: {
    name: 'Kaffebaren Løkka',
    address: 'Thorvald Meyers gate 40, 0555 Oslo',
    organisation_number: '987654321',
  },
  ...{ head: [], foot: [] },
  lines: [
    {
      product_id: null,
      name: 'Flat white, havremelk',
      quantity: '1',
      gross: money(5_200),
      discount: money(0),
    },
    {
      product_id: null,
      name: 'Kanelbolle',
      quantity: '1',
      gross: money(4_500),
      discount: money(0),
    },
    { product_id: null, name: 'Te', quantity: '1', gross: money(2_940), discount: money(0) },
  ],
  discount: money(0),
  additional: { kind: 'extra', amount: money(0) },
  rounding: money(-40),
  total: money(12_600),
  taxes: [
    { rate: '0.25', amount: money(1_040) },
    { rate: '0.15', amount: money(970) },
  ],
  method: { kind: 'cash', received: money(20_000) },
  ...{ served_by: 'Ingrid', member: null, fiscal: null },
};
export const SHOWN: AnyAnswer = {
  ok: true,
  value: {
    shown: { document: DOCUMENT, refunded: [], link: 'https://pay.example/r/kasse-1-R1261.abc' },
  },
};

/** The receipt of a refund of the tea. */
export const SHOWN_REFUND: AnyAnswer = {
  ok: true,
  value: {
    shown: {
      document: {
        ...DOCUMENT,
        ...{ kind: 'refund', number: 'kasse-1-R1262', refund_of: 'kasse-1-R1261' },
        lines: DOCUMENT.lines.slice(2),
        ...{ rounding: money(-40), total: money(2_900), taxes: [] },
        method: { kind: 'cash', received: money(0) },
      },
      ...{ refunded: [], link: null },
    },
  },
};
