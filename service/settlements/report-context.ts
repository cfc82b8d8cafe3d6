import { UNSPECIFIED } from '../../shared/ledger/sales.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { QuantitySum, ReportContext } from '../../shared/protocol/settlement-report.ts';
import { type Instant, MINUTE } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { LedgerKey, ProductSales, Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';

type Turned = 'capture' | 'refund';

/**
 * Sales of the listed settlements, by product and by tax rate (D-50); null when there are too many.
 */
export async function contextOf(
  store: Store,
  ledgerKey: LedgerKey,
  listed: readonly Settlement[],
  span: { readonly from: Instant; readonly to: Instant },
): Promise<ReportContext | null> {
  const sales = await salesOf(store, ledgerKey, listed);
  if (sales.length > LIMITS.reportProductsMax) return null;
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
): Promise<readonly ProductSales[]> {
  const first = listed[0];
  const last = listed.at(-1);
  if (first === undefined || last === undefined) return [];
  const span = {
    from: first.start - MINUTE,
    to: last.end + MINUTE,
    currency,
    numbers: { from: first.fromSeq, to: last.toSeq },
  };
  return store.ledger.sales(merchantId, span, LIMITS.reportProductsMax + 1);
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
