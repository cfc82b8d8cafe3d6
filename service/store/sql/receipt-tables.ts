import type { DueEmail, ReceiptEmailState, StoredReceipt } from '../receipt-store.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

const COLUMNS = 'code_hash, merchant_id, code, pos_id, tid, document, received';
const CLAIMED = 'code_hash = ? AND id = ? AND lease = ? AND due IS NOT NULL';

export const RECEIPT_SQL = {
  // The primary key decides between two requests with the same code.
  put: `INSERT INTO receipt (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (code_hash) DO NOTHING`,
  read: `SELECT ${COLUMNS} FROM receipt WHERE code_hash = ? AND merchant_id = ?`,
  open: `SELECT ${COLUMNS} FROM receipt WHERE code_hash = ?`,
  ofPayment: `SELECT ${COLUMNS} FROM receipt WHERE merchant_id = ? AND tid = ?
    ORDER BY received LIMIT ?`,
  old: 'SELECT code_hash FROM receipt WHERE received < ? ORDER BY received LIMIT ?',
  forgetEmails: 'DELETE FROM receipt_email WHERE code_hash = ?',
  forget: 'DELETE FROM receipt WHERE code_hash = ?',
  oldest: 'SELECT received FROM receipt ORDER BY received LIMIT 1',
  isOrdered: 'SELECT 1 AS found FROM receipt_email WHERE code_hash = ? AND id = ?',
  ofReceipt: 'SELECT COUNT(*) AS number FROM receipt_email WHERE code_hash = ?',
  ofShop: 'SELECT COUNT(*) AS number FROM receipt_email WHERE merchant_id = ? AND at > ?',
  order: `INSERT INTO receipt_email
      (code_hash, id, merchant_id, address, state, tries, due, lease, at)
    VALUES (?, ?, ?, ?, 'waiting', 0, ?, 0, ?)`,
  due: `SELECT code_hash, id FROM receipt_email
    WHERE due <= ? ORDER BY due LIMIT ?`,
  claim: `UPDATE receipt_email SET due = ?, lease = ? WHERE code_hash = ? AND id = ?
    RETURNING merchant_id, code_hash, id, address, tries, at, lease`,
  end: `UPDATE receipt_email SET state = ?, address = NULL, due = NULL, tries = tries + 1
    WHERE ${CLAIMED}`,
  later: `UPDATE receipt_email SET due = ?, lease = 0, tries = tries + ? WHERE ${CLAIMED}`,
  giveUp: `UPDATE receipt_email SET state = 'failed', address = NULL, due = NULL
    WHERE due <= ? AND at <= ?`,
  nextDue: 'SELECT due FROM receipt_email WHERE due IS NOT NULL ORDER BY due LIMIT 1',
  waiting: 'SELECT COUNT(*) AS number FROM receipt_email WHERE due IS NOT NULL',
  emailsOf: 'SELECT state FROM receipt_email WHERE code_hash = ? ORDER BY at, id',
};

export function receiptRow(receipt: StoredReceipt) {
  const { hash, merchantId, code, posId, tid, document, received } = receipt;
  return [hash, merchantId, code, posId, tid, document, received];
}

export function receiptOf(row: Row | undefined): StoredReceipt | null {
  if (row === undefined) return null;
  return {
    hash: readText(row, 'code_hash'),
    merchantId: readText(row, 'merchant_id'),
    code: readText(row, 'code'),
    posId: readText(row, 'pos_id'),
    tid: readTextOrNull(row, 'tid'),
    document: readText(row, 'document'),
    received: readInteger(row, 'received'),
  };
}

export function dueEmailOf(row: Row): DueEmail {
  return {
    merchantId: readText(row, 'merchant_id'),
    hash: readText(row, 'code_hash'),
    id: readText(row, 'id'),
    address: readText(row, 'address'),
    tries: readInteger(row, 'tries'),
    at: readInteger(row, 'at'),
    lease: readInteger(row, 'lease'),
  };
}

export function emailStateOf(row: Row): ReceiptEmailState {
  const state = readText(row, 'state');
  return state === 'sent' || state === 'failed' ? state : 'waiting';
}
