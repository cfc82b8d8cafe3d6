import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { roundedRateOf, vatIn } from '../money/vat.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { type Statement, statedOf } from './statement.ts';

/** An amount with VAT, and the VAT in it. Minor units. */
export type Taxed = { readonly amount: MoneyInteger; readonly vat: MoneyInteger };

/** The part of a line item that falls on an amount. */
export type LinePart = Taxed & {
  /** Hundredths of a per cent. */
  readonly rate: number;
};

/**
 * Divides an amount without additional amounts over the lines of a bill, each with its VAT (D-213). The
 * amount is first divided over the tax rates, the highest first, then over the lines of each rate. The VAT
 * of a rate is rounded once. The result depends on the amount alone, so the parts of a larger amount are
 * never smaller, and the part of one step is the difference of two results.
 */
export function partsOf(lines: readonly LineItem[], amount: MoneyInteger): readonly LinePart[] {
  const whole = lines.map((line): LinePart => {
    const rate = roundedRateOf(line.vat_rate);
    return { rate, amount: line.total, vat: line.vat ?? vatIn(line.total, rate) };
  });
  const groups = groupsOf(whole);
  const parts = [...whole];
  const shares = apportion(
    amount,
    groups.map((group) => group.amount),
  );
  for (const [index, group] of groups.entries()) {
    const share = shares[index] ?? ZERO;
    const vat = proportionOf(share, group.vat, group.amount);
    const lineShares = apportion(share, group.members.map(amountIn));
    const vatShares = apportion(vat, group.members.map(vatOfPart));
    for (const [at, { place }] of group.members.entries()) {
      const [part, tax] = [lineShares[at] ?? ZERO, vatShares[at] ?? ZERO];
      parts[place] = { rate: group.rate, amount: part, vat: tax };
    }
  }
  return parts;
}

const amountIn = ({ amount }: Taxed) => amount;
const vatOfPart = ({ vat }: Taxed) => vat;

type Member = LinePart & { readonly place: number };
type Group = LinePart & { readonly members: readonly Member[] };

/** The lines by rate, the highest rate first. */
function groupsOf(parts: readonly LinePart[]): readonly Group[] {
  const placed = parts.map((part, place): Member => ({ ...part, place }));
  const rates = [...new Set(parts.map(({ rate }) => rate))].sort((a, b) => b - a);
  return rates.map((rate) => {
    const members = placed.filter((member) => member.rate === rate);
    return { rate, members, ...sumOf(members) };
  });
}

function sumOf(parts: readonly Taxed[]): Taxed {
  return { amount: add(ZERO, ...parts.map(amountIn)), vat: add(ZERO, ...parts.map(vatOfPart)) };
}

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
 */
export function vatOf(lines: readonly LineItem[], statement: Statement): readonly RateStatement[] {
  const { additional } = statement;
  const taxedOf = (sum: 'asked' | 'captured' | 'refunded') => {
    const groups = groupsOf(partsOf(lines, subtract(statement[sum], additional[sum])));
    return new Map(groups.map(({ rate, amount, vat }) => [rate, { amount, vat }]));
  };
  const [asked, captured, refunded] = [taxedOf('asked'), taxedOf('captured'), taxedOf('refunded')];
  return [...asked.keys()].map((rate) => {
    const took = captured.get(rate) ?? NOTHING;
    const back = refunded.get(rate) ?? NOTHING;
    const net = { amount: subtract(took.amount, back.amount), vat: subtract(took.vat, back.vat) };
    return { rate, asked: asked.get(rate) ?? NOTHING, captured: took, refunded: back, net };
  });
}

const NOTHING: Taxed = { amount: ZERO, vat: ZERO };

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
