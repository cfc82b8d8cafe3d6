import { byRate, isSomething, type RatedAmount, taken } from '../lines/divide.ts';
import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { derivedOnce } from '../objects/derived-once.ts';
import { amountsOf, type LineAmounts, linesOf } from './amounts.ts';
import type { Bill, BillLine, DiscountGiven, Grant, Stated } from './bill.ts';
import { returnedBy, returnedOn } from './returned.ts';

/*
 * What a payment of a bill states: its amounts by tax rate and its discounts. A bill can change between two payments, so
 * each payment starts from what the earlier ones state (D-418).
 */

/** True if a payment of `amount` pays the whole bill at once. A payment of nothing can be an earlier one. */
export function isWhole(bill: Bill, amount: MoneyInteger): boolean {
  const { total, paid } = amountsOf(bill);
  return paid === 0 && amount === total && bill.stated.rates.length === 0;
}

/**
 * What the next payment of a bill states if it pays `amount`: what the bill has now of everything that is paid with it, less
 * what the earlier payments state. So all payments together state the bill. The totals add up to `amount`. Where the
 * earlier payments state more than the bill has now, because a line was removed or exchanged, the difference is negative.
 * Rates and discounts of nothing are left out. Of a payment by phone that has captured less than it `asked` for, the rates
 * are a part of those of its request.
 */
export function partOf(bill: Bill, amount: MoneyInteger, asked = amount): Stated {
  const rates = ratesOfNext(bill, asked);
  const { total, paid } = amountsOf(bill);
  const due = subtract(total, paid);
  // The first payment after deposits were taken back states all of them: half a piece is nothing that a day counts.
  const { returned } = unstatedOf(bill);
  const discounts = unstatedOf(bill).discounts.map((one) => ({
    ...one,
    amount: amount === due ? one.amount : proportionOf(one.amount, amount, due),
  }));
  return {
    rates: amount === asked ? rates : taken(rates, amount).filter(isSomething),
    discounts: discounts.filter((one) => one.amount !== 0),
    returned,
  };
}

/** The rates of a payment that asks for `amount`. */
function ratesOfNext(bill: Bill, amount: MoneyInteger): readonly RatedAmount[] {
  const { vat, total, paid } = amountsOf(bill);
  if (add(paid, amount) === total) return unstatedOf(bill).rates;
  return lessStated(taken(vat, add(paid, amount)), bill);
}

/** What the bill has now and no payment states. A bill of which everything is stated has nothing here. */
export const unstatedOf: (bill: Bill) => Stated = derivedOnce((bill) => ({
  rates: lessStated(amountsOf(bill).vat, bill),
  discounts: discountsLeft(bill),
  returned: returnedBy([
    ...returnedOn(bill),
    ...bill.stated.returned.map((one) => ({
      ...one,
      pieces: -one.pieces,
      amount: subtract(ZERO, one.amount),
    })),
  ]),
}));

/** These rates less what the payments of the bill state. */
function lessStated(rates: readonly RatedAmount[], { stated }: Bill): readonly RatedAmount[] {
  return byRate([...rates, ...stated.rates.map(negative)]).filter(isSomething);
}

const negative = ({ vatRate, total, vat }: RatedAmount): RatedAmount => ({
  vatRate,
  total: subtract(ZERO, total),
  vat: subtract(ZERO, vat),
});

/** What all payments of a bill state once the next one has paid `amount`. */
export function statedWith(bill: Bill, amount: MoneyInteger, asked = amount): Stated {
  const { rates, discounts, returned } = partOf(bill, amount, asked);
  return {
    rates: byRate([...bill.stated.rates, ...rates]),
    discounts: sumDiscounts([...bill.stated.discounts, ...discounts]),
    returned: returnedBy([...bill.stated.returned, ...returned]),
  };
}

/** What was taken off and no payment of the bill states yet; negative where the bill has less off by now. */
function discountsLeft(bill: Bill): readonly DiscountGiven[] {
  const stated = bill.stated.discounts.map((one) => ({
    ...one,
    amount: subtract(ZERO, one.amount),
  }));
  return sumDiscounts([...discountsOf(bill), ...stated]).filter(({ amount }) => amount !== 0);
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
