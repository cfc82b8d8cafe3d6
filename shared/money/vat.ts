import { type MoneyInteger, money } from './money.ts';

/** Hundredths of a per cent that make the whole. */
export const WHOLE = 10_000;

/** A rate as a fraction below 1, as catalogues write it: `0.25` for 25 %. */
export const VAT_FRACTION = /^0(?:\.\d{1,4})?$/;

/**
 * Hundredths of a per cent of a line's `vat_rate`: a fraction below 1, per cent from 1 on (D-31);
 * null for what is no rate, or one that is finer than hundredths of a per cent.
 */
export function rateOf(text: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,6}))?$/.exec(text);
  if (found === null) return null;
  const [, whole = '0', decimals = ''] = found;
  const digits = Number(whole) === 0 ? 4 : 2;
  if (/[1-9]/.test(decimals.slice(digits))) return null;
  return Number(whole + decimals.slice(0, digits).padEnd(digits, '0'));
}

/** A rate of hundredths of a per cent, as `rateOf` reads it. */
export const rateText = (rate: number) => String(rate < WHOLE ? rate / WHOLE : rate / 100);

/**
 * The same for the books, which count every line: a finer rate is rounded to a hundredth of a per cent
 * (D-44), and a line without a rate has none.
 */
export function roundedRateOf(text: string | null): number {
  const rate = Number(text ?? 0);
  return Math.round(rate * (rate < 1 ? WHOLE : 100));
}

/** The tax that is part of a price, rounded half up to a minor unit. */
export function vatIn(price: MoneyInteger, rate: number): MoneyInteger {
  const whole = BigInt(WHOLE + rate);
  return money(Number((BigInt(price) * BigInt(rate) * 2n + whole) / (2n * whole)));
}
