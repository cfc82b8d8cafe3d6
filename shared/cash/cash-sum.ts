import { type MoneyInteger, money, subtract } from '../money/money.ts';
import { type CashRounding, inCash } from './rounding.ts';

/** What a customer pays in cash. */
export type CashSum = {
  /** The part of the bill that it pays. */
  readonly amount: MoneyInteger;
  /** What is asked for: the amount with its rounding. */
  readonly toPay: MoneyInteger;
  /** Negative where coins make the amount smaller. */
  readonly rounding: MoneyInteger;
};

/**
 * The cash for a part of what is due. What pays the rest is rounded, and the difference is a line of its own. A part
 * before the rest is itself an amount that coins can pay: what it differs stays due.
 */
export function cashSum(part: MoneyInteger, due: MoneyInteger, rule: CashRounding | null): CashSum {
  const coins = part < due ? money(Math.max(inCash(part, rule), rule?.step ?? 1)) : due;
  if (coins < due) return { amount: coins, toPay: coins, rounding: money(0) };
  const toPay = inCash(due, rule);
  return { amount: due, toPay, rounding: subtract(toPay, due) };
}

/** True if coins can pay this amount. */
export const isPayable = (amount: number, rule: CashRounding | null): boolean =>
  rule === null || amount % rule.step === 0;
