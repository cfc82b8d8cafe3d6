import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { amountsOf, type LineAmounts, linesOf, ratesOfBill } from './amounts.ts';
import type { Bill, BillLine, DiscountGiven, Grant, Stated } from './bill.ts';
import { type RateAmounts, sumRates } from './rates.ts';

/*
 * What a payment of a part of a bill states: its amounts by tax rate and its discounts. A bill can change between two
 * payments, so each payment starts from what the earlier ones state (D-418).
 */

/** True if a payment of `amount` pays the whole bill at once. */
export function isWhole(bill: Bill, amount: MoneyInteger): boolean {
  const { total, paid } = amountsOf(bill);
  return paid === 0 && amount === total;
}

/**
 * What the next payment of a bill states if it pays `amount`: its proportion of what the bill has now and the earlier
 * payments do not state. The last payment states all of that, so that all payments together state the bill. The totals
 * add up to `amount`. Rates and discounts of nothing are left out.
 *
 * Nothing is negative. Where the earlier payments state more at a rate than the bill has now, because a line was
 * removed, the difference is taken off the other rates in their proportion. Discounts have the same rule.
 */
export function partOf(bill: Bill, amount: MoneyInteger): Stated {
  const { total, paid } = amountsOf(bill);
  const due = subtract(total, paid);
  const rest = ratesLeft(bill);
  const totals = apportion(
    amount,
    rest.map((rate) => rate.total),
  );
  const rates = rest.map(({ vatRate, total: all, vat }, place) => {
    const part = totals[place] ?? ZERO;
    return { vatRate, total: part, vat: proportionOf(vat, part, all) };
  });
  const discounts = discountsLeft(bill).map((one) => ({
    ...one,
    amount: amount === due ? one.amount : proportionOf(one.amount, amount, due),
  }));
  return {
    rates: rates.filter((rate) => rate.total !== 0),
    discounts: discounts.filter((one) => one.amount !== 0),
  };
}

/** What all payments of a bill state once the next one has paid `amount`. */
export function statedWith(bill: Bill, amount: MoneyInteger): Stated {
  const { rates, discounts } = partOf(bill, amount);
  return {
    rates: sumRates([...bill.stated.rates, ...rates]),
    discounts: sumDiscounts([...bill.stated.discounts, ...discounts]),
  };
}

/**
 * The bill by its tax rates, in the order of the lines. A returned deposit reduces its own rate; what it returns beyond
 * that is taken off the other rates in their proportion, because no line item is negative.
 */
export function chargedRates(bill: Bill): readonly RateAmounts[] {
  return withoutNegativeRates(ratesOfBill(bill));
}

/** What no payment of the bill states yet. */
function ratesLeft(bill: Bill): readonly RateAmounts[] {
  const stated = bill.stated.rates.map(({ vatRate, total, vat }) => ({
    vatRate,
    total: subtract(ZERO, total),
    vat: subtract(ZERO, vat),
  }));
  return withoutNegativeRates(sumRates([...chargedRates(bill), ...stated]));
}

/** What was taken off and no payment of the bill states yet. */
function discountsLeft(bill: Bill): readonly DiscountGiven[] {
  const stated = bill.stated.discounts.map((one) => ({
    ...one,
    amount: subtract(ZERO, one.amount),
  }));
  const left = sumDiscounts([...discountsOf(bill), ...stated]);
  const amounts = withoutNegatives(left.map(({ amount }) => amount));
  return left.map((one, place) => ({ ...one, amount: amounts[place] ?? ZERO }));
}

/** The VAT of a rate is at least nothing and at most its total. */
function withoutNegativeRates(rates: readonly RateAmounts[]): readonly RateAmounts[] {
  const totals = withoutNegatives(rates.map(({ total }) => total));
  return rates.map(({ vatRate, total: own, vat }, place) => {
    const total = totals[place] ?? ZERO;
    const tax = Math.min(Math.max(0, vat), Math.max(0, own));
    return { vatRate, total, vat: proportionOf(tax, total, own) };
  });
}

/** What is below zero is taken off the others in their proportion, until they are zero. */
function withoutNegatives(amounts: readonly MoneyInteger[]): readonly MoneyInteger[] {
  const positive = amounts.map((amount) => money(Math.max(0, amount)));
  const missing = amounts.reduce((sum, amount) => sum + Math.max(0, -amount), 0);
  const taken = apportion(money(Math.min(missing, add(...positive))), positive);
  return positive.map((amount, place) => subtract(amount, taken[place] ?? ZERO));
}

/** What each person took off a bill, by reason. */
function discountsOf(bill: Bill): readonly DiscountGiven[] {
  const amounts = linesOf(bill);
  const ofLines = bill.lines.flatMap((line, place) => {
    const own = amounts[place];
    return own === undefined ? [] : discountsOfLine(line, own);
  });
  const shares = apportion(
    add(ZERO, ...amounts.map(({ share }) => share)),
    bill.discounts.map(({ amount }) => amount),
  );
  const ofBill = bill.discounts.map((one, place) => given(one, shares[place] ?? ZERO));
  return sumDiscounts([...ofLines, ...ofBill]);
}

/** Splits the discount of a line over its rules: each has what the line costs less with it than before. */
function discountsOfLine(line: BillLine, { discount }: LineAmounts): readonly DiscountGiven[] {
  const totals = line.discounts.map((_, place) => totalWith(line, place));
  return line.discounts.map((one, place) => {
    const before = totals[place] ?? ZERO;
    const isLast = place === line.discounts.length - 1;
    const first = totals[0] ?? ZERO;
    const after = isLast ? subtract(first, discount) : (totals[place + 1] ?? ZERO);
    return given(one, subtract(before, after));
  });
}

/** What a line costs with the first ones of its discounts. */
function totalWith(line: BillLine, many: number): MoneyInteger {
  const lines = [{ ...line, discounts: line.discounts.slice(0, many) }];
  return linesOf({ lines, discounts: [] })[0]?.total ?? ZERO;
}

const given = (
  { reason, by, approvedBy }: Omit<Grant, 'id'>,
  amount: MoneyInteger,
): DiscountGiven => ({
  reason,
  by,
  approvedBy,
  amount,
});

/** The sum of each person, reason and approval. */
function sumDiscounts(all: readonly DiscountGiven[]): readonly DiscountGiven[] {
  const sums = new Map<string, DiscountGiven>();
  for (const one of all) {
    const key = JSON.stringify([one.reason, one.by, one.approvedBy]);
    sums.set(key, given(one, add(sums.get(key)?.amount ?? ZERO, one.amount)));
  }
  return [...sums.values()];
}
