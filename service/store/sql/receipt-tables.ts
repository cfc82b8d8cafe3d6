import type {
  BookedSpan,
  DueEmail,
  EmailAttempt,
  ReceiptEmailState,
  StoredReceipt,
} from '../receipt-store.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

const COLUMNS = 'code_hash, merchant_id, code, pos_id, tid, number, at, document, received';
const CLAIMED = 'code_hash = ? AND id = ? AND lease = ? AND due IS NOT NULL';

export const RECEIPT_SQL = {
  // The primary key decides between two requests with the same code.
  put: `INSERT INTO receipt (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (code_hash) DO NOTHING`,
  read: `SELECT ${COLUMNS} FROM receipt WHERE code_hash = ? AND merchant_id = ?`,
  open: `SELECT ${COLUMNS} FROM receipt WHERE code_hash = ?`,
  ofPayment: `SELECT ${COLUMNS} FROM receipt WHERE merchant_id = ? AND tid = ?
    ORDER BY received LIMIT ?`,
  // A number that two receipts have is on one that the books do not have.
  leftOut: `SELECT number FROM receipt
    WHERE merchant_id = ? AND pos_id = ? AND number IS NOT NULL AND at > ? AND at <= ? AND received <= ?
    GROUP BY number HAVING number > ? OR COUNT(*) > 1 ORDER BY number LIMIT ?`,
  old: 'SELECT code_hash FROM receipt WHERE received < ? ORDER BY received LIMIT ?',
  forgetEmails: 'DELETE FROM receipt_email WHERE code_hash = ?',
  forget: 'DELETE FROM receipt WHERE code_hash = ?',
  oldest: 'SELECT received FROM receipt ORDER BY received LIMIT 1',
  isOrdered: 'SELECT 1 AS found FROM receipt_email WHERE code_hash = ? AND id = ?',
  ofReceipt: 'SELECT COUNT(*) AS number FROM receipt_email WHERE code_hash = ?',
  ofShop: 'SELECT COUNT(*) AS number FROM receipt_email WHERE merchant_id = ? AND at > ?',
  order: `INSERT INTO receipt_email
      (code_hash, id, merchant_id, address, state, tries, unanswered, due, lease, at)
    VALUES (?, ?, ?, ?, 'waiting', 0, 0, ?, 0, ?)`,
  // Steps from shop to shop by the index, because one shop may have any number of orders that wait. Shops and times are
  // compared as pairs, as hosts of callbacks are.
  dueShops: `WITH RECURSIVE shops (merchant_id) AS (
      SELECT MIN(merchant_id) FROM receipt_email WHERE due IS NOT NULL
      UNION ALL
      SELECT (SELECT MIN(e.merchant_id) FROM receipt_email AS e
        WHERE e.due IS NOT NULL AND e.merchant_id > shops.merchant_id)
      FROM shops WHERE shops.merchant_id IS NOT NULL),
    firsts (merchant_id, first) AS (
      SELECT shops.merchant_id, (SELECT e.due FROM receipt_email AS e
        WHERE e.due IS NOT NULL AND (e.merchant_id, e.due) >= (shops.merchant_id, 0)
          AND (e.merchant_id, e.due) <= (shops.merchant_id, ?)
        ORDER BY e.merchant_id, e.due LIMIT 1)
      FROM shops WHERE shops.merchant_id IS NOT NULL)
    SELECT merchant_id FROM firsts WHERE first IS NOT NULL ORDER BY first, merchant_id`,
  due: `SELECT code_hash, id FROM receipt_email
    WHERE due IS NOT NULL AND (merchant_id, due) >= (?, 0) AND (merchant_id, due) <= (?, ?)
    ORDER BY merchant_id, due LIMIT ?`,
  claim: `UPDATE receipt_email SET due = ?, lease = ? WHERE code_hash = ? AND id = ?
    RETURNING merchant_id, code_hash, id, address, tries, unanswered, at, lease`,
  end: `UPDATE receipt_email SET state = ?, address = NULL, due = NULL, tries = tries + 1
    WHERE ${CLAIMED}`,
  later: `UPDATE receipt_email
    SET due = ?, lease = 0, tries = tries + ?, unanswered = unanswered + ? WHERE ${CLAIMED}`,
  giveUp: `UPDATE receipt_email SET state = 'failed', address = NULL, due = NULL
    WHERE due <= ? AND at <= ?`,
  nextDue: 'SELECT due FROM receipt_email WHERE due > ? ORDER BY due LIMIT 1',
  waiting: 'SELECT COUNT(*) AS number FROM receipt_email WHERE due IS NOT NULL',
  oldestWaiting: 'SELECT MIN(at) AS at FROM receipt_email WHERE due IS NOT NULL',
  emailsOf: 'SELECT state FROM receipt_email WHERE code_hash = ? ORDER BY at, id',
};

/** The parameters of `leftOut`. */
export function leftOutParameters(
  merchantId: string,
  { posId, after, until, received, last }: BookedSpan,
  limit: number,
) {
  return [merchantId, posId, after, until, received, last, limit];
}
/** What an attempt adds to `tries` and `unanswered`. */
export const attemptRow = (attempt: EmailAttempt) =>
  [attempt === 'none' ? 0 : 1, attempt === 'unanswered' ? 1 : 0] as const;

export function receiptRow(receipt: StoredReceipt) {
  const { hash, merchantId, code, posId, tid, number, at, document, received } = receipt;
  return [hash, merchantId, code, posId, tid, number, at, document, received];
}

export function receiptOf(row: Row | undefined): StoredReceipt | null {
  if (row === undefined) return null;
  return {
    hash: readText(row, 'code_hash'),
    merchantId: readText(row, 'merchant_id'),
    code: readText(row, 'code'),
    posId: readText(row, 'pos_id'),
    tid: readTextOrNull(row, 'tid'),
    number: readIntegerOrNull(row, 'number'),
    at: readInteger(row, 'at'),
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
    unanswered: readInteger(row, 'unanswered'),
    at: readInteger(row, 'at'),
    lease: readInteger(row, 'lease'),
  };
}

export function emailStateOf(row: Row): ReceiptEmailState {
  const state = readText(row, 'state');
  return state === 'sent' || state === 'failed' ? state : 'waiting';
}
