import { money } from '../../money/money.ts';
import type { ReceiptDocument } from '../receipt.ts';
import type { RECEIPT_ROUTES } from '../routes/receipt.ts';
import type { ExamplesOf } from './example.ts';

const CODE = 'kasse-1-R12.Zm9yIHRoZSBleGFtcGxlIQ';
const SERVICE = { link_uri: 'https://pay.example/re/', email: true, kept_days: 400 };

const DOCUMENT: ReceiptDocument = {
  kind: 'sale',
  number: 'kasse-1-R12',
  refund_of: null,
  date: '2026-11-27 08:42:07',
  currency: 'NOK',
  language: 'nb',
  locale: 'nb-NO',
  time_zone: 'Europe/Oslo',
  shop: {
    name: 'Kafé Lade',
    address: 'Haakon VIIs gate 3, Trondheim',
    organisation_number: '987654321',
  },
  head: ['Åpent hver dag'],
  foot: ['Takk for besøket'],
  lines: [
    {
      product_id: 'latte',
      name: 'Latte, havremelk',
      quantity: '2',
      gross: money(12_000),
      discount: money(1_000),
    },
  ],
  discount: money(0),
  additional: { kind: 'tip', amount: money(1_500) },
  rounding: money(0),
  total: money(12_500),
  taxes: [{ rate: '0.25', amount: money(2_200) }],
  method: { kind: 'phone', tid: '8WhJfHYLzJ2' },
  served_by: 'Ada',
  member: '4711',
  fiscal: null,
};

export const RECEIPT_EXAMPLES: ExamplesOf<keyof typeof RECEIPT_ROUTES> = {
  receiptService: { status: 200, reply: SERVICE },
  receiptPut: {
    params: { pos_id: 'kasse-1', code: CODE },
    body: DOCUMENT,
    status: 201,
    reply: SERVICE,
  },
  receiptRead: { params: { pos_id: 'kasse-1', code: CODE }, status: 200, reply: DOCUMENT },
  receiptEmail: {
    params: { pos_id: 'kasse-1', code: CODE },
    body: { id: 'e1', email: 'kari@example.org' },
    status: 202,
  },
};
