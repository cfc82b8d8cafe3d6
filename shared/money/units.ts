/* Quantities as decimal texts with at most six decimals (D-31). */

/** Millionths that make one unit. */
export const UNIT = 1_000_000n;

/** The millionths of a quantity. */
export function millionths(quantity: string): bigint {
  const [whole = '', decimals = ''] = quantity.split('.');
  return BigInt(whole) * UNIT + BigInt(decimals.padEnd(6, '0'));
}

/** The same in thousandths, in which a till counts units; it leaves out what is finer. */
export const thousandths = (quantity: string): number => Number(millionths(quantity) / THOUSANDTH);

/** Millionths that make a thousandth of a unit. */
export const THOUSANDTH = UNIT / 1_000n;

/** Millionths as the API's decimal text, without zeros that say nothing: `2`, `0.335`. */
export function unitsText(value: bigint): string {
  const decimals = String(value % UNIT)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const whole = String(value / UNIT);
  return decimals === '' ? whole : `${whole}.${decimals}`;
}
