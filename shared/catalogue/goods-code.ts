import { type Quantity, quantity } from '../bill/quantity.ts';
import { exponentOf } from '../money/currency.ts';
import { MONEY_MAX, type MoneyInteger, money } from '../money/money.ts';
import { gtin14 } from '../protocol/gtin.ts';

/** A price as a label has it: `digits` without their point, the last `decimals` of them after it. */
export type LabelPrice = { readonly digits: number; readonly decimals: number };

/** What a code on goods says. */
export type GoodsCode = {
  /** A product's barcode, or the number that the shop's own codes have for it. */
  readonly number: { readonly kind: 'barcode' | 'in_store'; readonly text: string };
  /** In thousandths: of kilograms, or of pieces; null if the code has none. */
  readonly quantity: Quantity | null;
  /** Of the whole packet; null if the code has none. */
  readonly price: LabelPrice | null;
  /** The last day on which it may be sold, `2026-11-29`; null if the code has none. */
  readonly until: string | null;
};

const NOTHING_ELSE = { quantity: null, price: null, until: null } as const;

/**
 * What a text can say about goods, the likeliest first: a barcode; a barcode of 12 or 13 digits with an add-on of two or
 * five, as magazines have it; a code that the shop prints itself.
 */
export function goodsCodesOf(text: string, patterns: readonly string[]): readonly GoodsCode[] {
  const barcode = { number: { kind: 'barcode', text }, ...NOTHING_ELSE } as const;
  const main = withoutAddOn(text);
  const own = readInStore(text, patterns);
  return [
    barcode,
    ...(main === null ? [] : [{ ...barcode, number: { kind: 'barcode', text: main } } as const]),
    ...(own === null ? [] : [own]),
  ];
}

/** The amount of a label in minor units; null if the currency has fewer decimals or the amount is too large. */
export function amountOnLabel(
  { digits, decimals }: LabelPrice,
  currency: string,
): MoneyInteger | null {
  const missing = exponentOf(currency) - decimals;
  const minor = missing >= 0 ? digits * 10 ** missing : digits / 10 ** -missing;
  return Number.isSafeInteger(minor) && minor <= MONEY_MAX ? money(minor) : null;
}

const WITH_ADD_ON = /^(\d{12,13}) ?(?:\d{2}|\d{5})$/;

/** The number before an add-on. A number of 14 digits that is a GTIN as a whole has none. */
function withoutAddOn(text: string): string | null {
  const main = WITH_ADD_ON.exec(text)?.[1] ?? '';
  return gtin14(text) === null && gtin14(main) !== null ? main : null;
}

/*
 * Codes that a shop prints itself, on a scale say: they contain the number of an item and its price or weight. In a
 * pattern digits stand for themselves, `I` is a digit of the item's number, `P` of the price in the shop's currency, `W`
 * of the weight in kilograms, `V` a check digit of the price, which is not verified, and `C` the check digit. A point
 * says where the decimals begin. A pattern of 12 characters is that of a UPC-A, which has a zero less in front.
 */

function readInStore(text: string, patterns: readonly string[]): GoodsCode | null {
  const gtin = gtin14(text);
  if (gtin === null || !gtin.startsWith('0') || text.length < 12) return null;
  const code = gtin.slice(1);
  const found = patterns.map(readPattern).find(({ places }) => fits(code, places));
  if (found === undefined) return null;
  const { places, decimals } = found;
  const number = { kind: 'in_store', text: digitsAt(code, places, 'I') } as const;
  if (places.includes('P')) {
    const price = { digits: Number(digitsAt(code, places, 'P')), decimals };
    return { ...NOTHING_ELSE, number, quantity: quantity(1_000), price };
  }
  const grams = Number(digitsAt(code, places, 'W')) * 10 ** (3 - decimals);
  return { ...NOTHING_ELSE, number, quantity: quantity(grams) };
}

function readPattern(pattern: string): { readonly places: string; readonly decimals: number } {
  const decimals = /\.([PW]*)/.exec(pattern)?.[1]?.length ?? 0;
  return { places: pattern.replace('.', '').padStart(13, '0'), decimals };
}

function fits(code: string, places: string): boolean {
  return [...places].every((one, at) => !/\d/.test(one) || one === code[at]);
}

function digitsAt(code: string, places: string, letter: string): string {
  return [...code].filter((_, at) => places[at] === letter).join('');
}
