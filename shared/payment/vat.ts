import { type RatedAmount, sumOf, taken } from '../lines/divide.ts';
import { soldItem } from '../lines/line-item.ts';
import { type NamedRate, takenBy } from '../lines/steps.ts';
import { type MoneyInteger, subtract } from '../money/money.ts';
import { roundedRateOf } from '../money/vat.ts';
import type { LineItem } from '../protocol/line-items.ts';
import type { RefundLine } from './refund-lines.ts';
import { type Statement, statedOf } from './statement.ts';

/** An amount with VAT, and the VAT in it. Minor units. */
export type Taxed = { readonly amount: MoneyInteger; readonly vat: MoneyInteger };

/** The amounts of one tax rate, in hundredths of a per cent. */
export type RateStatement = {
  readonly rate: number;
  readonly asked: Taxed;
  readonly captured: Taxed;
  readonly refunded: Taxed;
  /** Captured less refunded. */
  readonly net: Taxed;
};

/**
 * The VAT of a payment for each rate, the highest first, from the lines of its bill. The amounts of all
 * rates add up to those of the statement without additional amounts. Empty for a bill without lines.
 * `refundedLines` and `refundedRates` are what refunds named.
 */
export function vatOf(
  lines: readonly LineItem[],
  statement: Statement,
  refundedLines: readonly RefundLine[] = [],
  refundedRates: readonly NamedRate[] = [],
): readonly RateStatement[] {
  const { additional } = statement;
  const amountOf = (sum: 'asked' | 'captured' | 'refunded') =>
    subtract(statement[sum], additional[sum]);
  const sold = lines.map(soldItem);
  const asked = taken(sold, amountOf('asked'));
  const captured = taken(sold, amountOf('captured'));
  const named = { lines: refundedLines, rates: refundedRates };
  const refunded = takenBy(sold, [{ amount: amountOf('refunded'), ...named }]);
  const rates = [...new Set(lines.map(({ vat_rate }) => roundedRateOf(vat_rate)))];
  return rates
    .sort((one, other) => other - one)
    .map((rate) => {
      const [took, back] = [atRate(captured, rate), atRate(refunded, rate)];
      const net = { amount: subtract(took.amount, back.amount), vat: subtract(took.vat, back.vat) };
      return { rate, asked: atRate(asked, rate), captured: took, refunded: back, net };
    });
}

function atRate(parts: readonly RatedAmount[], rate: number): Taxed {
  const own = parts.filter(({ vatRate }) => roundedRateOf(vatRate) === rate);
  const { total: amount, vat } = sumOf(own);
  return { amount, vat };
}

/** A line of VAT on a slip. `rate` is in hundredths of a per cent. */
export type VatLine = { readonly rate: number; readonly vat: MoneyInteger };

/**
 * The VAT in the amount that a slip states (`statedOf`): in what was captured, else in what can still be
 * captured or was asked for. Lines without a tax rate have no VAT to state.
 */
export function statedVat(lines: readonly LineItem[], statement: Statement): readonly VatLine[] {
  const isCaptured = statedOf(statement).what === 'captured';
  return vatOf(lines, statement)
    .filter(({ rate }) => rate > 0)
    .map(({ rate, asked, captured }) => ({
      rate,
      vat: isCaptured ? captured.vat : subtract(asked.vat, captured.vat),
    }));
}
