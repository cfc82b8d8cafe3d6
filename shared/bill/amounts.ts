import { byRate, type RatedAmount } from '../lines/divide.ts';
import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, share, subtract, ZERO } from '../money/money.ts';
import { rateOf, vatIn } from '../money/vat.ts';
import { derivedOnce } from '../objects/derived-once.ts';
import type { Bill, BillLine, LineDiscount, Tender } from './bill.ts';

/*
 * Every amount of a bill, in minor units. Each line is rounded on its own, and the amounts of a line are differences of
 * rounded totals of its order. So the parts of a split line and the bills of a split table add up to the whole in every
 * minor unit, and so does their VAT.
 */

/** The amounts of a line or of a part of it. Those of a returned deposit are negative. */
export type LineAmounts = {
  /** Price and options, before anything was taken off. */
  readonly gross: MoneyInteger;
  /** What the line's own discounts take off. */
  readonly discount: MoneyInteger;
  /** Its part of the money off the whole bill. */
  readonly share: MoneyInteger;
  readonly total: MoneyInteger;
  /** The VAT in `total`. */
  readonly vat: MoneyInteger;
};

/** Of one unit, with its options. */
export function unitPrice({ price, options }: BillLine): MoneyInteger {
  return add(price, ...options.map(({ surcharge }) => surcharge));
}

/** What the first `units` of an order cost, step by step. Each of these functions grows with `units`. */
function upTo(line: BillLine, units: number) {
  const gross = proportionOf(unitPrice(line), units, 1_000);
  const total = line.discounts.reduce((left, one) => subtract(left, offOf(one, left)), gross);
  const rate = line.vatRate === null ? null : rateOf(line.vatRate);
  return { gross, total, vat: rate === null ? ZERO : vatIn(total, rate) };
}

/** What a discount takes off the first part of an order that costs `left` before it. */
function offOf(discount: LineDiscount, left: MoneyInteger): MoneyInteger {
  if (discount.kind === 'percent') return share(left, discount.basisPoints);
  const { amount, over } = discount;
  return money(Math.min(amount, proportionOf(amount, Math.min(left, over), over), left));
}

/** The amounts of the units `from` to `to` of a line's order, without the money off the whole bill. */
function between(line: BillLine, from: number, to: number): LineAmounts {
  const [before, after] = [upTo(line, from), upTo(line, to)];
  const sign = line.kind === 'deposit_return' ? -1 : 1;
  const gross = money(sign * (after.gross - before.gross));
  const total = money(sign * (after.total - before.total));
  const vat = money(sign * (after.vat - before.vat));
  return { gross, discount: subtract(gross, total), share: ZERO, total, vat };
}

const ownAmounts = (line: BillLine) => between(line, line.from, line.from + line.quantity);

/** The largest discount in money that the bill can have: everything that its goods cost. */
export function discountable({ lines }: Pick<Bill, 'lines'>): MoneyInteger {
  return add(ZERO, ...lines.map(weightOf));
}

/** Only goods are discounted: a deposit is money that the customer gets back. */
export const isDiscountable = ({ kind }: Pick<BillLine, 'kind'>): boolean => kind === 'goods';

const weightOf = (line: BillLine) => (isDiscountable(line) ? ownAmounts(line).total : ZERO);

/** The amounts of each line of a bill, in its order. */
export function linesOf(bill: Pick<Bill, 'lines' | 'discounts'>): readonly LineAmounts[] {
  const weights = bill.lines.map(weightOf);
  const off = Math.min(
    add(ZERO, ...bill.discounts.map(({ amount }) => amount)),
    discountable(bill),
  );
  const shares = apportion(money(off), weights);
  return bill.lines.map((line, place) => {
    const own = ownAmounts(line);
    const part = shares[place] ?? ZERO;
    const total = subtract(own.total, part);
    const vat = part === 0 ? own.vat : proportionOf(own.vat, total, own.total);
    return { ...own, share: part, total, vat };
  });
}

export type BillAmounts = {
  readonly gross: MoneyInteger;
  /** Of all lines and of the bill. */
  readonly discounts: MoneyInteger;
  readonly total: MoneyInteger;
  /** By tax rate, the highest first. A rate with returned deposits can be negative. */
  readonly vat: readonly RatedAmount[];
  /** Paid tenders, without tips. */
  readonly paid: MoneyInteger;
  /** Tenders whose result is not known yet. */
  readonly open: MoneyInteger;
  /** What still has to be paid and no open tender pays. */
  readonly due: MoneyInteger;
  readonly tips: MoneyInteger;
};

/** All amounts of a bill. A version of a bill is one object that never changes. */
export const amountsOf: (bill: Bill) => BillAmounts = derivedOnce(deriveAmounts);

function deriveAmounts(bill: Bill): BillAmounts {
  const lines = linesOf(bill);
  const total = add(ZERO, ...lines.map((line) => line.total));
  const paid = sumOf(bill.tenders, 'paid');
  const open = sumOf(bill.tenders, 'open');
  return {
    gross: add(ZERO, ...lines.map(({ gross }) => gross)),
    discounts: add(ZERO, ...lines.map((line) => add(line.discount, line.share))),
    total,
    vat: byRate(
      lines.map(({ total: own, vat }, place) => {
        const { vatRate = null } = bill.lines[place] ?? {};
        return { vatRate, total: own, vat };
      }),
    ),
    paid,
    open,
    due: money(total - paid - open),
    tips: add(ZERO, ...bill.tenders.filter(({ state }) => state === 'paid').map(({ tip }) => tip)),
  };
}

function sumOf(tenders: readonly Tender[], state: Tender['state']): MoneyInteger {
  return add(ZERO, ...tenders.filter((one) => one.state === state).map(({ amount }) => amount));
}

/** Divides an amount into equal shares; the first ones have a minor unit more where it does not divide. */
export function equalShares(amount: MoneyInteger, count: number): readonly MoneyInteger[] {
  const [floor, more] = [Math.floor(amount / count), amount % count];
  return Array.from({ length: count }, (_, place) => money(floor + (place < more ? 1 : 0)));
}
