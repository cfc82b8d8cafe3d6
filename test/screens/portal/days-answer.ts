import { money } from '../../../shared/money/money.ts';
import type { PortalDays, PortalPeriod } from '../../../shared/portal/days.ts';
import { NOW } from './answers.ts';

const HOUR = 3_600_000;
const sum = (count: number, amount: number) => ({ count, amount: money(amount) });

/** Z reports of a week at two tills. */
function period(number: number, pos: string, back: number, net: number): PortalPeriod {
  const closed = NOW - back * 24 * HOUR - 12 * HOUR;
  const day = new Date(closed).toISOString().slice(0, 10);
  const vat = Math.round(net * 0.1304);
  return {
    id: `${pos === 'Kasse 1' ? 'kasse-1' : 'kasse-2'}~${number}`,
    hash: 'a'.repeat(64),
    pos,
    number,
    first_day: day,
    last_day: day,
    closed,
    by: 'Ingrid Solberg',
    approved_by: 'Marte Lien',
    signed: true,
    folded: false,
    unsigned: null,
    report: {
      till: pos,
      currency: 'NOK',
      from: closed - 9 * HOUR,
      to: closed,
      days: [day],
      receipts: { first: 1_204 + number, last: 1_280 + number },
      sales: sum(76, net),
      gross: money(net + 14_500),
      discounts: [{ ...sum(4, 14_500), reason: 'Staff', by: 'Ingrid Solberg', approvedBy: null }],
      returned: [{ ...sum(14, 4_200), by: 'Ingrid Solberg', approvedBy: null }],
      payouts: sum(1, 1_100),
      net: money(net),
      vat: [{ vatRate: '0.15', total: money(net), vat: money(vat) }],
      refundedVat: [{ vatRate: '0.15', total: money(9_900), vat: money(1_291) }],
      tips: money(12_000),
      rounding: money(-40),
      refunds: sum(1, 9_900),
      tenders: [
        { kind: 'phone', name: null, sales: sum(48, net - 250_000), refunds: sum(1, 9_900) },
        { kind: 'cash', name: null, sales: sum(21, 180_000), refunds: sum(0, 0) },
        { kind: 'other', name: 'Bank card', sales: sum(7, 70_000), refunds: sum(0, 0) },
      ],
      corrections: [{ ...sum(2, 6_800), act: 'removed', by: 'Ingrid Solberg' }],
      people: [{ ...sum(76, net), by: 'Ingrid Solberg' }],
      drawer: {
        opening: money(100_000),
        payIn: sum(0, 0),
        payOut: sum(1, 180_000),
        noSale: 1,
        expected: money(100_000),
        counts: 1,
        difference: money(number === 12 ? -2_000 : 0),
      },
      grand: { sales: money(41_870_000), refunds: money(310_000), net: money(41_560_000) },
    },
  };
}

export const DAYS: PortalDays = {
  periods: [
    ...[12, 11, 10, 9].map((number, index) =>
      period(number, 'Kasse 1', index, 812_400 - 9_700 * index),
    ),
    ...[31, 30].map((number, index) => period(number, 'Kasse 2', index, 644_000 + 8_100 * index)),
  ],
  problems: [{ pos: 'Kasse 2', number: 30, kind: 'other_report', at: NOW - 20 * HOUR }],
  left_out: [{ pos: 'Kasse 1', number: 11, receipts: [1_204, 1_205] }],
  differences: [
    {
      tid: 'p2ybyw4tq73n',
      kind: 'capture',
      what: 'missing',
      place: 'till',
      day: '2026-11-19',
      currency: 'NOK',
      service: 12_500,
      other: null,
    },
    {
      tid: 'p0',
      kind: 'refund',
      what: 'doubled',
      place: 'till',
      day: '2026-11-18',
      currency: 'NOK',
      service: 9_900,
      other: 19_800,
    },
  ],
  other_days: [],
  complete: true,
};
