import { amountsOf } from '../../bill/amounts.ts';
import type { Bill } from '../../bill/bill.ts';
import { stateOf } from '../../bill/bill-now.ts';
import type { TenderId } from '../../ids/host-ids.ts';
import type { BillSummaryOutput } from './bills.ts';
import { timeOnWire } from './wire.ts';

/** The sale of a tender; null if none names it. */
type SaleOfTender = (tender: TenderId) => string | null;

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
