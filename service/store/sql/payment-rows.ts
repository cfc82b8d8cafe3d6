import type { Payment } from '../../../shared/payment/payment.ts';
import { type Row, readText } from './rows.ts';

/**
 * A payment is kept as its request, which never changes, and its state. Both are JSON: the columns
 * beside them are those that a query or a compare-and-set needs.
 */
export function stateOf(payment: Payment): string {
  const { request: _request, ...state } = payment;
  return JSON.stringify(state);
}

/** The stored text is the product's own writing, checked by the schema step that wrote it. */
export function paymentOf(row: Row): Payment {
  const request: Payment['request'] = JSON.parse(readText(row, 'request'));
  const state: Omit<Payment, 'request'> = JSON.parse(readText(row, 'state'));
  return { ...state, request };
}
