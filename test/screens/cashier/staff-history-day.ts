import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { OtherTillReceipt } from '../../../shared/device/commands/book-answers.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import type { HistorySale } from '../../../shared/device/history/history.ts';
import { money } from '../../../shared/money/money.ts';
import type { Refundable } from '../../../shared/terminal/refunds/refundable.ts';
import type { RefundView, SaleView } from '../../../shared/terminal/sale/state.ts';
import { amounts } from '../../support/amounts.ts';
import { NOW, sale, view } from './sales.ts';

const person = (id: string, name: string, role: 'cashier' | 'supervisor') =>
  ({ id, name, role, lockedUntil: null }) as const;

/** A till with four staff members; Ingrid is logged in. */
export const BACK_OFFICE: BackOfficeView = {
  state: 'unlocked',
  personId: 's-ingrid',
  staff: [
    person('s-ingrid', 'Ingrid', 'cashier'),
    person('s-marte', 'Marte Solberg', 'supervisor'),
    person('s-ola', 'Ola', 'cashier'),
    person('s-kari', 'Kari', 'supervisor'),
  ],
  refunds: 'possible',
  settlements: 'http://127.0.0.1:4600/m/settlements/',
  timeZone: 'Europe/Oslo',
  today: '2026-11-20',
};

export const LOCKED: BackOfficeView = { ...BACK_OFFICE, state: 'locked', personId: null };
export const SUPERVISED: BackOfficeView = { ...BACK_OFFICE, personId: 's-marte' };
export const NOBODY: BackOfficeView = { ...BACK_OFFICE, state: 'open', personId: null, staff: [] };

/** After three wrong PINs of Marte's. */
export const LOCKED_OUT: BackOfficeView = {
  ...LOCKED,
  staff: LOCKED.staff.map((one) =>
    one.id === 's-marte' ? { ...one, lockedUntil: NOW + 27_000 } : one,
  ),
};

export function refund(over: Partial<RefundView> = {}): RefundView {
  return {
    ...{ id: 'r-1', tid: 'p2ybyw4tq73n', amount: money(4_500), currency: 'NOK' },
    ...{ text: 'Sold out', approver: 'Marte Solberg', at: NOW - 4_000, state: 'done' },
    sentence: null,
    ...over,
  };
}

export const PAID: SaleView = sale(
  { kind: 'paid', at: NOW - 60_000 },
  {
    aside: true,
    started: NOW - 90_000,
    money: amounts({ captured: 12_500 }),
  },
);

const soldLine = (product_id: string, description: string, quantity: string, total: number) => ({
  ...{ product_id, description, metadata: null, tags: null, vat_rate: '0.25', quantity },
  ...{ vat: null, item_cost: money(4_000), total: money(total) },
});

/** The three lines of the paid sale, of which another till has refunded one espresso. */
export const SOLD: { readonly refundable: Refundable } = {
  refundable: {
    currency: 'NOK',
    left: { amount: money(11_000), additional: money(0) },
    items: [
      soldLine('a', 'Flat white', '1', 5_000),
      soldLine('b', 'Cinnamon bun', '1', 4_500),
      soldLine('c', 'Espresso', '2', 3_000),
    ],
    refunded: [{ index: 2, quantity: '1', total: money(1_500) }],
    rates: [],
  },
};

/** The receipt of this sale, if another till of the shop sold it, and the code on it. */
export const OTHER_TILL: OtherTillReceipt = {
  receipt: 'kasse-2-R118',
  at: NOW - 3_600_000,
  tid: 'p2ybyw4tq73n',
  total: money(12_500),
  ...SOLD,
};
export const OTHER_TILL_CODE = `kasse-2-R118.${'x'.repeat(22)}`;

/** A paid sale with every standing that a refund can have. */
export const REFUNDS = view([PAID], {
  refunds: [
    refund({ id: 'r-4', state: 'under_way', amount: money(500) }),
    refund({ id: 'r-3', state: 'under_way', amount: money(700), at: NOW - 40_000 }),
    refund({
      ...{ id: 'r-2', state: 'refused', amount: money(9_000) },
      sentence: 'The payment is older than a refund may be.',
    }),
    refund(),
  ],
});

export function remembered(number: number, over: Partial<HistorySale> = {}): HistorySale {
  return {
    ...{ id: `old-${number}`, number, tid: `p${number}`, amount: money(5_200) },
    ...{ additional: money(0), currency: 'NOK', text: null, label: null, reference: null },
    ...{ method: 'qr', state: 'paid', started: NOW - (200 - number) * 4_000_000 },
    ...{ ended: NOW - (200 - number) * 4_000_000 + 20_000 },
    ...{ captured: money(5_200), refunded: money(0) },
    ...over,
  };
}

export const PAGE: AnyAnswer = {
  ok: true,
  value: {
    history: {
      sales: [
        remembered(170),
        remembered(169, { label: 'Table 4', amount: money(21_400), captured: money(21_400) }),
        remembered(168, { state: 'declined', captured: money(0) }),
        remembered(167, { refunded: money(1_200) }),
        remembered(166, { state: 'expired', captured: money(0), method: 'phone' }),
      ],
      refunds: [refund({ id: 'r-9', tid: 'p167', amount: money(1_200), at: NOW - 90_000_000 })],
      receipts: { [remembered(170).id]: 41, [remembered(169).id]: 40 },
      next: '2026-11-18:166',
    },
  },
};

export const DAY: AnyAnswer = {
  ok: true,
  value: {
    day: {
      day: '2026-11-20',
      at: NOW,
      days: ['2026-11-20', '2026-11-19', '2026-11-18'],
      sums: {
        currencies: [
          {
            currency: 'NOK',
            captured: { count: 34, amount: money(412_350) },
            additional: money(8_500),
            refunded: { count: 2, amount: money(9_700) },
            net: money(402_650),
            byMethod: [
              { method: 'phone', count: 3, amount: money(41_200) },
              { method: 'screen_code', count: 31, amount: money(371_150) },
            ],
            tenders: [
              {
                ...{ kind: 'cash', name: null, count: 4, amount: money(32_000) },
                refunded: { count: 1, amount: money(2_000) },
              },
            ],
          },
        ],
        sales: [
          { state: 'not_paid', count: 5 },
          { state: 'open', count: 1 },
          { state: 'paid', count: 32 },
          { state: 'refunded', count: 2 },
        ],
      },
    },
  },
};
