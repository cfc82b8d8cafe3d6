import type { Payment } from '../../../shared/payment/payment.ts';
import { paymentRequestInput } from '../../../shared/protocol/payment-request.ts';
import { type Row, readText } from './rows.ts';

/**
 * A payment is kept as its request, which never changes, and its state. Both are JSON: the columns
 * beside them are those that a query or a compare-and-set needs.
 */
export function stateOf(payment: Payment): string {
  const { request: _request, ...state } = payment;
  return JSON.stringify(said(state));
}

export function requestOf(payment: Payment): string {
  return JSON.stringify(said(payment.request));
}

/** The stored text is the product's own writing, checked by the schema step that wrote it. */
export function paymentOf(row: Row): Payment {
  const request: Payment['request'] = JSON.parse(readText(row, 'request'));
  const state: Omit<Payment, 'request'> = JSON.parse(readText(row, 'state'));
  return { ...UNSAID, ...state, request: { ...UNSAID_REQUEST, ...request } };
}

/** A null is not written: a payment is written at each of its moves, and most of it is null. */
function said(of: object): Readonly<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(of)) if (value !== null) kept[name] = value;
  return kept;
}

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
