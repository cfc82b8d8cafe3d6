import { add, type MoneyInteger, ZERO } from '../money/money.ts';

/** The amounts and the VAT of one tax rate. */
export type RateAmounts = {
  /** Fraction as text; null for lines without a known rate. */
  readonly vatRate: string | null;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
};

/** Total and VAT of each rate, in the order in which the rates come first. */
export function sumRates(all: readonly RateAmounts[]): readonly RateAmounts[] {
  const rates = new Map<string | null, RateAmounts>();
  for (const one of all) addRate(rates, one);
  return [...rates.values()];
}

/** Adds the amounts of a rate to those of others. */
export function addRate(rates: Map<string | null, RateAmounts>, one: RateAmounts): void {
  const before = rates.get(one.vatRate);
  rates.set(one.vatRate, {
    vatRate: one.vatRate,
    total: add(before?.total ?? ZERO, one.total),
    vat: add(before?.vat ?? ZERO, one.vat),
  });
}

/** The highest rate first. */
export function sortRates(rates: Iterable<RateAmounts>): readonly RateAmounts[] {
  return [...rates].sort((a, b) => Number(b.vatRate ?? -1) - Number(a.vatRate ?? -1));
}
