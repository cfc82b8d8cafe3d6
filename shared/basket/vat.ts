import { type MoneyInteger, money } from '../money/money.ts';

/** Hundredths of a per cent that make the whole. */
export const WHOLE = 10_000;

/** A rate as the specification's lines carry it, as a fraction: `0.25` is 25 % (D-31). */
export const VAT_RATE = /^0(?:\.\d{1,4})?$/;

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

/** The tax that is part of a price, rounded half up to a minor unit. */
export function vatIn(price: MoneyInteger, rate: number): MoneyInteger {
  const whole = BigInt(WHOLE + rate);
  return money(Number((BigInt(price) * BigInt(rate) * 2n + whole) / (2n * whole)));
}
