/*
 * Exact arithmetic of the reader. An amount is a whole number of minor units, a rate a whole number of millionths. Nothing
 * here comes from the product.
 */

/** Minor units. */
export type Amount = bigint;
/** Millionths: 250,000 is 25 %. */
export type Rate = bigint;

export type Rated = { readonly total: Amount; readonly vat: Amount };
/** The totals of tax rates. A rate of nothing is left out; what has no rate has rate 0. */
export type Rates = ReadonlyMap<Rate, Rated>;

const ONE: Rate = 1_000_000n;

/** `over / under`, rounded half away from zero. */
export function nearest(over: bigint, under: bigint): bigint {
  const size = (value: bigint) => (value < 0n ? -value : value);
  const whole = (2n * size(over) + size(under)) / (2n * size(under));
  return over < 0n === under < 0n ? whole : -whole;
}

/** The tax in a price. */
export const taxIn = (price: Amount, rate: Rate): Amount => nearest(price * rate, ONE + rate);

/** Decimal text with a point, such as `-12.5`, times ten to the power of `decimals`. */
export function decimal(text: string, decimals: number): bigint {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (found === null) throw new Error(`"${text}" is no decimal number`);
  const [, sign, whole = '', part = ''] = found;
  if (/[1-9]/.test(part.slice(decimals))) throw new Error(`"${text}" is too fine`);
  const size = BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'));
  return sign === '-' ? -size : size;
}

/** A rate as a fraction in text; null is none. */
export const rateOf = (fraction: string | null): Rate =>
  fraction === null ? 0n : decimal(fraction, 6);

export const percentRate = (percent: string): Rate => decimal(percent, 4);

export const sum = (amounts: Iterable<Amount>): Amount => {
  let all = 0n;
  for (const one of amounts) all += one;
  return all;
};

/** The sums by rate. */
export function ratesOf(parts: Iterable<readonly [Rate, Rated]>): Rates {
  const sums = new Map<Rate, Rated>();
  for (const [rate, { total, vat }] of parts) {
    const before = sums.get(rate) ?? { total: 0n, vat: 0n };
    sums.set(rate, { total: before.total + total, vat: before.vat + vat });
  }
  return new Map([...sums].filter(([, one]) => one.total !== 0n || one.vat !== 0n));
}

export const together = (...all: readonly Rates[]): Rates =>
  ratesOf(all.flatMap((one) => [...one]));

/** The rates with the other sign. */
export const against = (rates: Rates): Rates =>
  new Map([...rates].map(([rate, { total, vat }]) => [rate, { total: -total, vat: -vat }]));

/** In words, so that two can be compared and named. */
export const inWords = (rates: Rates): string =>
  [...rates]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([rate, { total, vat }]) => `${Number(rate) / 10_000} %: ${total} with VAT ${vat}`)
    .join(', ') || 'nothing';
