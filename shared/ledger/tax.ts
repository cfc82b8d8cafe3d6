import { type MoneyInteger, share, ZERO } from '../money/money.ts';

/** Value added tax on the service's own fees, hundredths of a per cent. */
export type TaxRates = {
  readonly transaction: number;
  readonly scope: number;
  readonly settlement: number;
};

export const TAX_CODE_DEFAULT = 'NO:2013';

/** Rates by tax code. A code changes only when the law does, so old lines keep theirs (D-171). */
const RATES: Readonly<Record<string, TaxRates>> = {
  'NO:2013': { transaction: 0, scope: 2_500, settlement: 0 },
};

const NO_TAX: TaxRates = { transaction: 0, scope: 0, settlement: 0 };

/** Tax on a fee under a tax code; a code that is not in the table taxes nothing. */
export function taxOn(fee: MoneyInteger, kind: keyof TaxRates, taxCode: string): MoneyInteger {
  if (fee === 0) return ZERO;
  return share(fee, (RATES[taxCode] ?? NO_TAX)[kind]);
}
