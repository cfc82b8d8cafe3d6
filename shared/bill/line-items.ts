import { type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { type LineAmounts, linesOf, unitPrice } from './amounts.ts';
import type { Bill, BillLine } from './bill.ts';
import { isWhole, partOf } from './parts.ts';
import { quantityText } from './quantity.ts';

/** `product_id` of an amount that was typed and belongs to no product. */
export const OPEN_PRICE = 'open-price';
/** Key for the discount on a line, in minor units. */
export const DISCOUNT = 'discount';
/**
 * The line items of the next payment of a bill if it pays `amount` (D-240). Their totals add up to it. A payment of
 * everything has the lines of the bill; those of returned deposits are negative. A payment of a part has one line for each
 * tax rate (`partOf`).
 *
 * `partName` is the description of a part.
 */
export function lineItemsOf(
  bill: Bill,
  amount: MoneyInteger,
  partName: string,
): readonly LineItem[] {
  if (isWhole(bill, amount)) {
    const amounts = linesOf(bill);
    return bill.lines.flatMap((line, place) => wholeLine(line, amounts[place]));
  }
  return partOf(bill, amount).rates.map(({ vatRate, total, vat }) => ({
    product_id: OPEN_PRICE,
    description: partName.slice(0, LIMITS.lineTextMax),
    metadata: null,
    tags: null,
    vat_rate: vatRate,
    quantity: '1',
    vat: vatRate === null ? null : vat,
    item_cost: total,
    total,
  }));
}

function wholeLine(line: BillLine, amounts: LineAmounts | undefined): readonly LineItem[] {
  if (amounts === undefined) return [];
  const { discount, total, vat } = amounts;
  const price = unitPrice(line);
  return [
    {
      product_id: line.product ?? OPEN_PRICE,
      description: nameOf(line),
      metadata: discount === 0 ? null : [{ key: DISCOUNT, value: String(discount) }],
      tags: null,
      vat_rate: line.vatRate,
      quantity: quantityText(line.quantity),
      vat: line.vatRate === null ? null : vat,
      item_cost: line.kind === 'deposit_return' ? subtract(ZERO, price) : price,
      total,
    },
  ];
}

/** The name of a line with its options: `Latte, Oat milk`. */
function nameOf({ name, options }: BillLine): string {
  return [name, ...options.map((option) => option.name)].join(', ').slice(0, LIMITS.lineTextMax);
}
