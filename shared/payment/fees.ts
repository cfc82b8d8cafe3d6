import { type MoneyInteger, money, share } from '../money/money.ts';
import type { PaymentTerms } from './payment.ts';

/** What the service keeps of a payment when it is captured, in minor units. */
export type PaymentFees = {
  readonly transactionFee: MoneyInteger;
  /** Only for a payment by credit. */
  readonly interchangeFee: MoneyInteger;
};

/**
 * The fees of a payment with this total. They are fixed at its authorisation, whatever is captured later
 * (D-89).
 */
export function feesOf(total: MoneyInteger, credit: boolean, terms: PaymentTerms): PaymentFees {
  const fixed = terms.transactionFeeFixed ?? 0;
  return {
    transactionFee: money(share(total, terms.transactionFeeBasisPoints) + fixed),
    interchangeFee: credit ? share(total, terms.interchangeBasisPoints) : money(0),
  };
}
