import { proportionOf } from './apportion.ts';
import type { MoneyInteger } from './money.ts';

/** Hundredths of a per cent that make the whole. */
export const WHOLE = 10_000;

/** A rate as a fraction below 1, as catalogues write it: `0.25` for 25 %. */
export const VAT_FRACTION = /^0(?:\.\d{1,4})?$/;

/**
 * Hundredths of a per cent of a line's `vat_rate`, a fraction below 1 (D-466); null for what is no rate, or one that is
 * finer than hundredths of a per cent.
 */
export function rateOf(text: string): number | null {
  const found = /^0(?:\.(\d{1,6}))?$/.exec(text);
  if (found === null) return null;
  const [, decimals = ''] = found;
  return /[1-9]/.test(decimals.slice(4)) ? null : Number(decimals.slice(0, 4).padEnd(4, '0'));
}

/** A rate of hundredths of a per cent, as `rateOf` reads it. */
export const rateText = (rate: number) => String(rate / WHOLE);

/**
 * The same for the books, which count every line: a finer rate is rounded to a hundredth of a per cent
 * (D-44), and a line without a rate has none.
 */
export function roundedRateOf(text: string | null): number {
  return Math.round(Number(text ?? 0) * WHOLE);
}

/** True for two texts of one rate. A register can write it in several ways, and no known rate counts as zero. */
export const isSameRate = (one: string | null, other: string | null): boolean =>
  roundedRateOf(one) === roundedRateOf(other);

/**
 * The rate that a document states, hundredths of a per cent; null for none, and for a text that is no fraction below 1. A
 * finer rate is rounded as in the books.
 */
export function statedRate(text: string | null): number | null {
  return text !== null && /^0(?:\.\d+)?$/.test(text) ? roundedRateOf(text) : null;
}

/** The tax that is part of a price, rounded to a minor unit, half away from zero. */
export function vatIn(price: MoneyInteger, rate: number): MoneyInteger {
  return proportionOf(price, rate, WHOLE + rate);
}
