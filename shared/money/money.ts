import { exponentOf } from './currency.ts';

declare const moneyBrand: unique symbol;

/** An integer count of a currency's minor unit: 20.00 is 2000. Never a float, never a string. */
export type MoneyInteger = number & { readonly [moneyBrand]: true };

/** Largest amount the product handles, in minor units; sums of many stay below 2^53. */
export const MONEY_MAX = 999_999_999_999;

/**
 * Brands an integer as money. Throws on anything that is not a safe integer: that is a bug, not input. There is one zero,
 * so that nothing is written as -0.
 */
export function money(value: number): MoneyInteger {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`not a whole number of minor units: ${value}`);
  return (value + 0) as MoneyInteger;
}

export const ZERO = money(0);

export function add(...amounts: readonly MoneyInteger[]): MoneyInteger {
  return money(amounts.reduce((sum, amount) => sum + amount, 0));
}

export function subtract(from: MoneyInteger, amount: MoneyInteger): MoneyInteger {
  return money(from - amount);
}

/** `basisPoints` hundredths of a per cent of `amount`, rounded half up to a minor unit. */
export function share(amount: MoneyInteger, basisPoints: number): MoneyInteger {
  return money(Number((BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n));
}

/** Major units with exactly the currency's decimals and a point: 2000 NOK is "20.00" (D-63). */
export function toDecimalString(amount: MoneyInteger, currency: string): string {
  const digits = exponentOf(currency);
  const sign = amount < 0 ? '-' : '';
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * The same value with amounts as plain numbers, for callers of the public interfaces. What takes
 * one checks it with `withMoney`.
 */
export type PlainAmounts<T> = T extends MoneyInteger
  ? number
  : T extends object
    ? { [K in keyof T]: PlainAmounts<T[K]> }
    : T;

/** Brands the amounts of a value. Null if a number in it, at any depth, is not a safe integer. */
export function withMoney<T>(value: PlainAmounts<T>): T | null {
  return hasWholeNumbers(value) ? (value as T) : null;
}

function hasWholeNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(hasWholeNumbers);
}
