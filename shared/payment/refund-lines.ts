import { proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { roundedRateOf, vatIn } from '../money/vat.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { mostUnits } from './most-units.ts';

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

/** What the rule reads of a sold line. */
type SoldLine = Pick<LineItem, 'quantity' | 'total' | 'vat' | 'vat_rate'>;

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
    const back = upTo(item, done);
    return {
      index,
      item,
      refunded: textOf(done),
      quantity: textOf(millionths(item.quantity) - done),
      total: subtract(item.total, back.total),
      vat: subtract(vatOfLine(item), back.vat),
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
    if (rest.total === 0) return [rest];
    const { index, item } = rest;
    const amountsOf = (units: bigint) => refundAmounts(item, index, textOf(units), refunded);
    const isPieces = millionths(item.quantity) % UNIT === 0n;
    const units = mostUnits(
      millionths(rest.quantity),
      isPieces ? UNIT : UNIT / 1_000n,
      (some) => amountsOf(some).total <= amount,
    );
    const amounts = amountsOf(units);
    return amounts.total > 0 ? [{ ...rest, quantity: textOf(units), ...amounts }] : [];
  });
  return lines.some(({ total }) => total > 0) ? lines : [];
}

/**
 * What the customer gets for this quantity of a line after the refunds before it, and the VAT in it. The quantity is
 * at most what is left.
 */
export function refundAmounts(
  item: SoldLine,
  index: number,
  quantity: string,
  refunded: readonly RefundLine[],
): { readonly total: MoneyInteger; readonly vat: MoneyInteger } {
  const before = refundedQuantity(refunded, index);
  const [from, to] = [upTo(item, before), upTo(item, before + millionths(quantity))];
  return { total: subtract(to.total, from.total), vat: subtract(to.vat, from.vat) };
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

/** The VAT in a sold line, in minor units. */
export function vatOfLine({ vat, total, vat_rate }: Omit<SoldLine, 'quantity'>): MoneyInteger {
  return vat ?? vatIn(total, roundedRateOf(vat_rate));
}

export function totalRefunded(lines: readonly RefundLine[]): MoneyInteger {
  return add(ZERO, ...lines.map(({ total }) => total));
}

/** The quantity that is left when this much of it was refunded. */
export function quantityLeft(sold: string, refunded: string): string {
  return textOf(millionths(sold) - millionths(refunded));
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
  return textOf(wanted < 0n ? 0n : wanted > most ? most : wanted);
}

/** The same number without zeros that say nothing: "2" for "2.000". */
export function plainQuantity(quantity: string): string {
  return textOf(millionths(quantity));
}

const UNIT = 1_000_000n;

function upTo(item: SoldLine, units: bigint): { total: MoneyInteger; vat: MoneyInteger } {
  const sold = millionths(item.quantity);
  return {
    total: proportionOf(item.total, units, sold),
    vat: proportionOf(vatOfLine(item), units, sold),
  };
}

function refundedQuantity(refunded: readonly RefundLine[], index: number): bigint {
  return refunded.reduce(
    (sum, line) => (line.index === index ? sum + millionths(line.quantity) : sum),
    0n,
  );
}

/** A quantity of the API has at most six decimals (D-31). */
function millionths(quantity: string): bigint {
  const [whole = '', decimals = ''] = quantity.split('.');
  return BigInt(whole) * UNIT + BigInt(decimals.padEnd(6, '0'));
}

function textOf(value: bigint): string {
  const decimals = String(value % UNIT)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const whole = String(value / UNIT);
  return decimals === '' ? whole : `${whole}.${decimals}`;
}
