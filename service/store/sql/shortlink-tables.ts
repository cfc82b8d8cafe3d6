import type { Scan, Shortlink, ShortlinkMade } from '../shortlink-store.ts';
import type { ScanUse } from '../store.ts';
import { notRefused } from './customer-tables.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

export const COLUMNS = 'id, merchant_id, serial_number, callback_uri, label, is_active, created';

export const SHORTLINK_SQL = {
  addSerial: `INSERT INTO shortlink_serial (serial_number) VALUES (?)
    ON CONFLICT (serial_number) DO NOTHING`,
  // The stock decides which merchant has a printed code; only one of two merchants finds it free.
  claimSerial: `UPDATE shortlink_serial SET merchant_id = ?, shortlink_id = ?
    WHERE serial_number = ?
      AND (merchant_id IS NULL OR (merchant_id = ? AND shortlink_id IS NULL))`,
  readSerial: 'SELECT merchant_id, shortlink_id FROM shortlink_serial WHERE serial_number = ?',
  freeSerial: 'UPDATE shortlink_serial SET shortlink_id = NULL WHERE shortlink_id = ?',
  insert: `INSERT INTO shortlink (${COLUMNS}, seqno) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
    ON CONFLICT (id) DO NOTHING`,
  idTaken: 'SELECT 1 FROM shortlink WHERE id = ?',
  read: `SELECT ${COLUMNS} FROM shortlink WHERE merchant_id = ? AND id = ?`,
  bySerial: `SELECT ${COLUMNS} FROM shortlink WHERE merchant_id = ? AND serial_number = ?`,
  byIdAlone: `SELECT ${COLUMNS} FROM shortlink WHERE id = ?`,
  bySerialAlone: `SELECT ${COLUMNS} FROM shortlink WHERE serial_number = ?`,
  list: 'SELECT id FROM shortlink WHERE merchant_id = ? AND id > ? ORDER BY id LIMIT ?',
  listBack: `SELECT id FROM shortlink WHERE merchant_id = ? AND id < ?
    ORDER BY id DESC LIMIT ?`,
  listLast: 'SELECT id FROM shortlink WHERE merchant_id = ? ORDER BY id DESC LIMIT ?',
  update: `UPDATE shortlink SET callback_uri = ?, label = ?, is_active = ?
    WHERE merchant_id = ? AND id = ?`,
  remove: 'DELETE FROM shortlink WHERE merchant_id = ? AND id = ?',
  // Counts the event, and checks in the same statement whether the shortlink may be scanned.
  count: `UPDATE shortlink SET seqno = seqno + 1 WHERE merchant_id = ? AND id = ?
    AND is_active = 1 RETURNING seqno`,
};

export function serialOf(row: Row | undefined, merchantId: string): ShortlinkMade {
  if (row === undefined) return { kind: 'serial_unknown' };
  const id = readTextOrNull(row, 'shortlink_id');
  const own = readTextOrNull(row, 'merchant_id') === merchantId;
  return own && id !== null ? { kind: 'exists', id } : { kind: 'serial_taken' };
}

export function scanParameters(scan: Scan): (string | number)[] {
  const { token, messageId, merchantId, shortlinkId, customerId, argstring, at, expires } = scan;
  return [token, messageId, merchantId, shortlinkId, customerId, argstring, at, expires];
}

export function linkOf(row: Row | undefined): Shortlink | null {
  if (row === undefined) return null;
  return {
    id: readText(row, 'id'),
    merchantId: readText(row, 'merchant_id'),
    serialNumber: readTextOrNull(row, 'serial_number'),
    callbackUri: readTextOrNull(row, 'callback_uri'),
    label: readTextOrNull(row, 'label'),
    isActive: readInteger(row, 'is_active') === 1,
    created: readInteger(row, 'created'),
  };
}

export const SCAN_COLUMNS = `token, message_id, merchant_id, shortlink_id, customer_id, argstring, at,
  expires, held_by, consumed_by`;

export const SCAN_SQL = {
  insert: `INSERT INTO scan (token, message_id, merchant_id, shortlink_id, customer_id, argstring,
    at, expires, seqno) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  byToken: `SELECT ${SCAN_COLUMNS} FROM scan WHERE token = ? AND merchant_id = ? AND expires > ?
    AND ${notRefused('scan')}`,
  byMessage: `SELECT ${SCAN_COLUMNS} FROM scan
    WHERE message_id = ? AND merchant_id = ? AND shortlink_id = ? AND expires > ?`,
  ofCustomer: `SELECT ${SCAN_COLUMNS} FROM scan WHERE message_id = ? AND customer_id = ?`,
  newestFree: `SELECT ${SCAN_COLUMNS} FROM scan WHERE merchant_id = ? AND shortlink_id = ?
    AND consumed_by IS NULL AND held_by IS NULL AND at >= ? AND expires > ?
    AND ${notRefused('scan')}
    ORDER BY at DESC, seqno DESC LIMIT 1`,
  // A request whose time is over reserves nothing, also before its expiry was written.
  newestFor: `SELECT ${SCAN_COLUMNS} FROM scan WHERE merchant_id = ? AND shortlink_id = ?
    AND consumed_by IS NULL AND at >= ? AND expires > ? AND ${notRefused('scan')}
    AND NOT EXISTS (SELECT 1 FROM payment
      WHERE payment.tid = scan.held_by AND payment.code = 1003 AND payment.pos_id <> ?
        AND payment.due_at > ?)
    AND NOT EXISTS (SELECT 1 FROM permission_request AS asked
      WHERE asked.rid = scan.held_by AND asked.code = 1003 AND asked.pos_id <> ?
        AND asked.due_at > ?)
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
  return use.kind === 'hold' ? [...where, use.previousHolder ?? ''] : where;
}
