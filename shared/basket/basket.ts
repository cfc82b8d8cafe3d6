import { MONEY_MAX, type MoneyInteger } from '../money/money.ts';
import { WHOLE } from '../money/vat.ts';
import { LIMITS } from '../protocol/limits.ts';

/** A rate as the specification's lines carry it, as a fraction: `0.25` is 25 % (D-31). */
export { VAT_FRACTION as VAT_RATE } from '../money/vat.ts';

/** What is taken off a line, or off the whole basket. */
export type Discount =
  | { readonly kind: 'amount'; readonly amount: MoneyInteger }
  /** Hundredths of a per cent: 1000 is 10 %. */
  | { readonly kind: 'percent'; readonly basisPoints: number };

/** One kind of thing that is being bought. */
export type BasketLine = {
  /** Id of the product; null for an amount that was typed. */
  readonly product: string | null;
  readonly name: string;
  readonly quantity: number;
  /** Of one, with tax, in minor units. */
  readonly price: MoneyInteger;
  /** Fraction as text, `0.25`; null where none is known. */
  readonly vatRate: string | null;
  readonly discount: Discount | null;
};

/** Goods that are entered, before the payment is requested. */
export type Basket = {
  readonly lines: readonly BasketLine[];
  /** Off everything, after the discounts of single lines. */
  readonly discount: Discount | null;
};

export const EMPTY_BASKET: Basket = { lines: [], discount: null };

/** Null: the change would exceed a limit, so the basket stays as it is. */
type Changed = Basket | null;

/** True when there is nothing in it. */
export function isBare({ lines }: Basket): boolean {
  return lines.length === 0;
}

/**
 * Adds to the line of the same product at the same price, or a line at the end. Amounts that were
 * typed never join: each of them is a separate item.
 */
export function addLine(basket: Basket, line: BasketLine): Changed {
  const place = basket.lines.findIndex((one) => isSame(one, line));
  const before = basket.lines[place];
  if (before === undefined) return bounded({ ...basket, lines: [...basket.lines, line] });
  return setQuantity(basket, place, before.quantity + line.quantity);
}

/** The place at which `addLine` puts this line. */
export function placeOf(basket: Basket, line: BasketLine): number {
  const place = basket.lines.findIndex((one) => isSame(one, line));
  return place === -1 ? basket.lines.length : place;
}

function isSame(one: BasketLine, other: BasketLine): boolean {
  if (one.product === null || one.discount !== null) return false;
  return (
    one.product === other.product &&
    one.price === other.price &&
    one.vatRate === other.vatRate &&
    one.name === other.name
  );
}

/** Sets how many there are of a line; none removes it. */
export function setQuantity(basket: Basket, place: number, quantity: number): Changed {
  if (quantity <= 0) return removeLine(basket, place);
  return bounded(change(basket, place, (line) => ({ ...line, quantity })));
}

/** Removes a line. A discount on the whole basket is removed with the last line. */
export function removeLine(basket: Basket, place: number): Basket {
  const lines = basket.lines.filter((_, at) => at !== place);
  return lines.length === 0 ? EMPTY_BASKET : { ...basket, lines };
}

/** Takes something off one line; null takes nothing off any more. */
export function discountLine(basket: Basket, place: number, discount: Discount | null): Changed {
  if (!isDiscount(discount)) return null;
  return change(basket, place, (line) => ({ ...line, discount }));
}

/** Takes something off everything; null takes nothing off any more. */
export function discountAll(basket: Basket, discount: Discount | null): Changed {
  return isDiscount(discount) ? { ...basket, discount } : null;
}

/** More than the whole cannot be taken off. */
export function isDiscount(discount: Discount | null): boolean {
  if (discount === null) return true;
  if (discount.kind === 'amount') return discount.amount > 0 && discount.amount <= MONEY_MAX;
  return (
    Number.isInteger(discount.basisPoints) &&
    discount.basisPoints > 0 &&
    discount.basisPoints <= WHOLE
  );
}

function change(basket: Basket, place: number, to: (line: BasketLine) => BasketLine): Basket {
  return { ...basket, lines: basket.lines.map((line, at) => (at === place ? to(line) : line)) };
}

function bounded(basket: Basket): Changed {
  return isWithinBounds(basket) ? basket : null;
}

/** Whether a basket can be sold in one sale. */
export function isWithinBounds({ lines }: Basket): boolean {
  if (lines.length > LIMITS.basketLinesMax) return false;
  if (lines.some(({ quantity }) => quantity > LIMITS.basketQuantityMax)) return false;
  return lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0) <= MONEY_MAX;
}

/** The part of a basket that is moved elsewhere, and what stays. */
export type Split = { readonly moved: Basket; readonly rest: Basket };

/**
 * Takes this number of units out of each of these lines. A discount in per cent applies to both parts; a
 * discount in money stays with the larger part of its line.
 */
export function splitBasket(
  basket: Basket,
  wanted: readonly { readonly line: number; readonly quantity: number }[],
): Split {
  const out = new Map(wanted.map(({ line, quantity }) => [line, quantity]));
  const parts = basket.lines.map((line, place) => {
    const moved = Math.min(line.quantity, Math.max(0, out.get(place) ?? 0));
    return { line, moved, kept: line.quantity - moved };
  });
  const take = (line: BasketLine, quantity: number, own: boolean): readonly BasketLine[] => {
    const discount = own || line.discount?.kind === 'percent' ? line.discount : null;
    return quantity === 0 ? [] : [{ ...line, quantity, discount }];
  };
  const moved = parts.flatMap(({ line, moved: many, kept }) => take(line, many, many > kept));
  const rest = parts.flatMap(({ line, moved: many, kept }) => take(line, kept, many <= kept));
  const percent = basket.discount?.kind === 'percent' ? basket.discount : null;
  return {
    moved: moved.length === 0 ? EMPTY_BASKET : { lines: moved, discount: percent },
    rest: rest.length === 0 ? EMPTY_BASKET : { lines: rest, discount: basket.discount },
  };
}

/** Both together; null where they do not fit into one. */
export function joinBaskets(into: Basket, more: Basket): Changed {
  let joined: Changed = into;
  for (const line of more.lines) joined = joined === null ? null : addLine(joined, line);
  if (joined === null) return null;
  return { ...joined, discount: isBare(into) ? more.discount : into.discount };
}
