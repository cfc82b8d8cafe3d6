import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { roundedRateOf } from '../money/vat.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { type RefundLine, restOf, totalRefunded, vatOfLine } from './refund-lines.ts';
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
  return divide(lines.map(partOfLine), amount);
}

/**
 * The part of each line that refunds of this amount without additional amounts returned. `refunded` are the lines
 * that some of them named (D-250). The rest of the amount is divided over the rest of the lines.
 */
export function refundedPartsOf(
  lines: readonly LineItem[],
  amount: MoneyInteger,
  refunded: readonly RefundLine[],
): readonly LinePart[] {
  const rests = restOf(lines, refunded).map(
    ({ item, total, vat }): LinePart => ({
      rate: roundedRateOf(item.vat_rate),
      amount: total,
      vat,
    }),
  );
  const more = divide(rests, subtract(amount, totalRefunded(refunded)));
  return lines.map(partOfLine).map((whole, place) => {
    const [rest, part] = [rests[place] ?? whole, more[place] ?? { ...whole, ...NOTHING }];
    return {
      rate: whole.rate,
      amount: add(subtract(whole.amount, rest.amount), part.amount),
      vat: add(subtract(whole.vat, rest.vat), part.vat),
    };
  });
}

function partOfLine(line: LineItem): LinePart {
  return { rate: roundedRateOf(line.vat_rate), amount: line.total, vat: vatOfLine(line) };
}

function divide(whole: readonly LinePart[], amount: MoneyInteger): readonly LinePart[] {
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
 * `refundedLines` are the lines that refunds named.
 */
export function vatOf(
  lines: readonly LineItem[],
  statement: Statement,
  refundedLines: readonly RefundLine[] = [],
): readonly RateStatement[] {
  const { additional } = statement;
  const amountOf = (sum: 'asked' | 'captured' | 'refunded') =>
    subtract(statement[sum], additional[sum]);
  const taxedOf = (parts: readonly LinePart[]) =>
    new Map(groupsOf(parts).map(({ rate, amount, vat }) => [rate, { amount, vat }]));
  const asked = taxedOf(partsOf(lines, amountOf('asked')));
  const captured = taxedOf(partsOf(lines, amountOf('captured')));
  const refunded = taxedOf(refundedPartsOf(lines, amountOf('refunded'), refundedLines));
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
