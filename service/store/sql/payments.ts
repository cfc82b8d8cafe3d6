import { dueAt } from '../../../shared/payment/due-at.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import type { PaymentQuery } from '../store.ts';
import { requestOf, stateOf } from './payment-rows.ts';

export const PAYMENT_SQL = {
  insert: `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at,
    customer_id, shortlink_id, request, state, log_seqs)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id, pos_tid) DO NOTHING`,
  byTid: 'SELECT request, state FROM payment WHERE tid = ? AND merchant_id = ?',
  byTidAlone: 'SELECT request, state FROM payment WHERE tid = ?',
  byPosTid: `SELECT request, state FROM payment
    WHERE merchant_id = ? AND pos_id = ? AND pos_tid = ?`,
  byRid: `SELECT request, state FROM payment
    WHERE tid = (SELECT tid FROM payment_permission WHERE rid = ? AND merchant_id = ?)`,
  joinPermission: 'INSERT INTO payment_permission (rid, merchant_id, tid) VALUES (?, ?, ?)',
  // The version decides every race: of two writers only one finds the row it read.
  save: `UPDATE payment SET code = ?, version = ?, due_at = ?, customer_id = ?, state = ?,
      log_seqs = log_seqs || ?
    WHERE tid = ? AND merchant_id = ? AND version = ?`,
  list: `SELECT request, state FROM payment
    WHERE merchant_id = ? AND created >= ? AND created < ? AND (created, tid) < (?, ?)
      AND ((? AND code = 1003) OR (? AND code = 3008) OR (? AND code = 2000) OR (? AND code >= 4000))
    ORDER BY created DESC, tid DESC LIMIT ?`,
  listening: `SELECT request, state FROM payment WHERE shortlink_id = ? AND merchant_id = ?
    AND shortlink_id IS NOT NULL AND customer_id IS NULL AND code = 1003
    ORDER BY created DESC LIMIT ?`,
  ofCustomer: `SELECT request, state FROM payment WHERE customer_id = ?
    ORDER BY created DESC LIMIT ?`,
  due: `SELECT merchant_id, tid FROM payment WHERE due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?`,
  nextDue: 'SELECT due_at FROM payment WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1',
};

/** Sorts after every tid: they are lower case letters and digits. */
export const AFTER_EVERY_TID = '~';

export function insertParameters(payment: Payment): (string | number | null)[] {
  const { request } = payment;
  return [
    payment.tid,
    payment.merchantId,
    request.pos_id,
    request.pos_tid,
    payment.code,
    payment.version,
    payment.created,
    dueAt(payment),
    payment.customerId,
    payment.shortlinkId,
    requestOf(payment),
    stateOf(payment),
  ];
}

export function listParameters(merchantId: string, query: PaymentQuery): (string | number)[] {
  const wants = (status: PaymentQuery['statuses'][number]) =>
    query.statuses.length === 0 || query.statuses.includes(status) ? 1 : 0;
  return [
    merchantId,
    query.createdFrom ?? 0,
    query.createdTo ?? Number.MAX_SAFE_INTEGER,
    query.after?.created ?? Number.MAX_SAFE_INTEGER,
    query.after?.tid ?? AFTER_EVERY_TID,
    wants('pending'),
    wants('auth'),
    wants('ok'),
    wants('fail'),
    // One row more than asked shows whether there is a next page.
    query.limit + 1,
  ];
}
