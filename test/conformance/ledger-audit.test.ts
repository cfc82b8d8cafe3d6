import fc from 'fast-check';
import { expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { salesSummaryQuery } from '../../shared/protocol/sales-summary.ts';
import { DAY, HOUR } from '../../shared/time/clock.ts';
import { type Books, minor, startBooks } from '../service/settlements/world.ts';
import { MERCHANT } from '../support/payments.ts';

/*
 * An auditor who sees the shop's history, the replies and the log files, and keeps books of their
 * own: whatever happened, every minor unit is in exactly one settlement, and every account agrees.
 */

type Step =
  | {
      readonly kind: 'sell';
      readonly amount: number;
      readonly tip: number;
      readonly credit: boolean;
    }
  | {
      readonly kind: 'capture';
      readonly of: number;
      readonly share: number;
      readonly whole: boolean;
    }
  | { readonly kind: 'refund'; readonly of: number; readonly share: number }
  | { readonly kind: 'release'; readonly of: number }
  | { readonly kind: 'permission'; readonly fee: number }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'settle' };

const share = fc.integer({ min: 1, max: 100 });
const of = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      amount: fc.integer({ min: 1, max: 500_000 }),
      tip: fc.integer({ min: 0, max: 5_000 }),
      credit: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('capture' as const), of, share, whole: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund' as const), of, share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), of }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('permission' as const),
      fee: fc.integer({ min: 1, max: 9_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
);

const FEES = { settlementFee: { basisPoints: 10, fixed: money(500) }, scopeFee: money(0) };

/** What the shop itself has seen happen. */
type Seen = { captured: number; refunded: number; scopeFees: number; scopeVat: number };

class Shop {
  readonly #books: Books;
  readonly #tids: string[] = [];
  readonly seen: Seen = { captured: 0, refunded: 0, scopeFees: 0, scopeVat: 0 };
  #parts = 0;

  constructor(books: Books) {
    this.#books = books;
  }

  async do(step: Step): Promise<void> {
    const { authorised, permission, clock, settlements } = this.#books;
    switch (step.kind) {
      case 'sell': {
        const { amount, tip } = step;
        const line = { quantity: '3', item_cost: 1, product_id: 'tea', vat_rate: '0.25' };
        const other = { ...line, product_id: 'cake', vat_rate: '0.15' };
        const half = Math.floor(amount / 2);
        const line_items = [
          { ...line, total: half },
          { ...other, total: amount - half },
        ];
        const lines = amount % 3 === 0 ? { line_items } : {};
        const draft = { amount, additional_amount: tip, ...lines } as object;
        this.#tids.push(await authorised(draft, step.credit));
        return;
      }
      case 'permission':
        await permission(step.fee);
        this.seen.scopeFees += step.fee;
        this.seen.scopeVat += Math.floor((step.fee * 2_500 + 5_000) / 10_000);
        return;
      case 'wait':
        clock.advance(step.hours * HOUR);
        await settlements.runDue();
        return;
      case 'settle':
        await settlements.settleAll();
        return;
      default:
        await this.#change(step);
    }
  }

  /** Captures, refunds and releases; those that the state does not allow change nothing. */
  async #change(step: Extract<Step, { readonly of: number }>): Promise<void> {
    const { payments, update } = this.#books;
    const tid = this.#tids[step.of % Math.max(1, this.#tids.length)];
    if (tid === undefined) return;
    const payment = await payments.read(MERCHANT.id, tid);
    if (payment === null) throw new Error('a payment is gone');
    this.#parts += 1;
    const id = `part-${this.#parts}`;
    const part = (amount: number) => ({ amount, additional_amount: 0, currency: 'NOK' });
    const amount = (percent: number) => Math.ceil((payment.request.amount * percent) / 100);
    const input =
      step.kind === 'release'
        ? { action: 'release' }
        : step.kind === 'refund'
          ? { action: 'refund', refund_id: id, ...part(amount(step.share)) }
          : step.whole
            ? { action: 'capture' }
            : { action: 'capture', capture_id: id, ...part(amount(step.share)) };
    const done = await update(tid, input);
    if (!done.ok) return;
    const sum = (parts: readonly { amount: number; additionalAmount: number }[]) =>
      parts.reduce((total, one) => total + one.amount + one.additionalAmount, 0);
    this.seen.captured += sum(done.value.captures) - sum(payment.captures);
    this.seen.refunded += sum(done.value.refunds) - sum(payment.refunds);
  }
}

/** Reads every settlement and its files, and checks each on its own. */
async function readAll(books: Books) {
  const { store, read, rows } = books;
  const numbers = await store.settlements.list(MERCHANT.id, 0, 1_000);
  const all = { gross: 0, payout: 0, refunds: 0, scopeFees: 0, scopeVat: 0, lines: 0 };
  let debt = 0;
  for (const number of numbers) {
    const settlement = await read(String(number));
    const { settlement_summary: summary, payout_details: payout } = settlement;
    const lines = await rows(settlement.transaction_log_uris);
    const scopes = await rows(settlement.scope_log_uris);
    const sum = (table: string[][], column: number) =>
      table.reduce((total, row) => total + minor(row[column]), 0);
    const { fees } = summary;
    expect(summary.gross).toBe(sum(lines, 9));
    expect(fees.transaction_fee).toBe(sum(lines, 10));
    expect(summary.interchange).toBe(sum(lines, 11));
    expect(fees.transaction_fee_vat).toBe(sum(lines, 12));
    expect([fees.scope_fee, fees.scope_fee_vat]).toEqual([sum(scopes, 5), sum(scopes, 6)]);
    const scopeCost = fees.scope_fee + fees.scope_fee_vat;
    const own = fees.settlement_fee + fees.settlement_fee_vat;
    expect(summary.net).toBe(sum(lines, 14) - scopeCost - own);
    expect(summary.amount_total + summary.additional_amount_total).toBe(summary.gross);
    expect(payout.unsettled_fees_before).toBe(debt);
    expect(payout.payout + payout.unsettled_fees_after).toBe(summary.net + debt);
    expect(payout.payout === 0 || payout.unsettled_fees_after === 0).toBe(true);
    for (const row of lines) expect(row[16]).toMatch(new RegExp(`-${number}$`));
    const keys = lines.map(([tid]) => tid);
    expect([...keys].sort()).toEqual(keys);
    debt = payout.unsettled_fees_after;
    all.gross += summary.gross;
    all.payout += payout.payout;
    all.refunds -= sum(
      lines.filter((row) => row[3] === 'refund'),
      9,
    );
    all.scopeFees += fees.scope_fee;
    all.scopeVat += fees.scope_fee_vat;
    all.lines += lines.length;
  }
  return { ...all, debt };
}

it('assigns every minor unit to exactly one settlement, in every case', async () => {
  let settled = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 15, maxLength: 50, size: 'max' }),
      async (steps) => {
        const books = await startBooks(FEES);
        try {
          const shop = new Shop(books);
          const began = books.clock.now();
          for (const one of steps) await shop.do(one);
          await books.settlements.settleAll();
          const found = await readAll(books);
          const { seen } = shop;
          settled += found.lines;
          expect(found.gross).toBe(seen.captured - seen.refunded);
          expect(found.refunds).toBe(seen.refunded);
          expect([found.scopeFees, found.scopeVat]).toEqual([seen.scopeFees, seen.scopeVat]);
          const held = await books.store.ledger.balances({
            merchantId: MERCHANT.id,
            currency: 'NOK',
          });
          expect(Object.values(held).reduce((sum, amount) => sum + amount, 0)).toBe(0);
          expect(held.payable ?? 0).toBe(0);
          expect(0 - (held.customers ?? 0)).toBe(seen.captured);
          expect(held.refunds ?? 0).toBe(seen.refunded);
          expect(held.payout ?? 0).toBe(found.payout);
          expect(held.carried ?? 0).toBe(found.debt);
          await compareReports(books, seen, began);
          expect(books.errors).toEqual([]);
        } finally {
          await books.stop();
        }
      },
    ),
    { numRuns: 40 },
  );
  // A run that settled nothing would prove nothing.
  expect(settled).toBeGreaterThan(100);
});

/** The report and the sales summary tell the same story as the books. */
async function compareReports(books: Books, seen: Seen, began: number): Promise<void> {
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
