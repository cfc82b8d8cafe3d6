import { apportion } from '../money/apportion.ts';
import { add, type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { type LineAmounts, linesOf, unitPrice } from './amounts.ts';
import type { Bill, BillLine } from './bill.ts';
import { chargedRates, isWhole, partOf } from './parts.ts';
import { quantityText } from './quantity.ts';

/** `product_id` of an amount that was typed and belongs to no product. */
export const OPEN_PRICE = 'open-price';
/** Key for the discount on a line, in minor units. */
export const DISCOUNT = 'discount';
/** Key for the part of the returned deposits that reduces a line, in minor units. */
export const RETURNED = 'deposit_return';
/** Key for what the customer has returned, beside `RETURNED`. */
export const RETURNED_NAME = 'deposit_return_name';

/**
 * The line items of the next payment of a bill if it pays `amount` (D-240). Their totals add up to it. A payment of
 * everything has the lines of the bill. A payment of a part has one line for each tax rate (`partOf`).
 *
 * `partName` is the description of a part.
 */
export function lineItemsOf(
  bill: Bill,
  amount: MoneyInteger,
  partName: string,
): readonly LineItem[] {
  if (isWhole(bill, amount)) {
    return chargedLinesOf(bill).map((line) => wholeLine(line, returnedNames(bill)));
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

/** A line as it is charged: with its part of the returned deposits. */
export type ChargedLine = {
  readonly line: BillLine;
  readonly amounts: LineAmounts;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
};

/** The lines that a bill charges by rate, without returned deposits, which are spread over the others of their rate. */
export function chargedLinesOf(bill: Bill): readonly ChargedLine[] {
  const amounts = linesOf(bill);
  const all = bill.lines.flatMap((line, place) => {
    const own = amounts[place];
    return own === undefined || line.kind === 'deposit_return' ? [] : [{ line, amounts: own }];
  });
  return chargedRates(bill).flatMap((rate) => {
    const lines = all.filter(({ line }) => line.vatRate === rate.vatRate);
    const own = lines.map((one) => one.amounts.total);
    const isAll = add(ZERO, ...own) === rate.total;
    const totals = isAll ? own : apportion(rate.total, own);
    const taxes = isAll ? lines.map((one) => one.amounts.vat) : apportion(rate.vat, totals);
    return lines.map((one, place) => ({
      ...one,
      total: totals[place] ?? ZERO,
      vat: taxes[place] ?? ZERO,
    }));
  });
}

function wholeLine({ line, amounts, total, vat }: ChargedLine, returned: string): LineItem {
  return {
    product_id: line.product ?? OPEN_PRICE,
    description: nameOf(line),
    metadata: metadataOf(amounts.discount, subtract(amounts.total, total), returned),
    tags: null,
    vat_rate: line.vatRate,
    quantity: quantityText(line.quantity),
    vat: line.vatRate === null ? null : vat,
    item_cost: unitPrice(line),
    total,
  };
}

/** What the customer has returned, as a receipt names it. */
function returnedNames({ lines }: Bill): string {
  const names = lines.flatMap(({ kind, name }) => (kind === 'deposit_return' ? [name] : []));
  return [...new Set(names)].join(', ').slice(0, LIMITS.lineTextMax);
}

function metadataOf(discount: number, less: number, returned: string): LineItem['metadata'] {
  const off = [{ key: DISCOUNT, value: String(discount) }];
  const back = [
    { key: RETURNED, value: String(less) },
    { key: RETURNED_NAME, value: returned },
  ];
  const all = [...(discount === 0 ? [] : off), ...(less === 0 ? [] : back)];
  return all.length === 0 ? null : all;
}

/** The name of a line with its options: `Latte, Oat milk`. */
function nameOf({ name, options }: BillLine): string {
  return [name, ...options.map((option) => option.name)].join(', ').slice(0, LIMITS.lineTextMax);
}
