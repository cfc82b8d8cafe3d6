import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { CODE } from '../protocol/status-codes.ts';
import type { Capture, Payment } from './payment.ts';

/** The two sums every step of a payment has. */
export type Sums = { readonly amount: MoneyInteger; readonly additionalAmount: MoneyInteger };

export function sumOf(parts: readonly Capture[]): Sums {
  return {
    amount: add(ZERO, ...parts.map((part) => part.amount)),
    additionalAmount: add(ZERO, ...parts.map((part) => part.additionalAmount)),
  };
}

/** What the authorisation still holds; zero unless the payment is authorised (D-90). */
export function authorised(payment: Payment): Sums {
  if (payment.code !== CODE.auth) return { amount: ZERO, additionalAmount: ZERO };
  const captured = sumOf(payment.captures);
  return {
    amount: subtract(payment.request.amount, captured.amount),
    additionalAmount: subtract(payment.additionalAmount, captured.additionalAmount),
  };
}

/** What was captured and not yet given back. */
export function refundable(payment: Payment): Sums {
  const captured = sumOf(payment.captures);
  const refunded = sumOf(payment.refunds);
  return {
    amount: subtract(captured.amount, refunded.amount),
    additionalAmount: subtract(captured.additionalAmount, refunded.additionalAmount),
  };
}

export function total(sums: Sums): MoneyInteger {
  return money(sums.amount + sums.additionalAmount);
}

export function isZero(sums: Sums): boolean {
  return sums.amount === 0 && sums.additionalAmount === 0;
}

/** True when `part` fits into `whole` in both sums. */
export function within(part: Sums, whole: Sums): boolean {
  return part.amount <= whole.amount && part.additionalAmount <= whole.additionalAmount;
}
