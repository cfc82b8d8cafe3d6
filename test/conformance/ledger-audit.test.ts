import fc from 'fast-check';
import { expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { HOUR } from '../../shared/time/clock.ts';
import { type Books, minor, startBooks } from '../service/settlements/world.ts';
import { CUSTOMER, draft, MERCHANT } from '../support/payments.ts';
import { comparePayments, compareReports } from './ledger-payments.ts';

/*
 * The test plays random histories of a shop, computes its own sums from them, and compares these with the
 * replies and the log files: every minor unit is in exactly one settlement, and every account agrees.
 */

type Step =
  | {
      readonly kind: 'sell';
      readonly amount: number;
      readonly tip: number;
      /** Whether the shop allows credit, and whether the customer chooses it. */
      readonly allowed: boolean;
      readonly credit: boolean;
      readonly currency: 'NOK' | 'EUR';
    }
  /** A sale to which the customer adds an amount, within the shop's limit or above it. */
  | { readonly kind: 'add'; readonly amount: number; readonly added: number }
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

/** The most that a payment of this shop may come to; the shop has an account in NOK only. */
const LIMIT = 600_000;

const share = fc.integer({ min: 1, max: 100 });
const of = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      amount: fc.integer({ min: 1, max: 500_000 }),
      tip: fc.integer({ min: 0, max: 5_000 }),
      allowed: fc.boolean(),
      credit: fc.boolean(),
      currency: fc.constantFrom('NOK' as const, 'NOK' as const, 'NOK' as const, 'EUR' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      amount: fc.integer({ min: 1, max: LIMIT }),
      added: fc.integer({ min: 0, max: LIMIT }),
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
  /** Approved payments with their totals. */
  readonly approved = new Map<string, number>();
  /** Approved payments that the shop released. */
  readonly released = new Set<string>();
  #parts = 0;

  constructor(books: Books) {
    this.#books = books;
  }

  async do(step: Step): Promise<void> {
    const { permission, clock, settlements } = this.#books;
    switch (step.kind) {
      case 'sell': {
        const { amount, tip } = step;
        const line = (product_id: string, vat_rate: string, total: number) => {
          return { product_id, vat_rate, quantity: '3', item_cost: Math.ceil(total / 3), total };
        };
        const half = Math.floor(amount / 2);
        const line_items = [line('tea', '0.25', half), line('cake', '0.15', amount - half)];
        const lines = amount % 3 === 0 ? { line_items } : {};
        const request = { amount, additional_amount: tip, allow_credit: step.allowed, ...lines };
        await this.#sell({ ...request, currency: step.currency } as object, null, step.credit);
        return;
      }
      case 'add': {
        const request = { amount: step.amount, additional_edit: true };
        await this.#sell(request as object, step.added, false);
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

  /** A sale that the customer tries to approve; the rules of the request decide whether they can. */
  async #sell(change: object, added: number | null, credit: boolean): Promise<void> {
    const { payments } = this.#books;
    const request = draft({ customer: CUSTOMER.msisdn, ...change });
    const made = await payments.create(MERCHANT.id, request);
    expect(made.ok, JSON.stringify(request)).toBe(request.currency === 'NOK');
    if (!made.ok) return;
    const { tid } = made.value.payment;
    const additionalAmount = added === null ? null : money(added);
    const choice = { additionalAmount, credit };
    const done = await payments.customerSide.confirm(CUSTOMER.id, tid, choice);
    const total = request.amount + (added ?? request.additional_amount);
    expect(done.ok).toBe((!credit || request.allow_credit) && total <= LIMIT);
    if (done.ok) this.approved.set(tid, total);
    // Whatever the shop tries with a payment that was not approved, no money moves.
    this.#tids.push(tid);
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
    if (step.kind === 'release') this.released.add(tid);
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

/** The shop with its limit, and with the flag of its expired authorisations. */
async function agree({ store }: Books, autoRelease: boolean): Promise<void> {
  const record = await store.merchants.record(MERCHANT.id);
  if (record === null) throw new Error('no merchant');
  const terms = { ...record.terms, autoRelease };
  await store.merchants.putRecord({ ...record, paymentLimit: LIMIT, terms });
}

it('the service assigns every minor unit of a random history to exactly one settlement', async () => {
  let settled = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 15, maxLength: 50, size: 'max' }),
      fc.boolean(),
      async (steps, automatic) => {
        const books = await startBooks(FEES);
        try {
          await agree(books, automatic);
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
          await comparePayments(books, shop, automatic);
          expect(books.errors).toEqual([]);
        } finally {
          await books.stop();
        }
      },
    ),
    { numRuns: 40 },
  );
  // A run that settled nothing would prove nothing. Seeds settle about 150 lines, few of them below 100.
  expect(settled).toBeGreaterThan(50);
});
