import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import type { Refusal } from '../../../shared/protocol/errors.ts';
import { paymentFailure } from '../../../shared/refusals/payment-failure.ts';
import { problemOf } from '../../../shared/refusals/problem-types.ts';
import type { ServiceRefusal } from '../../../shared/refusals/service-refusal.ts';
import type { RefusedBecause } from '../../../shared/terminal/sale/state.ts';
import type { PaymentWords } from '../../i18n/payment.ts';

/*
 * The one place where a refusal becomes text for a cashier. Its sentences come from the message catalogues,
 * by closed sets of reasons; a sentence of the service or of the host is for programs and is never shown.
 */

/** Why the till refused a command; null: the till did not answer. */
export function refusalText(refusal: Refusal | null, words: PaymentWords): string {
  if (refusal === null) return words.problemNoHost;
  const problem = problemOf(refusal);
  const receipt = refusal.details?.receipt;
  if (typeof receipt !== 'string') return words.problems[problem];
  if (problem === 'receipt_foreign') return words.receiptForeign(receipt);
  if (problem === 'other_currency') return words.receiptOtherCurrency(receipt);
  if (problem === 'receipt_not_found') return words.receiptNotFound(receipt);
  return words.problems[problem];
}

/** Why the till refused a command, from its answer; null: the till did not answer. */
export function problemText(answer: AnyAnswer | null, words: PaymentWords): string {
  return answer?.ok === false ? refusalText(answer.refusal, words) : words.problems.no_host;
}

type WithReason = Exclude<RefusedBecause, { readonly kind: 'unknown_customer' }>;

/** Why the service refused a sale. */
export function refusedSaleText({ reason }: WithReason, words: PaymentWords): string {
  return words.serviceRefusals[reason];
}

/** Why the service refused a refund. What only a look at the payment can explain points to the portal. */
export function refusedRefundText(reason: ServiceRefusal, words: PaymentWords): string {
  switch (reason) {
    case 'signed_out':
    case 'currency':
    case 'settings':
    case 'unavailable':
    case 'lines_gone':
      return words.serviceRefusals[reason];
    case 'amount':
    case 'customer':
    case 'used_before':
    case 'too_large':
    case 'not_accepted':
      return words.refundNotAccepted;
  }
}

/** Why a payment failed, by the status code of the service. */
export function failureText(code: number, words: PaymentWords): string {
  return words.paymentFailures[paymentFailure(code)];
}
