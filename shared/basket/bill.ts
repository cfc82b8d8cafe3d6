import { byRate } from '../lines/divide.ts';
import type { MoneyInteger } from '../money/money.ts';
import { rateOf, roundedRateOf } from '../money/vat.ts';

/** One line of a bill, with everything that was taken off. Amounts with tax, in minor units. */
export type BillLine = {
  readonly product: string | null;
  readonly name: string;
  /** A decimal number as text: `2`. */
  readonly quantity: string;
  /** Of one. */
  readonly price: MoneyInteger;
  /** Before anything was taken off. */
  readonly gross: MoneyInteger;
  /** Discount on this line. */
  readonly discount: MoneyInteger;
  /** Its part of what was taken off everything. */
  readonly share: MoneyInteger;
  readonly total: MoneyInteger;
  readonly vatRate: string | null;
  /** The tax in `total`; null where no rate is known. */
  readonly vat: MoneyInteger | null;
};

/** The tax of all lines with the same rate. */
export type VatShare = {
  /** Hundredths of a per cent. */
  readonly rate: number;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
};

export type Bill = {
  readonly lines: readonly BillLine[];
  /** Taken off everything, over all lines. */
  readonly discount: MoneyInteger;
  readonly total: MoneyInteger;
  /** By rate, highest first; no row for what is not taxed. */
  readonly vat: readonly VatShare[];
};

/** The tax of a bill's lines by rate. */
export function vatOf(lines: readonly BillLine[]): readonly VatShare[] {
  const taxed = lines.flatMap(({ vatRate, vat, total }) => {
    const rate = vatRate === null ? null : rateOf(vatRate);
    return rate === null || rate === 0 || vat === null ? [] : { vatRate, vat, total };
  });
  return byRate(taxed).map(({ vatRate, total, vat }) => {
    return { rate: roundedRateOf(vatRate), total, vat };
  });
}
