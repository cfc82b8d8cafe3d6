import { DISCOUNT, OPEN_PRICE } from '../bill/line-items.ts';
import { ratedItem } from '../lines/line-item.ts';
import { proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { millionths, UNIT } from '../money/units.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { type Bill, type BillLine, vatOf } from './bill.ts';

/** Makes a bill from the line items of a request. */
export function billOfItems(items: readonly LineItem[]): Bill {
  const lines = items.map(billLine);
  return {
    lines,
    discount: add(...lines.map((line) => line.share)),
    total: add(...lines.map((line) => line.total)),
    vat: vatOf(lines),
  };
}

/** A line with its price before what was taken off. `share` is its part of a discount on the whole bill. */
export function billLine(item: LineItem): BillLine {
  const { product_id, description, quantity, item_cost: price, total, vat_rate } = item;
  const whole = proportionOf(price, millionths(quantity), UNIT);
  // Lines of another make may cost more than their price says; then nothing was taken off.
  const gross = total < 0 ? total : money(Math.max(whole, total));
  const off = subtract(gross, total);
  const discount = money(Math.min(off, numberIn(item, DISCOUNT)));
  return {
    product: product_id === OPEN_PRICE ? null : product_id,
    name: description ?? product_id,
    quantity,
    price,
    gross,
    discount,
    share: subtract(off, discount),
    total,
    vatRate: vat_rate,
    vat: vat_rate === null ? null : ratedItem(item).vat,
  };
}

/** A number of minor units in the metadata; zero without one. */
function numberIn({ metadata }: LineItem, wanted: string): MoneyInteger {
  const value = metadata?.find(({ key }) => key === wanted)?.value;
  return value !== undefined && /^\d{1,12}$/.test(value) ? money(Number(value)) : ZERO;
}
