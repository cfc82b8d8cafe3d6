import { type MoneyInteger, money, share, subtract, ZERO } from '../money/money.ts';
import type { Capture, Payment } from '../payment/payment.ts';
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

const BASIS_POINTS = 10_000;

/**
 * What a step of a payment sold, by product. The last of `steps` is the one asked for; the earlier
 * ones have used up their share of each line, so that all of them together sell what was ordered.
 */
export function salesLines(
  payment: Payment,
  kind: SalesKind,
  steps: readonly Pick<Capture, 'amount' | 'additionalAmount'>[],
): SalesLine[] {
  const last = steps.at(-1);
  if (last === undefined) return [];
  const items = payment.lineItems ?? [];
  const lines = items.length === 0 ? [plain(kind, UNSPECIFIED, last.amount)] : [];
  const shares = items.length === 0 ? [] : sharesOfLast(items, steps);
  for (const [index, item] of items.entries()) {
    const total = shares[index] ?? ZERO;
    if (total !== 0) lines.push(sold(kind, item, total));
  }
  lines.push(plain(kind, ADDITIONAL, last.additionalAmount));
  return lines.filter((line) => line.total !== 0);
}

/** Each step takes from every line in proportion to what is left of it. */
function sharesOfLast(
  items: readonly LineItem[],
  steps: readonly Pick<Capture, 'amount'>[],
): MoneyInteger[] {
  let left = items.map((item) => item.total);
  let shares = left;
  for (const step of steps) {
    shares = split(step.amount, left);
    left = left.map((rest, index) => subtract(rest, shares[index] ?? ZERO));
  }
  return shares;
}

/**
 * Splits `amount` over parts in proportion, exactly: each part gets the difference of two rounded
 * running sums, which is never negative and never more than the part holds.
 */
export function split(amount: MoneyInteger, parts: readonly MoneyInteger[]): MoneyInteger[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => ZERO);
  let running = 0;
  let given = 0;
  return parts.map((part) => {
    running += part;
    const until = Number((BigInt(amount) * BigInt(running)) / BigInt(whole));
    const share = until - given;
    given = until;
    return money(share);
  });
}

function sold(kind: SalesKind, item: LineItem, total: MoneyInteger): SalesLine {
  const vatRate = vatRateOf(item.vat_rate);
  return {
    kind,
    productId: item.product_id,
    description: item.description ?? '',
    vatRate,
    total,
    vat: vatOf(item, total, vatRate),
    quantity: (Number(item.quantity) * total) / item.total,
  };
}

/** The line's own tax in proportion, or the tax contained in a total at its rate. */
function vatOf(item: LineItem, total: MoneyInteger, vatRate: number): MoneyInteger {
  const [whole, of] =
    item.vat === null ? [vatRate, BASIS_POINTS + vatRate] : [item.vat, item.total];
  return money(Number((2n * BigInt(total) * BigInt(whole) + BigInt(of)) / (2n * BigInt(of))));
}

/** "0.25" and "25" are both 25 %: below 1 the rate is a fraction, else per cent (D-31, D-44). */
function vatRateOf(text: string | null): number {
  const rate = Number(text ?? 0);
  return Math.round(rate * (rate < 1 ? BASIS_POINTS : 100));
}

function plain(kind: SalesKind, productId: string, total: MoneyInteger): SalesLine {
  return { kind, productId, description: '', vatRate: 0, total, vat: ZERO, quantity: 1 };
}
