import {
  type PaymentRequestDraft,
  type PaymentRequestInput,
  paymentRequestInput,
} from '../../shared/protocol/payment-request.ts';
import { DAY } from '../../shared/time/clock.ts';

/* Input of the pure rules in tests; separate from the service, which takes a second to load. */

export const TERMS = {
  authorisationLife: 3 * DAY,
  transactionFeeBasisPoints: 100,
  interchangeBasisPoints: 100,
};

let drafts = 0;

/** A valid request; every call makes a new pos_tid. */
export function draft(change: Partial<PaymentRequestDraft> = {}): PaymentRequestInput {
  drafts += 1;
  return paymentRequestInput.parse({
    action: 'sale',
    currency: 'NOK',
    amount: 12_500,
    allow_credit: false,
    pos_id: 'till1',
    pos_tid: `sale-${drafts}`,
    success_return_uri: '',
    failure_return_uri: '',
    ...change,
  });
}
