import { businessDate, formatLocal, periodsOf } from '../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../shared/ledger/settle.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type {
  OpenSalesQuery,
  SalesSummary,
  SalesSummaryProduct,
} from '../../shared/protocol/sales-summary.ts';
import { DAY, type Instant } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { ProductSales } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';
import { salesInSpan } from './sales-in-span.ts';
import { dayTerms } from './terms.ts';

const UTC_DAYS: DayTerms = { timeZone: 'UTC', startOfDay: '00:00:00' };

/** Sales by product and period, read from the ledger (specification, Sales summary). */
export async function salesSummaryOf(
  store: Store,
  merchantId: string,
  query: OpenSalesQuery,
  now: Instant,
): Promise<Answer<SalesSummary>> {
  const own = await dayTerms(store, merchantId);
  const days = query.merchant_time ? own : UTC_DAYS;
  const to = query.to_date ?? businessDate(now, days);
  const range = { from: query.from_date ?? to, to };
  if (range.from > range.to) return refusedField('to_date', 'must not be before from_date');
  const periods = periodsOf(range, query.frequency, days, LIMITS.summaryPeriodsMax);
  if (periods === null) {
    const most = `gives more than ${LIMITS.summaryPeriodsMax} periods; ask for fewer days`;
    return refusedField('frequency', most);
  }
  const { starts, end } = periods;
  const products = await productsOf(store, merchantId, starts, end);
  if (products === null) {
    return refusedField('from_date', 'more was sold than one summary holds; ask for fewer days');
  }
  const lastSale = await store.ledger.lastSale(merchantId, starts[0] ?? end, end);
  const removed = await removedSales(store, merchantId, starts[0] ?? end);
  if (removed !== null) return refusedField('from_date', removed);
  const local = (at: Instant) => formatLocal(at, days.timeZone);
  return answer({
    merchant_timezone: own.timeZone,
    result_timezone: days.timeZone,
    start_of_day: own.startOfDay,
    periods: starts.map(local),
    data_until: local(Math.min(now, end)),
    products,
    max_timestamp: lastSale === null ? null : local(lastSale),
  });
}

/**
 * Why sales since `from` cannot be added up, or null: old ones are kept for a limited time only. Called
 * after the sales were read, because sales that are there now were there before.
 */
export async function removedSales(
  { retention }: Pick<Store, 'retention'>,
  merchantId: string,
  from: Instant,
): Promise<string | null> {
  const until = await retention.salesRemovedUntil(merchantId);
  if (until === null || from >= until) return null;
  // A day that begins after that time in every time zone in which the merchant's day ends then.
  const day = formatDateTime(until + DAY).slice(0, 10);
  return `sales before ${day} are not complete, because they are kept for a limited time; ask for later ones`;
}

/** Refuses a request because of one field of its query. */
export function refusedField(field: string, message: string) {
  return refuse('validation_error', VALIDATION_SENTENCE, { [field]: [message] });
}

/** One entry per period in every list; null when there would be too many. */
async function productsOf(
  store: Store,
  merchantId: string,
  starts: readonly Instant[],
  end: Instant,
): Promise<SalesSummaryProduct[] | null> {
  const products = new Map<string, SalesSummaryProduct>();
  for (const [index, from] of starts.entries()) {
    const span = { from, to: starts[index + 1] ?? end, currency: null };
    const sales = await salesInSpan(store, merchantId, span, LIMITS.summaryCellsMax);
    if (sales === null) return null;
    for (const sale of sales) {
      const key = JSON.stringify([sale.productId, sale.currency, sale.vatRate]);
      const product = products.get(key) ?? emptyProduct(sale, starts.length);
      products.set(key, product);
      // Before more lists of zeros are made: those of a year by day are most of the work.
      if (products.size * starts.length > LIMITS.summaryCellsMax) return null;
      fill(product, index, sale);
    }
  }
  return [...products.values()];
}

function emptyProduct(sale: ProductSales, periods: number): SalesSummaryProduct {
  const zeros = () => Array<number>(periods).fill(0);
  return {
    product_id: sale.productId,
    description: sale.description,
    currency: sale.currency,
    vat_rate: sale.vatRate,
    reserved_vat: zeros(),
    capture_vat: zeros(),
    refund_vat: zeros(),
    reserved_total: zeros(),
    capture_total: zeros(),
    refund_total: zeros(),
    reserved_quantity: zeros(),
    capture_quantity: zeros(),
    refund_quantity: zeros(),
  };
}

function fill(product: SalesSummaryProduct, index: number, sale: ProductSales): void {
  product[`${sale.kind}_total`][index] = sale.total;
  product[`${sale.kind}_vat`][index] = sale.vat;
  // Fractions of a quantity have rounding errors; the precision of a shop's scale hides them.
  product[`${sale.kind}_quantity`][index] = Math.round(sale.quantity * 1e6) / 1e6;
}
