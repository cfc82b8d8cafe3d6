import { UNSPECIFIED } from '../../shared/ledger/sales.ts';
import { fixedFees, variableFees } from '../../shared/ledger/settle.ts';
import { isEmpty } from '../../shared/ledger/totals.ts';
import { add, type MoneyInteger, ZERO } from '../../shared/money/money.ts';
import { type Answer, answer } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type {
  QuantitySum,
  ReportContext,
  SettlementListItem,
  SettlementReport,
  SettlementReportQuery,
} from '../../shared/protocol/settlement-report.ts';
import { type Instant, MINUTE } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { LedgerKey, ProductSales, Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';
import { salesInSpan } from './sales-in-span.ts';
import { refusedField, removedSales } from './sales-summary.ts';
import { reportedAccount } from './terms.ts';

type Turned = 'capture' | 'refund';

/**
 * Sales of the listed settlements, by product and by tax rate (D-50); null when there are too many.
 */
async function contextOf(
  store: Store,
  ledgerKey: LedgerKey,
  listed: readonly Settlement[],
  span: { readonly from: Instant; readonly to: Instant },
): Promise<ReportContext | null> {
  const sales = await salesOf(store, ledgerKey, listed);
  if (sales === null) return null;
  const sum = (kind: Turned, rows = sales) =>
    quantitySum(rows.filter((sale) => sale.kind === kind));
  const unspecified = sales.filter(({ productId }) => productId === UNSPECIFIED);
  const [captures, refunds] = [sum('capture'), sum('refund')];
  const payouts = listed.filter(({ sums }) => sums.payout > 0).map(payoutOf);
  const [only, second] = payouts;
  return {
    from_date: formatDateTime(span.from),
    to_date: formatDateTime(span.to),
    include_sales: true,
    show_sale_refund: true,
    total_sum: { total: captures.total - refunds.total, vat: captures.vat - refunds.vat },
    running_sum: { refund: refunds, capture: captures },
    unspecified: { refund: sum('refund', unspecified), capture: sum('capture', unspecified) },
    settlement_payouts: payouts,
    product_sales_table: {
      refund: byProduct(sales, 'refund'),
      capture: byProduct(sales, 'capture'),
    },
    vat_sales_table: { refund: byRate(sales, 'refund'), capture: byRate(sales, 'capture') },
    single_format: null,
    single_payout: second === undefined ? (only ?? null) : null,
  };
}

/**
 * Exactly the lines of the settlements: their ledger numbers decide; the slightly wider period only
 * keeps the search small.
 */
async function salesOf(
  store: Store,
  { merchantId, currency }: LedgerKey,
  listed: readonly Settlement[],
): Promise<readonly ProductSales[] | null> {
  const first = listed[0];
  const last = listed.at(-1);
  if (first === undefined || last === undefined) return [];
  const span = {
    from: first.start - MINUTE,
    to: last.end + MINUTE,
    currency,
    numbers: { from: first.fromSeq, to: last.toSeq },
  };
  return salesInSpan(store, merchantId, span, LIMITS.reportProductsMax);
}

function quantitySum(sales: readonly ProductSales[]): QuantitySum {
  const sum = (pick: (sale: ProductSales) => number) =>
    sales.reduce((total, sale) => total + pick(sale), 0);
  return {
    total: sum(({ total }) => total),
    vat: sum(({ vat }) => vat),
    qty: Math.round(sum(({ quantity }) => quantity)),
  };
}

function byProduct(sales: readonly ProductSales[], kind: Turned) {
  const groups = grouped(sales, kind, ({ productId }) => productId);
  return groups.map(([product_id, own]) => ({
    product_id,
    product: { ...quantitySum(own), description: own[0]?.description ?? '' },
  }));
}

function byRate(sales: readonly ProductSales[], kind: Turned) {
  const groups = grouped(sales, kind, ({ vatRate }) => vatRate);
  return groups.map(([vat_rate, own]) => ({ vat_rate, entry: quantitySum(own) }));
}

function grouped<K>(
  sales: readonly ProductSales[],
  kind: Turned,
  keyOf: (sale: ProductSales) => K,
): [K, ProductSales[]][] {
  return [
    ...Map.groupBy(
      sales.filter((sale) => sale.kind === kind),
      keyOf,
    ),
  ];
}

function payoutOf({ number, payoutAccount, accountId, sums }: Settlement) {
  const account = payoutAccount ?? accountId;
  return { account, amount: sums.payout, id: number, text: `Settlement ${number}` };
}

/**
 * The settlements of the merchant's first currency that were made in a period, with their totals.
 * Without `created_from` it covers a year up to `created_to`, which defaults to now.
 */
export async function reportOf(
  store: Store,
  merchantId: string,
  query: SettlementReportQuery,
  now: Instant,
): Promise<Answer<SettlementReport>> {
  const to = query.created_to ?? now + 1;
  const from = query.created_from ?? Math.max(0, to - LIMITS.reportSpanDefault);
  const account = await reportedAccount(store, merchantId);
  const { currency } = account;
  const most = LIMITS.reportSettlementsMax;
  const all = await store.settlements.between({ merchantId, currency }, from, to, most + 1);
  if (all.length > most) {
    return refusedField(
      'created_from',
      `more than ${most} settlements were made since; ask for fewer`,
    );
  }
  const listed = query.non_empty_only ? all.filter(hasContent) : all;
  const salesContext = await contextOf(store, { merchantId, currency }, listed, { from, to });
  if (salesContext === null) {
    const message = 'more products were sold than one report holds; ask for less time';
    return refusedField('created_from', message);
  }
  const removed = await removedSales(store, merchantId, listed[0]?.start ?? to);
  if (removed !== null) return refusedField('created_from', removed);
  return answer({
    items: listed.map(itemOf),
    summary: summaryOf(account, listed),
    report_context: salesContext,
  });
}

function hasContent({ sums }: Settlement): boolean {
  return !isEmpty(sums.totals) || sums.payout !== 0;
}

function itemOf(settlement: Settlement): SettlementListItem {
  const { number, start, end, sums } = settlement;
  return {
    index: String(number),
    start_date: formatDateTime(start),
    end_date: formatDateTime(end),
    gross: sums.gross,
    fixed_fees: fixedFees(sums),
    variable_fees: variableFees(sums),
    payout: sums.payout,
  };
}

function summaryOf(
  account: { readonly id: string; readonly currency: string },
  listed: readonly Settlement[],
): SettlementReport['summary'] {
  const all = (pick: (settlement: Settlement) => MoneyInteger) => add(ZERO, ...listed.map(pick));
  const count = (pick: (settlement: Settlement) => number) =>
    listed.reduce((sum, settlement) => sum + pick(settlement), 0);
  const payout = all(({ sums }) => sums.payout);
  return {
    settlement_account_id: account.id,
    num_settlements: listed.length,
    currency: account.currency,
    payout,
    // Signed as in the account, so that the line adds up; never a negative zero.
    neg_payout: 0 - payout,
    balance_before: listed[0]?.sums.before ?? 0,
    balance_after: listed.at(-1)?.sums.after ?? 0,
    sales: all(({ sums }) => sums.totals.captures),
    gross: all(({ sums }) => sums.gross),
    fixed_fees: all(({ sums }) => fixedFees(sums)),
    variable_fees: all(({ sums }) => variableFees(sums)),
    refunds: all(({ sums }) => sums.totals.refunds),
    capture_count: count(({ sums }) => sums.totals.captureCount),
    refund_count: count(({ sums }) => sums.totals.refundCount),
  };
}
