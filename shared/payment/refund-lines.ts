import { ratedItem } from '../lines/line-item.ts';
import { partOfUnits, payable } from '../lines/units.ts';
import { add, type MoneyInteger, ZERO } from '../money/money.ts';
import { millionths, UNIT, unitsText } from '../money/units.ts';
import type { LineItem } from '../protocol/line-items.ts';

/*
 * The rule for refunds by line (D-250). The till proposes with it and the service checks with it. What a quantity
 * returns is the difference of the rounded totals before and after it. So all steps together return exactly the total
 * of the line, with its discounts and its VAT.
 */

/** A part of a sold line that a refund returns. Minor units. */
export type RefundLine = {
  /** Place of the sold line in the payment's `line_items`, from 0. */
  readonly index: number;
  /** Decimal number as text, of the sold line's unit. */
  readonly quantity: string;
  /** With VAT and after discounts. */
  readonly total: MoneyInteger;
};

/** What can still be refunded of a sold line. Minor units. */
export type LineRest = {
  readonly index: number;
  readonly item: LineItem;
  /** What was refunded, a decimal number as text. */
  readonly refunded: string;
  /** Decimal number as text; "0" when nothing is left. */
  readonly quantity: string;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
};

/** What can still be refunded of each line of a payment, in the order of its lines. */
export function restOf(
  items: readonly LineItem[],
  refunded: readonly RefundLine[],
): readonly LineRest[] {
  return items.map((item, index) => {
    const done = refundedQuantity(refunded, index);
    const all = millionths(item.quantity);
    const { total, vat } = partOfUnits(ratedItem(item), [done, all], all);
    return {
      index,
      item,
      refunded: unitsText(done),
      quantity: unitsText(all - done),
      total,
      vat,
    };
  });
}

/**
 * What one refund can give back of each line while `amount` is left of the payment; lines of which it can give nothing
 * are left out. A refund of an amount belongs to no line, so less money than lines can be left. Then a line has the
 * units that this money pays for. The lines are choices: several together can be more than the amount (D-397).
 */
export function refundableLines(
  items: readonly LineItem[],
  refunded: readonly RefundLine[],
  amount: MoneyInteger,
): readonly LineRest[] {
  const rests = restOf(items, refunded).filter(({ quantity }) => isWithin(quantity, quantity));
  const lines = rests.flatMap((rest): readonly LineRest[] => {
    const { index, item } = rest;
    const units = { all: millionths(item.quantity), rest: millionths(rest.quantity) };
    const part = payable(units, amount, (some) => {
      const quantity = unitsText(some);
      return { ...rest, quantity, ...refundAmounts(item, index, quantity, refunded) };
    });
    return part === null ? [] : [part];
  });
  return lines.some(({ total }) => total > 0) ? lines : [];
}

/**
 * What the customer gets for this quantity of a line after the refunds before it, and the VAT in it. The quantity is
 * at most what is left.
 */
export function refundAmounts(
  item: Pick<LineItem, 'quantity' | 'total' | 'vat' | 'vat_rate'>,
  index: number,
  quantity: string,
  refunded: readonly RefundLine[],
): { readonly total: MoneyInteger; readonly vat: MoneyInteger } {
  const before = refundedQuantity(refunded, index);
  const units = [before, before + millionths(quantity)] as const;
  const { total, vat } = partOfUnits(ratedItem(item), units, millionths(item.quantity));
  return { total, vat };
}

/** Each refunded line with the VAT in it, in the order of the refunds. */
export function withVat(
  items: readonly LineItem[],
  refunded: readonly RefundLine[],
): readonly (RefundLine & { readonly item: LineItem; readonly vat: MoneyInteger })[] {
  return refunded.flatMap((line, at) => {
    const item = items[line.index];
    if (item === undefined) return [];
    const { vat } = refundAmounts(item, line.index, line.quantity, refunded.slice(0, at));
    return [{ ...line, item, vat }];
  });
}

export function totalRefunded(lines: readonly RefundLine[]): MoneyInteger {
  return add(ZERO, ...lines.map(({ total }) => total));
}

/** The quantity that is left when this much of it was refunded. */
export function quantityLeft(sold: string, refunded: string): string {
  return unitsText(millionths(sold) - millionths(refunded));
}

/** True when both texts are the same number. */
export function isSameQuantity(one: string, other: string): boolean {
  return millionths(one) === millionths(other);
}

/** True when `quantity` is more than nothing and not more than `left`. */
export function isWithin(quantity: string, left: string): boolean {
  const wanted = millionths(quantity);
  return wanted > 0n && wanted <= millionths(left);
}

/** One more (or less, with a negative number of pieces) of a quantity, within nothing and `left`. */
export function stepQuantity(quantity: string, pieces: number, left: string): string {
  const [wanted, most] = [millionths(quantity) + BigInt(pieces) * UNIT, millionths(left)];
  return unitsText(wanted < 0n ? 0n : wanted > most ? most : wanted);
}

/** The same number without zeros that say nothing: "2" for "2.000". */
export function plainQuantity(quantity: string): string {
  return unitsText(millionths(quantity));
}

function refundedQuantity(refunded: readonly RefundLine[], index: number): bigint {
  return refunded.reduce(
    (sum, line) => (line.index === index ? sum + millionths(line.quantity) : sum),
    0n,
  );
}
