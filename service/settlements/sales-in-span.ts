import { add } from '../../shared/money/money.ts';
import { ownTurn } from '../../shared/node/own-turn.ts';
import { DAY } from '../../shared/time/clock.ts';
import type { ProductSales, SalesSpan } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';

/** Time whose sales one query adds up. A year of 200,000 payments in one query holds the service for a second. */
const AT_ONCE = 7 * DAY;

/**
 * Sales of a span by product, currency, rate and kind, in this order; null if there are more than `limit` of them. Other
 * requests run between the weeks of a long span (D-549).
 */
export async function salesInSpan(
  { ledger }: Pick<Store, 'ledger'>,
  merchantId: string,
  span: SalesSpan,
  limit: number,
): Promise<readonly ProductSales[] | null> {
  const found = new Map<string, ProductSales>();
  for (let from = span.from; from < span.to; from += AT_ONCE) {
    const week = { ...span, from, to: Math.min(from + AT_ONCE, span.to) };
    for (const sale of await ledger.sales(merchantId, week, limit + 1)) {
      const key = JSON.stringify([sale.productId, sale.currency, sale.vatRate, sale.kind]);
      const before = found.get(key);
      found.set(key, before === undefined ? sale : together(before, sale));
    }
    if (found.size > limit) return null;
    await ownTurn();
  }
  return [...found.values()].sort(inOrder);
}

const together = (one: ProductSales, other: ProductSales): ProductSales => ({
  ...one,
  description: one.description > other.description ? one.description : other.description,
  total: add(one.total, other.total),
  vat: add(one.vat, other.vat),
  quantity: one.quantity + other.quantity,
});

function inOrder(one: ProductSales, other: ProductSales): number {
  return (
    compare(one.productId, other.productId) ||
    compare(one.currency, other.currency) ||
    one.vatRate - other.vatRate ||
    compare(one.kind, other.kind)
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
