import { dueAt } from '../../../shared/payment/moves.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { paymentRequestInput } from '../../../shared/protocol/payment-request.ts';
import { CODE, type Status, statusOf } from '../../../shared/protocol/status-codes.ts';
import { paged } from '../pages.ts';
import type { Attachment, LivePayments, PaymentPage, UnmatchedPayment } from '../payment-store.ts';
import type { PaymentQuery } from '../store.ts';
import { type Row, readInteger, readText } from './rows.ts';

/**
 * A payment is stored as its request, which never changes, and its state. Both are JSON; the other
 * columns are those that a query or a compare-and-set needs.
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
  const body: Said<Payment['request']> = {
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
  return JSON.stringify(body);
}

/** The service wrote the stored text itself, and the migration that wrote it checked it. */
export function paymentOf(row: Row): Payment {
  const request: Payment['request'] = JSON.parse(readText(row, 'request'));
  const state: Omit<Payment, 'request'> = JSON.parse(readText(row, 'state'));
  return { ...UNSAID, ...state, request: { ...UNSAID_REQUEST, ...request } };
}

/**
 * All members, with null left out: a payment is written at each state transition, and most of its
 * members are null. Member by member, because the engine serialises an object of known shape in
 * half the time of a merged one. A missing member does not compile.
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

/** All fields in the schema's order, because a repeat is compared as text (D-78). */
const UNSAID_REQUEST = Object.fromEntries(
  Object.keys(paymentRequestInput.shape).map((field) => [field, null]),
);

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
  // The version decides every race: only one of two writers finds the row that it read.
  save: `UPDATE payment SET code = ?, version = ?, due_at = ?, customer_id = ?, state = ?,
      log_seqs = log_seqs || ?
    WHERE tid = ? AND merchant_id = ? AND version = ?`,
  list: `SELECT request, state FROM payment
    WHERE merchant_id = ? AND (created, tid) < (?, ?) AND created >= ?
    ORDER BY created DESC, tid DESC LIMIT ?`,
  listening: `SELECT request, state FROM payment WHERE shortlink_id = ? AND merchant_id = ?
    AND shortlink_id IS NOT NULL AND customer_id IS NULL AND code = 1003
    ORDER BY created DESC LIMIT ?`,
  ofCustomer: `SELECT request, state FROM payment WHERE customer_id = ?
    ORDER BY created DESC LIMIT ?`,
  due: `SELECT merchant_id, tid FROM payment WHERE due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?`,
  // A request ends at a fixed time after its creation, an authorisation at one after the customer's answer.
  ahead: `SELECT merchant_id, tid, due_at FROM payment WHERE due_at IS NOT NULL AND (due_at, tid) > (?, ?)
      AND (created > ? OR (code <> 1003 AND due_at > ?))
    ORDER BY due_at, tid LIMIT ?`,
  nextDue: 'SELECT due_at FROM payment WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1',
  live: `SELECT code, COUNT(*) AS number, COUNT(CASE WHEN created <= ? THEN 1 END) AS old
    FROM payment WHERE due_at IS NOT NULL GROUP BY code`,
  unmatched: `SELECT merchant_id, pos_id, tid, created FROM payment
    WHERE due_at IS NOT NULL AND code = ${CODE.auth} AND created <= ? ORDER BY due_at, tid LIMIT ?`,
};

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

/** Statuses by the class of their codes: the first digit, which the index `payment_by_status` has. */
const CLASSES: ReadonlyMap<number, Status> = new Map(
  Object.values(CODE).map((code) => [Math.floor(code / 1_000), statusOf(code)]),
);

/** How a database reads the part of a class from one range of the index `payment_by_status`. */
type PartOfClass = {
  readonly table: string;
  /** The condition for the rows of a class that are before a position and have at least a time. */
  readonly range: (code: number) => string;
  readonly order: string;
};

/**
 * The list of some statuses: the newest rows of each class, merged. A page of a few payments among millions
 * of others then reads no more rows than other pages.
 */
export function listOfStatuses({ table, range, order }: PartOfClass): string {
  const parts = [...CLASSES.keys()].map(
    (code) => `SELECT * FROM (SELECT request, state, created, tid FROM ${table}
      WHERE merchant_id = ? AND ${range(code)} AND ? = 1
      ORDER BY ${order} LIMIT ?) AS class${code}`,
  );
  return `${parts.join(' UNION ALL ')} ORDER BY created DESC, tid DESC LIMIT ?`;
}

type ListStatements<S> = { readonly list: S; readonly listOfStatuses: S };

/** The statement for a list query, with its parameters. One row more than requested shows a next page. */
export function listStatement<S>(
  sql: ListStatements<S>,
  merchantId: string,
  query: PaymentQuery,
): readonly [S, ...(string | number)[]] {
  const { statuses, limit } = query;
  const range = [merchantId, ...rangeParameters(query)];
  if (statuses.length === 0) return [sql.list, ...range, limit + 1];
  const parts = [...CLASSES.values()].flatMap((status) => {
    const wanted = statuses.includes(status) ? 1 : 0;
    return [...range, wanted, limit + 1];
  });
  return [sql.listOfStatuses, ...parts, limit + 1];
}

/** The position that the page is before, and its first time. */
function rangeParameters(query: PaymentQuery): readonly [number, string, number] {
  const to = query.createdTo ?? Number.MAX_SAFE_INTEGER;
  const { created, tid } = query.after ?? { created: to, tid: '' };
  const from = query.createdFrom ?? 0;
  // No tid is before the empty text, so that this position is before all payments of the time.
  return created < to ? [created, tid, from] : [to, '', from];
}

/** The page of a list: its payments, and the position of the last one if there are more. */
export function pageOf(rows: readonly Row[], limit: number): PaymentPage {
  const page = paged(rows.map(paymentOf), limit, ({ created, tid }) => ({ created, tid }));
  return { items: page.rows, next: page.next };
}

export const ATTACHMENT_SQL = {
  use: 'INSERT INTO attachment_use (hash, expires) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING',
  count: 'SELECT count(*) AS n FROM attachment WHERE merchant_id = ? AND tid = ?',
  insert: `INSERT INTO attachment (id, merchant_id, tid, position, content_type, size, at, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ofPayment: `SELECT id, merchant_id, tid, content_type, size, at FROM attachment
    WHERE merchant_id = ? AND tid = ? ORDER BY position`,
  body: 'SELECT body FROM attachment WHERE id = ? AND merchant_id = ? AND tid = ?',
  sweep: 'DELETE FROM attachment_use WHERE expires <= ?',
};

/** A row of an attachment without its content. */
export function attachmentOf(row: Row): Attachment {
  return {
    id: readText(row, 'id'),
    merchantId: readText(row, 'merchant_id'),
    tid: readText(row, 'tid'),
    contentType: readText(row, 'content_type'),
    size: readInteger(row, 'size'),
    at: readInteger(row, 'at'),
  };
}

/** A row of the query `live`. */
export const unmatchedOf = (row: Row): UnmatchedPayment => ({
  merchantId: readText(row, 'merchant_id'),
  posId: readText(row, 'pos_id'),
  tid: readText(row, 'tid'),
  created: readInteger(row, 'created'),
});

export function livePaymentsOf(row: Row): LivePayments {
  return {
    code: readInteger(row, 'code'),
    count: readInteger(row, 'number'),
    old: readInteger(row, 'old'),
  };
}
