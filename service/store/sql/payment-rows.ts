import type { Payment } from '../../../shared/payment/payment.ts';
import { paymentRequestInput } from '../../../shared/protocol/payment-request.ts';
import { type Row, readText } from './rows.ts';

/**
 * A payment is kept as its request, which never changes, and its state. Both are JSON: the columns
 * beside them are those that a query or a compare-and-set needs.
 */
export function stateOf(payment: Payment): string {
  const state: Said<Omit<Payment, 'request'>> = {
    tid: payment.tid,
    merchantId: payment.merchantId,
    callbackUri: payment.callbackUri ?? undefined,
    displayMessageUri: payment.displayMessageUri ?? undefined,
    lineItems: payment.lineItems ?? undefined,
    code: payment.code,
    closedBy: payment.closedBy ?? undefined,
    additionalAmount: payment.additionalAmount,
    credit: payment.credit,
    transactionFee: payment.transactionFee,
    interchangeFee: payment.interchangeFee,
    captures: payment.captures,
    refunds: payment.refunds,
    created: payment.created,
    modified: payment.modified,
    requestExpires: payment.requestExpires,
    expires: payment.expires,
    held: payment.held ?? undefined,
    customerId: payment.customerId ?? undefined,
    shortlinkId: payment.shortlinkId ?? undefined,
    scanToken: payment.scanToken,
    permission: payment.permission ?? undefined,
    opened: payment.opened,
    seqno: payment.seqno,
    displaySeqno: payment.displaySeqno,
    version: payment.version,
  };
  return JSON.stringify(state);
}

export function requestOf({ request }: Payment): string {
  const said: Said<Payment['request']> = {
    action: request.action,
    currency: request.currency,
    amount: request.amount,
    additional_amount: request.additional_amount,
    additional_edit: request.additional_edit,
    allow_credit: request.allow_credit,
    pos_id: request.pos_id,
    pos_tid: request.pos_tid,
    customer: request.customer ?? undefined,
    max_scan_age: request.max_scan_age,
    text: request.text ?? undefined,
    line_items: request.line_items ?? undefined,
    links: request.links ?? undefined,
    cid: request.cid ?? undefined,
    display_message_uri: request.display_message_uri ?? undefined,
    callback_uri: request.callback_uri ?? undefined,
    success_return_uri: request.success_return_uri ?? undefined,
    failure_return_uri: request.failure_return_uri ?? undefined,
    expires_in: request.expires_in,
    required_scope: request.required_scope ?? undefined,
    required_scope_text: request.required_scope_text ?? undefined,
  };
  return JSON.stringify(said);
}

/** The stored text is the product's own writing, checked by the schema step that wrote it. */
export function paymentOf(row: Row): Payment {
  const request: Payment['request'] = JSON.parse(readText(row, 'request'));
  const state: Omit<Payment, 'request'> = JSON.parse(readText(row, 'state'));
  return { ...UNSAID, ...state, request: { ...UNSAID_REQUEST, ...request } };
}

/**
 * Every member, where a null is left out: a payment is written at each of its moves, and most of it
 * is null. Member by member, because an object whose shape the engine knows is written in half the
 * time of one that was put together; a new member that is missing here does not compile.
 */
type Said<T> = { readonly [K in keyof Required<T>]: Exclude<T[K], null> | undefined };

type Nulls<T> = { readonly [K in keyof T as null extends T[K] ? K : never]: null };

const UNSAID: Nulls<Payment> = {
  callbackUri: null,
  displayMessageUri: null,
  lineItems: null,
  closedBy: null,
  customerId: null,
  shortlinkId: null,
  permission: null,
};

/** Every field in the schema's order, because a repeat is compared as text (D-78). */
const UNSAID_REQUEST = Object.fromEntries(
  Object.keys(paymentRequestInput.shape).map((field) => [field, null]),
);
