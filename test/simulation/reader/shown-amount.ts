import type { Amount } from './exact.ts';

/**
 * An amount as a person reads it: `kr 1 234,50`, `-1,234.50 kr`, `¥1,200`. The decimals are those after the last sign if
 * there are as many as the currency has.
 */
export function shownAmount(text: string, decimals: number): Amount {
  const digits = text.replace(/[^\d.,]/g, '');
  if (!/\d/.test(digits)) throw new Error(`"${text}" is no amount`);
  const sign = /[-\u2212]/.test(text) ? -1n : 1n;
  const places = new RegExp(`[.,](\\d{${decimals}})$`).exec(digits);
  if (decimals > 0 && places === null) throw new Error(`"${text}" has no decimals`);
  return sign * BigInt(digits.replace(/\D/g, ''));
}

/** A rate as a person reads it, `25 %` or `8.1%`, in millionths. */
export function shownRate(text: string): bigint {
  const found = /(\d+)(?:[.,](\d+))?\s*%/.exec(text.replace(/\u00a0|\u202f/g, ' '));
  if (found === null) throw new Error(`"${text}" has no rate`);
  const [, whole = '', part = ''] = found;
  return BigInt(whole + part.padEnd(4, '0'));
}
