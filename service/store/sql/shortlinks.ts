import type { Scan, Shortlink, ShortlinkMade } from '../shortlink-store.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

export const COLUMNS = 'id, merchant_id, serial_number, callback_uri, label, is_active, created';

export const SHORTLINK_SQL = {
  addSerial: `INSERT INTO shortlink_serial (serial_number) VALUES (?)
    ON CONFLICT (serial_number) DO NOTHING`,
  // The stock decides whose a printed code is; of two merchants only one finds it free.
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
  // Counts the event, and finds out in the same statement whether the link may be scanned.
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
