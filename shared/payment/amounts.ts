import { add, MONEY_MAX, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { CODE } from '../protocol/status-codes.ts';
import type { Payment } from './payment.ts';

/** The two sums every step of a payment has. */
export type Sums = { readonly amount: MoneyInteger; readonly additionalAmount: MoneyInteger };

export function sumOf(parts: readonly Sums[]): Sums {
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

/** What was captured and not yet refunded. */
export function refundable(payment: Payment): Sums {
  const captured = sumOf(payment.captures);
  const refunded = sumOf(payment.refunds);
  return {
    amount: subtract(captured.amount, refunded.amount),
    additionalAmount: subtract(captured.additionalAmount, refunded.additionalAmount),
  };
}

/** The fees of a payment, in minor units of its currency. */
export type Fees = { readonly transactionFee: MoneyInteger; readonly interchangeFee: MoneyInteger };

/**
 * The fees that the settlement deducts for a payment (specification, Payment request outcome).
 * Before the first capture they are the fees of the whole authorisation (D-89). From then on they
 * are the part that falls on what was captured. A payment that ends without a capture costs nothing.
 */
export function deductedFees(payment: Payment): Fees {
  const { transactionFee, interchangeFee, code, captures } = payment;
  if (code === CODE.auth && captures.length === 0) return { transactionFee, interchangeFee };
  return capturedFees(payment);
}

/**
 * The part of the authorisation's fees for the amount that was captured so far. It is rounded half up on
 * the sum of all captures, so that the parts of a whole payment add up to the fee exactly.
 */
export function capturedFees(payment: Payment): Fees {
  const whole = BigInt(payment.request.amount + payment.additionalAmount);
  const captured = BigInt(total(sumOf(payment.captures)));
  const part = (fee: MoneyInteger) =>
    money(Number((2n * BigInt(fee) * captured + whole) / (2n * whole)));
  return {
    transactionFee: part(payment.transactionFee),
    interchangeFee: part(payment.interchangeFee),
  };
}

export function total(sums: Sums): MoneyInteger {
  return money(sums.amount + sums.additionalAmount);
}

/**
 * Why a total, in minor units, is too large for a payment, or null. The same rule applies to requested
 * totals and to approved ones. A capture stays within the approved amount. `limit` is the merchant's
 * highest single payment (D-105).
 */
export function totalFault(total: number, limit: number | null): string | null {
  if (limit !== null && total > limit) {
    return `with additional_amount this is more than the merchant's limit of ${limit}`;
  }
  if (total <= MONEY_MAX) return null;
  return `with additional_amount this must be at most ${MONEY_MAX}`;
}

export function isZero(sums: Sums): boolean {
  return sums.amount === 0 && sums.additionalAmount === 0;
}

/** True when `part` fits into `whole` in both sums. */
export function within(part: Sums, whole: Sums): boolean {
  return part.amount <= whole.amount && part.additionalAmount <= whole.additionalAmount;
}
