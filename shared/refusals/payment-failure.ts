/** Why a payment failed after it was requested, as far as a person at the till can act on it. */
export type PaymentFailure = 'bank' | 'limit' | 'duplicate' | 'credit' | 'account_closed' | 'other';

/** By the codes of the catalogue (D-187). */
const BY_CODE: Readonly<Record<number, PaymentFailure>> = {
  5007: 'bank',
  5008: 'limit',
  5009: 'limit',
  5010: 'duplicate',
  5023: 'credit',
  5101: 'limit',
  5102: 'account_closed',
};

/** Why a payment failed, by its status code. A code that is not in the list is `other`. */
export function paymentFailure(code: number): PaymentFailure {
  return BY_CODE[code] ?? 'other';
}
