import { ZERO } from '../money/money.ts';
import type { PaymentRequestInput } from '../protocol/payment-request.ts';
import { CODE } from '../protocol/status-codes.ts';
import { type Instant, SECOND } from '../time/clock.ts';
import type { Payment } from './payment.ts';

/** Who the request is for, as far as the service knows when it is created. */
export type NamedCustomer =
  /** No customer is named: a customer claims the payment through its `uri`. */
  | { readonly kind: 'open' }
  | { readonly kind: 'known'; readonly customerId: string }
  /** The customer who has scanned the shortlink, or scans it next (D-106). */
  | { readonly kind: 'listening'; readonly shortlinkId: string }
  /** The named customer is unknown: the request fails with 4004 at once (D-75). */
  | { readonly kind: 'unknown' };

/** A new payment from checked input: the first row of the Moves table. */
export function createPayment(parts: {
  readonly tid: string;
  readonly merchantId: string;
  readonly request: PaymentRequestInput;
  readonly customer: NamedCustomer;
  /** Id of the permission that is asked for with it; used where the request has a scope. */
  readonly rid?: string;
  readonly now: Instant;
}): Payment {
  const { request, customer, now } = parts;
  const expires = now + request.expires_in * SECOND;
  return {
    tid: parts.tid,
    merchantId: parts.merchantId,
    request,
    callbackUri: request.callback_uri || null,
    displayMessageUri: request.display_message_uri || null,
    lineItems: request.line_items,
    code: customer.kind === 'unknown' ? CODE.notFound : CODE.pending,
    closedBy: null,
    additionalAmount: request.additional_amount,
    credit: false,
    transactionFee: ZERO,
    interchangeFee: ZERO,
    captures: [],
    refunds: [],
    created: now,
    modified: now,
    requestExpires: expires,
    expires,
    customerId: customer.kind === 'known' ? customer.customerId : null,
    shortlinkId: customer.kind === 'listening' ? customer.shortlinkId : null,
    // An empty scope asks for nothing.
    permission:
      request.required_scope && parts.rid
        ? { rid: parts.rid, grant: null, transactionFee: ZERO, currency: null }
        : null,
    opened: false,
    seqno: 0,
    displaySeqno: 0,
    version: 1,
  };
}
