import type { MoneyInteger } from '../money/money.ts';
import type { Format } from './format.ts';

/** How much of a line there is, as a bill or the lines of a payment state it. */
export type Measured = {
  /** A decimal number as text: `2`, `1.335` (D-31). */
  readonly quantity: string;
  /** What one of it is, such as `kg`; empty for pieces, and where nobody knows it. */
  readonly unit?: string;
  /** Of one, in minor units. */
  readonly price: MoneyInteger;
};

/**
 * What a line says of its quantity, in the reader's notation (D-590). Pieces stand before the name. What was weighed or
 * measured stands on a line of its own, with the price of one: `1,335 kg × 249,00`.
 */
export function lineQuantity(
  { quantity, unit = '', price }: Measured,
  format: Pick<Format, 'decimal' | 'figures'>,
  currency: string,
): { readonly pieces: string; readonly measured: string } {
  if (unit === '' && !quantity.includes('.')) return { pieces: quantity, measured: '' };
  const much = withUnit(quantity, unit, format);
  return { pieces: '', measured: `${much} \u00d7 ${format.figures(price, currency)}` };
}

/** `1,335 kg`, in one piece. */
export const withUnit = (
  quantity: string,
  unit: string,
  format: Pick<Format, 'decimal'>,
): string => (unit === '' ? format.decimal(quantity) : `${format.decimal(quantity)}\u00a0${unit}`);
