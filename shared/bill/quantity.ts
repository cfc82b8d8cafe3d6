import { THOUSANDTH, unitsText } from '../money/units.ts';

declare const quantityBrand: unique symbol;

/** Thousandths of a unit: one piece is 1000, 0.335 kg is 335. Never negative, never a float. */
export type Quantity = number & { readonly [quantityBrand]: true };

/** Largest quantity of one line, in thousandths. */
export const QUANTITY_MAX = 999_999;

/** Brands thousandths as a quantity. Throws on anything else: that is a bug, not input. */
export function quantity(thousandths: number): Quantity {
  if (!Number.isInteger(thousandths) || thousandths < 0) {
    throw new RangeError(`not a quantity in thousandths: ${thousandths}`);
  }
  return thousandths as Quantity;
}

/** A number of pieces. */
export const pieces = (count: number) => quantity(count * 1_000);

/** Reads a decimal with at most three decimals, such as `2` or `0.335`; null for other text. */
export function readQuantity(text: string): Quantity | null {
  const found = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(text);
  if (found === null) return null;
  const [, whole = '', decimals = ''] = found;
  return quantity(Number(whole) * 1_000 + Number(decimals.padEnd(3, '0')));
}

/** The quantity as the API's decimal text, without zeros at the end: `2`, `0.335` (D-31). */
export const quantityText = (value: Quantity): string => unitsText(BigInt(value) * THOUSANDTH);
