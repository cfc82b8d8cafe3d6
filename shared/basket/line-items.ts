import { DISCOUNT, OPEN_PRICE, RETURNED, RETURNED_NAME } from '../bill/line-items.ts';
import { readQuantity } from '../bill/quantity.ts';
import { proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { type Bill, type BillLine, vatOf } from './bill.ts';

/**
 * Makes a bill from the line items of a request. Returned deposits are a line of their own at the end. The totals of
 * the other lines have them already, because no line item is negative (D-240).
 */
export function billOfItems(items: readonly LineItem[]): Bill {
  const lines = items.map(lineOf);
  return {
    lines: [...lines, ...returnedLine(items)],
    discount: add(...lines.map((line) => line.share)),
    total: add(...lines.map((line) => line.total)),
    vat: vatOf(lines),
  };
}

function lineOf(item: LineItem): BillLine {
  const { product_id, description, quantity, item_cost: price, total, vat_rate, vat } = item;
  const units = readQuantity(quantity);
  const whole = units === null ? total : proportionOf(price, units, 1_000);
  // Lines of another make may cost more than their price says; then nothing was taken off.
  const gross = money(Math.max(whole, total));
  const returned = Math.min(gross - total, numberIn(item, RETURNED));
  const off = money(gross - total - returned);
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
    vat,
  };
}

function returnedLine(items: readonly LineItem[]): readonly BillLine[] {
  const returned = add(ZERO, ...items.map((item) => numberIn(item, RETURNED)));
  const name = items.flatMap(({ metadata }) => metadata ?? []).find(isName)?.value;
  if (returned === 0 || name === undefined) return [];
  const gross = subtract(ZERO, returned);
  return [
    {
      product: null,
      name,
      quantity: '1',
      price: gross,
      gross,
      discount: ZERO,
      share: ZERO,
      total: ZERO,
      vatRate: null,
      vat: null,
    },
  ];
}

const isName = ({ key }: { readonly key: string }) => key === RETURNED_NAME;

/** A number of minor units in the metadata; zero without one. */
function numberIn({ metadata }: LineItem, wanted: string): MoneyInteger {
  const value = metadata?.find(({ key }) => key === wanted)?.value;
  return value !== undefined && /^\d{1,12}$/.test(value) ? money(Number(value)) : ZERO;
}
