import { expect } from 'vitest';
import { outcomeOf } from '../../shared/payment/outcome.ts';
import { salesSummaryQuery } from '../../shared/protocol/sales-summary.ts';
import { DAY } from '../../shared/time/clock.ts';
import { type Books, minor } from '../service/settlements/world.ts';
import { MERCHANT } from '../support/payments.ts';

/** What the shop knows of its payments. */
type Approvals = {
  /** Approved payments with their totals. */
  readonly approved: ReadonlyMap<string, number>;
  /** Approved payments that the shop released. */
  readonly released: ReadonlySet<string>;
};

/**
 * Each payment on its own: its fees are those that the settlements have deducted, and what the customer
 * approved is captured, released or still reserved. Reserved money of an expired authorisation is
 * released where the shop's flag says so, else by the shop alone.
 */
export async function comparePayments(
  books: Books,
  shop: Approvals,
  automatic: boolean,
): Promise<void> {
  const { payments, store } = books;
  const lines = await linesByPayment(books);
  for (const [tid, total] of shop.approved) {
    const payment = await payments.read(MERCHANT.id, tid);
    if (payment === null) throw new Error('a payment is gone');
    const outcome = outcomeOf(payment);
    const own = lines.get(tid) ?? [];
    const sum = (column: number) => own.reduce((all, row) => all + minor(row[column]), 0);
    if (outcome.status !== 'auth') {
      expect([tid, outcome.transaction_fee]).toEqual([tid, sum(10)]);
      expect([tid, outcome.interchange_fee]).toEqual([tid, sum(11)]);
    }
    const logged = await store.ledger.linesOf(MERCHANT.id, tid);
    const of = (action: string) =>
      logged
        .filter((one) => one.action === action)
        .reduce((all, one) => all + one.amount + one.additionalAmount, 0);
    const captured = outcome.captures.reduce(
      (all, one) => all + one.amount + one.additional_amount,
      0,
    );
    const rest = total - captured;
    const over = outcome.status !== 'auth';
    const isFree = over && (automatic || shop.released.has(tid));
    expect([tid, of('release')]).toEqual([tid, isFree ? rest : 0]);
  }
}

async function linesByPayment({ store, read, rows }: Books) {
  const lines = new Map<string, string[][]>();
  for (const number of await store.settlements.list(MERCHANT.id, 0, 1_000)) {
    const { transaction_log_uris } = await read(String(number));
    for (const row of await rows(transaction_log_uris)) {
      const [tid = ''] = row;
      lines.set(tid, [...(lines.get(tid) ?? []), row]);
    }
  }
  return lines;
}

/** The report and the sales summary agree with the ledger. */
export async function compareReports(
  books: Books,
  seen: { readonly captured: number; readonly refunded: number },
  began: number,
): Promise<void> {
  const query = { created_from: began - DAY, created_to: null, non_empty_only: false };
  const report = await books.settlements.report(MERCHANT.id, query);
  if (!report.ok) throw new Error(report.refusal.description);
  const { summary, report_context: context } = report.value;
  expect([summary.sales, summary.refunds]).toEqual([seen.captured, seen.refunded]);
  const { balance_before, gross, fixed_fees, variable_fees, neg_payout } = summary;
  expect(balance_before + gross - fixed_fees - variable_fees + neg_payout).toBe(
    summary.balance_after,
  );
  expect(context.running_sum.capture.total).toBe(seen.captured);
  expect(context.running_sum.refund.total).toBe(seen.refunded);
  const total = (table: readonly { readonly product: { readonly total: number } }[]) =>
    table.reduce((sum, { product }) => sum + product.total, 0);
  expect(total(context.product_sales_table.capture)).toBe(seen.captured);
  expect(total(context.product_sales_table.refund)).toBe(seen.refunded);
  for (const frequency of ['hour', 'day', 'week', 'month']) {
    const from_date = new Date(began).toISOString().slice(0, 10);
    const to_date = new Date(books.clock.now()).toISOString().slice(0, 10);
    const asked = salesSummaryQuery.parse({ from_date, to_date, frequency });
    const made = await books.settlements.salesSummary(MERCHANT.id, asked);
    // Forty waits of forty hours are more hours than one summary has.
    if (!made.ok) continue;
    const all = (pick: 'capture_total' | 'refund_total') =>
      made.value.products.flatMap((product) => product[pick]).reduce((sum, one) => sum + one, 0);
    expect([all('capture_total'), all('refund_total')]).toEqual([seen.captured, seen.refunded]);
  }
}
