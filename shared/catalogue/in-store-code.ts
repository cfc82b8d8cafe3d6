import { type Quantity, quantity } from '../bill/quantity.ts';
import { type MoneyInteger, money } from '../money/money.ts';
import { checkDigit } from '../protocol/gtin.ts';

/*
 * Codes that a shop prints itself, on a scale say: they contain the number of an item and its price or weight. A
 * pattern has 13 characters: digits stand for themselves, `I` is a digit of the item's number, `P` of the price in minor
 * units, `W` of the weight in grams, `V` a check digit of the price, which is not verified, and `C` the check digit.
 */

export type InStoreCode = { readonly item: string } & (
  | { readonly kind: 'price'; readonly price: MoneyInteger }
  | { readonly kind: 'weight'; readonly weight: Quantity }
);

/** Reads a code by the first pattern that it fits; null if none fits or its check digit is wrong. */
export function readInStore(code: string, patterns: readonly string[]): InStoreCode | null {
  if (!/^\d{13}$/.test(code) || checkDigit(code.slice(0, -1)) !== Number(code.at(-1))) return null;
  const pattern = patterns.find((one) => fits(code, one));
  if (pattern === undefined) return null;
  const item = digitsAt(code, pattern, 'I');
  if (pattern.includes('P')) {
    return { item, kind: 'price', price: money(Number(digitsAt(code, pattern, 'P'))) };
  }
  return { item, kind: 'weight', weight: quantity(Number(digitsAt(code, pattern, 'W'))) };
}

function fits(code: string, pattern: string): boolean {
  if (code.length !== pattern.length) return false;
  return [...pattern].every((one, place) => !/\d/.test(one) || one === code[place]);
}

function digitsAt(code: string, pattern: string, letter: string): string {
  return [...code].filter((_, place) => pattern[place] === letter).join('');
}
