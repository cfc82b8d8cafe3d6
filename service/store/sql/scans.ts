import type { Scan } from '../shortlink-store.ts';
import type { ScanUse } from '../store.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

export const COLUMNS = `token, message_id, merchant_id, shortlink_id, customer_id, argstring, at, expires,
  held_by, consumed_by`;

export const SCAN_SQL = {
  insert: `INSERT INTO scan (token, message_id, merchant_id, shortlink_id, customer_id, argstring,
    at, expires, seqno) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  byToken: `SELECT ${COLUMNS} FROM scan WHERE token = ? AND merchant_id = ? AND expires > ?`,
  byMessage: `SELECT ${COLUMNS} FROM scan
    WHERE message_id = ? AND merchant_id = ? AND shortlink_id = ? AND expires > ?`,
  ofCustomer: `SELECT ${COLUMNS} FROM scan WHERE message_id = ? AND customer_id = ?`,
  newestFree: `SELECT ${COLUMNS} FROM scan WHERE merchant_id = ? AND shortlink_id = ?
    AND consumed_by IS NULL AND held_by IS NULL AND at >= ? AND expires > ?
    ORDER BY at DESC, seqno DESC LIMIT 1`,
  newestFor: `SELECT ${COLUMNS} FROM scan WHERE merchant_id = ? AND shortlink_id = ?
    AND consumed_by IS NULL AND at >= ? AND expires > ?
    AND NOT EXISTS (SELECT 1 FROM payment
      WHERE payment.tid = scan.held_by AND payment.code = 1003 AND payment.pos_id <> ?)
    AND NOT EXISTS (SELECT 1 FROM permission_request AS asked
      WHERE asked.rid = scan.held_by AND asked.code = 1003 AND asked.pos_id <> ?)
    ORDER BY at DESC, seqno DESC LIMIT 1`,
  // Of two requests that have read the same holder only one still finds it.
  hold: `UPDATE scan SET held_by = ?
    WHERE token = ? AND merchant_id = ? AND consumed_by IS NULL AND COALESCE(held_by, '') = ?`,
  name: 'UPDATE scan SET held_by = ? WHERE token = ? AND merchant_id = ? AND consumed_by IS NULL',
  spend: `UPDATE scan SET consumed_by = ?
    WHERE token = ? AND merchant_id = ? AND consumed_by IS NULL`,
  waiting: `SELECT DISTINCT scan.merchant_id, scan.shortlink_id FROM scan
    JOIN payment ON payment.shortlink_id = scan.shortlink_id
    WHERE scan.consumed_by IS NULL AND scan.held_by IS NULL
      AND payment.customer_id IS NULL AND payment.code = 1003
    LIMIT ?`,
  sweep: 'DELETE FROM scan WHERE expires <= ?',
};

export function scanOf(row: Row | undefined): Scan | null {
  if (row === undefined) return null;
  return {
    token: readText(row, 'token'),
    messageId: readText(row, 'message_id'),
    merchantId: readText(row, 'merchant_id'),
    shortlinkId: readText(row, 'shortlink_id'),
    customerId: readText(row, 'customer_id'),
    argstring: readText(row, 'argstring'),
    at: readInteger(row, 'at'),
    expires: readInteger(row, 'expires'),
    heldBy: readTextOrNull(row, 'held_by'),
    consumedBy: readTextOrNull(row, 'consumed_by'),
  };
}

/** The parameters of the statement that writes a scan's use by the request `by`. */
export function scanUseParameters(use: ScanUse, merchantId: string, by: string): string[] {
  const where = [by, use.token, merchantId];
  return use.kind === 'hold' ? [...where, use.seen ?? ''] : where;
}
