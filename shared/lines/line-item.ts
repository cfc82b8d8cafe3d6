import { roundedRateOf, vatIn } from '../money/vat.ts';
import type { LineItem } from '../protocol/line-items.ts';
import type { RatedAmount } from './divide.ts';
import type { SoldLine } from './steps.ts';

/**
 * The money of a line item. Its VAT is what the item says, and follows from the rate where it says nothing (D-470). Till,
 * paper, books and service all read an item here.
 */
export function ratedItem({
  vat_rate: vatRate,
  total,
  vat,
}: Pick<LineItem, 'vat_rate' | 'total' | 'vat'>): RatedAmount {
  return { vatRate, total, vat: vat ?? vatIn(total, roundedRateOf(vatRate)) };
}

/** A line item as a line that was sold. */
export const soldItem = (item: Omit<LineItem, 'item_cost' | 'product_id'>): SoldLine => ({
  ...ratedItem(item),
  quantity: item.quantity,
});
