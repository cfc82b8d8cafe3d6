import { isSomething, type RatedAmount } from '../lines/divide.ts';
import { soldItem } from '../lines/line-item.ts';
import { type NamedRate, partsOfLast } from '../lines/steps.ts';
import { type MoneyInteger, share, ZERO } from '../money/money.ts';
import { roundedRateOf } from '../money/vat.ts';
import type { Capture, Payment } from '../payment/payment.ts';
import type { RefundLine } from '../payment/refund-lines.ts';
import type { LineItem } from '../protocol/line-items.ts';
import type { SalesKind, SalesLine } from './lines.ts';

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

/** Product of a sale without line items. */
export const UNSPECIFIED = 'unspecified';
/** Product of what the customer adds, such as a tip. */
export const ADDITIONAL = 'additional_amount';

/**
 * What a step of a payment sold, by product. The last of `steps` is the one asked for. Its part of each
 * line is what all steps sold together, less what the earlier ones sold (D-213). A refund of lines returns
 * these lines and their quantities (D-250).
 */
export function salesLines(
  payment: Payment,
  kind: SalesKind,
  steps: readonly SalesStep[],
): SalesLine[] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  const items = payment.lineItems ?? [];
  const lines = items.length === 0 ? [plain(kind, UNSPECIFIED, last.amount)] : [];
  const parts = partsOfLast(items.map(soldItem), steps);
  for (const [index, item] of items.entries()) {
    const part = parts[index];
    if (part === undefined) continue;
    const line = sold(kind, item, part);
    const named = last.lines?.find((one) => one.index === index);
    lines.push(named === undefined ? line : { ...line, quantity: Number(named.quantity) });
  }
  lines.push(plain(kind, ADDITIONAL, last.additionalAmount));
  return lines.filter(isSomething);
}

/** A capture, a refund, or what is reserved. */
type SalesStep = Pick<Capture, 'amount' | 'additionalAmount'> & {
  readonly lines?: readonly RefundLine[];
  readonly rates?: readonly NamedRate[];
};

function sold(kind: SalesKind, item: LineItem, { total, vat }: RatedAmount): SalesLine {
  return {
    kind,
    productId: item.product_id,
    description: item.description ?? '',
    vatRate: roundedRateOf(item.vat_rate),
    total,
    vat,
    quantity: item.total === 0 ? 0 : (Number(item.quantity) * total) / item.total,
  };
}

function plain(kind: SalesKind, productId: string, total: MoneyInteger): SalesLine {
  return { kind, productId, description: '', vatRate: 0, total, vat: ZERO, quantity: 1 };
}
