import { amountsOf, linesOf } from '../../bill/amounts.ts';
import type { Bill, BillDiscount, LineDiscount } from '../../bill/bill.ts';
import { isPaid } from '../../bill/paid.ts';
import type { TenderId } from '../../ids/host-ids.ts';
import type { BillOutput, BillSummaryOutput } from './bills.ts';
import { timeOnWire } from './wire.ts';

/** The sale of a tender; null if none names it. */
type SaleOfTender = (tender: TenderId) => string | null;

/** A whole bill as the till API shows it. */
export function billOnWire(bill: Bill, saleOf: SaleOfTender): BillOutput {
  const { id, version, name, member, percent } = bill;
  const amounts = linesOf(bill);
  const { vat, ...sums } = amountsOf(bill);
  return {
    id,
    version,
    state: stateOf(bill),
    name,
    member,
    opened: timeOnWire(bill.openedAt),
    changed: timeOnWire(bill.changedAt),
    lines: bill.lines.map(({ order: _, from: __, discounts, ...line }, place) => ({
      ...line,
      options: [...line.options],
      discounts: discounts.map(discountOnWire),
      amounts: amounts[place] ?? NOTHING,
    })),
    discounts: [...(percent === null ? [] : [percent]), ...bill.discounts].map(discountOnWire),
    amounts: { ...sums, vat: vat.map((rate) => ({ ...rate })) },
    tenders: bill.tenders.map((tender) => ({
      ...tender,
      sale: saleOf(tender.id),
      at: timeOnWire(tender.at),
    })),
  };
}

const NOTHING = { gross: 0, discount: 0, share: 0, total: 0, vat: 0 };

/** A bill as lists and events show it. */
export function billSummaryOnWire(bill: Bill, saleOf: SaleOfTender): BillSummaryOutput {
  const { id, version, name, lines, changedAt } = bill;
  const { total, due } = amountsOf(bill);
  const changed = timeOnWire(changedAt);
  const sale = openSaleOf(bill, saleOf);
  return {
    id,
    version,
    state: stateOf(bill),
    name,
    total,
    due,
    line_count: lines.length,
    changed,
    sale,
  };
}

/** The sale that pays a part of the bill now. */
export function openSaleOf({ tenders }: Bill, saleOf: SaleOfTender): string | null {
  const open = tenders.find(({ state }) => state === 'open');
  return open === undefined ? null : saleOf(open.id);
}

function stateOf(bill: Bill): BillOutput['state'] {
  if (isPaid(bill)) return 'paid';
  return bill.closed ? 'cleared' : 'open';
}

function discountOnWire(discount: LineDiscount | BillDiscount): BillOutput['discounts'][number] {
  const { reason, by, approvedBy } = discount;
  const granted = { reason, by, approvedBy };
  return 'basisPoints' in discount
    ? { kind: 'percent', basisPoints: discount.basisPoints, ...granted }
    : { kind: 'amount', amount: discount.amount, ...granted };
}
