import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { type CashRounding, inCash } from './rounding.ts';

/** What a customer pays in cash. */
export type CashSum = {
  /** The part of the bill that it pays. */
  readonly amount: MoneyInteger;
  /** What the customer has chosen to give beside it. */
  readonly tip: MoneyInteger;
  /** What is asked for: the amount with its tip and its rounding. */
  readonly toPay: MoneyInteger;
  /** Negative where coins make the amount smaller. */
  readonly rounding: MoneyInteger;
};

/**
 * The cash for a part of what is due. What pays the rest is rounded, and the difference is a line of its own. A part
 * before the rest is itself an amount that coins can pay: what it differs stays due. A tip that coins cannot pay with such
 * a part is left out.
 */
export function cashSum(
  part: MoneyInteger,
  due: MoneyInteger,
  rule: CashRounding | null,
  chosen: MoneyInteger = ZERO,
): CashSum {
  const coins = part < due ? money(Math.max(inCash(part, rule), rule?.step ?? 1)) : due;
  if (coins < due) {
    const tip = isPayable(chosen, rule) ? chosen : ZERO;
    return { amount: coins, tip, toPay: add(coins, tip), rounding: ZERO };
  }
  const exact = add(due, chosen);
  const toPay = inCash(exact, rule);
  return { amount: due, tip: chosen, toPay, rounding: subtract(toPay, exact) };
}

/** True if coins can pay this amount. */
export const isPayable = (amount: number, rule: CashRounding | null): boolean =>
  rule === null || amount % rule.step === 0;
