import { MONEY_MAX, type MoneyInteger } from '../money/money.ts';
import { LIMITS } from '../protocol/limits.ts';

/* The basket of earlier versions. Only the takeover of their files reads it (`main/host/bills/old-files.ts`). */

/** A rate as the specification's lines carry it, as a fraction: `0.25` is 25 % (D-31). */
export const VAT_RATE = /^0(?:\.\d{1,4})?$/;

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

/** Whether a basket can be sold in one sale. */
export function isWithinBounds({ lines }: Basket): boolean {
  if (lines.length > LIMITS.basketLinesMax) return false;
  if (lines.some(({ quantity }) => quantity > LIMITS.basketQuantityMax)) return false;
  return lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0) <= MONEY_MAX;
}
