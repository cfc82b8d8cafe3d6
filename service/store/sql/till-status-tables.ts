import type {
  NewTillStatus,
  StoredTillStatus,
  TillAlert,
  UnheardTill,
} from '../till-status-store.ts';
import { leftOutBy } from './period-tables.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

const TILLS = `SELECT till.pos_id, till.name, till.received, till.silent, till.alerts, till.place,
    till.status, seen.version, seen.problem, ${leftOutBy('till.merchant_id', 'till.pos_id')} AS left_out_by
  FROM till_status AS till LEFT JOIN catalogue_seen AS seen
    ON seen.merchant_id = till.merchant_id AND seen.pos_id = till.pos_id`;

export const TILL_STATUS_SQL = {
  before:
    'SELECT received, due, silent, alerts FROM till_status WHERE merchant_id = ? AND pos_id = ?',
  put: `INSERT INTO till_status
      (merchant_id, pos_id, name, search, received, due, place, status, silent, alerts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)
    ON CONFLICT (merchant_id, pos_id) DO UPDATE SET
      name = excluded.name, search = excluded.search, received = excluded.received,
      due = excluded.due, place = excluded.place, status = excluded.status,
      silent = NULL, alerts = excluded.alerts`,
  read: `${TILLS} WHERE till.merchant_id = ? AND till.pos_id = ?`,
  page: `${TILLS} WHERE till.merchant_id = ? AND (till.place, till.pos_id) > (?, ?)
      AND till.place <= ? AND till.search LIKE ? ESCAPE '!'
    ORDER BY till.place, till.pos_id LIMIT ?`,
  counts: `SELECT place, COUNT(*) AS number FROM till_status
    WHERE merchant_id = ? GROUP BY place ORDER BY place`,
  forget: 'DELETE FROM till_status WHERE merchant_id = ? AND pos_id = ?',
  alert: 'SELECT silent_after, callback_uri FROM till_alert WHERE merchant_id = ?',
  putAlert: `INSERT INTO till_alert (merchant_id, silent_after, callback_uri) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id) DO UPDATE SET
      silent_after = excluded.silent_after, callback_uri = excluded.callback_uri`,
  moveDue: `UPDATE till_status SET due = received + ?
    WHERE merchant_id = ? AND due IS NOT NULL`,
  overdue: `SELECT till.merchant_id, till.pos_id, till.name, till.received
    FROM till_status AS till LEFT JOIN till_alert AS alert ON alert.merchant_id = till.merchant_id
    WHERE till.due <= ? AND COALESCE(alert.silent_after, ?) <= ? ORDER BY till.due LIMIT ?`,
  postpone: `UPDATE till_status SET due = ?
    WHERE merchant_id = ? AND pos_id = ? AND received = ? AND due IS NOT NULL`,
  silence: `UPDATE till_status SET silent = ?, due = NULL, place = ?, alerts = alerts + 1
    WHERE merchant_id = ? AND pos_id = ? AND received = ? AND due IS NOT NULL`,
  silentInAll: 'SELECT COUNT(*) AS number FROM till_status WHERE silent IS NOT NULL',
  silentTills: `SELECT merchant_id, pos_id, name, received FROM till_status
    WHERE silent IS NOT NULL ORDER BY silent LIMIT ?`,
};

/** The values of `put`, without the merchant. */
export function tillRow(report: NewTillStatus, alerts: number) {
  const { posId, name, received, due, rank, status } = report;
  return [posId, name, `${name}\n${posId}`.toLowerCase(), received, due, rank, status, alerts];
}

/** The pattern of a text anywhere. */
export const anywhere = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`;

export function tillOf(row: Row): StoredTillStatus {
  const version = readIntegerOrNull(row, 'version');
  return {
    posId: readText(row, 'pos_id'),
    name: readText(row, 'name'),
    received: readInteger(row, 'received'),
    silent: readIntegerOrNull(row, 'silent'),
    alerts: readInteger(row, 'alerts'),
    rank: readInteger(row, 'place'),
    status: readText(row, 'status'),
    leftOutBy: readIntegerOrNull(row, 'left_out_by'),
    catalogue: version === null ? null : { version, problem: readTextOrNull(row, 'problem') },
  };
}

/** What was stored before a report; null if there was none. */
export function beforeOf(row: Row | undefined) {
  if (row === undefined) return { received: null, due: null, silent: null, alerts: 0 };
  return {
    received: readInteger(row, 'received'),
    due: readIntegerOrNull(row, 'due'),
    silent: readIntegerOrNull(row, 'silent'),
    alerts: readInteger(row, 'alerts'),
  };
}

/**
 * False if the report follows the one before too fast, whatever it says. The end of a till follows another report at
 * once, and no second end does (D-446). A clock that was set back refuses none.
 */
export function mayFollow(
  before: { readonly received: number | null; readonly due: number | null },
  { received, due }: Pick<NewTillStatus, 'received' | 'due'>,
  gap: number,
): boolean {
  if (before.received === null) return true;
  if (due === null && before.due !== null) return true;
  const passed = received - before.received;
  return passed < 0 || passed >= gap;
}

export function alertOf(row: Row | undefined): TillAlert | null {
  if (row === undefined) return null;
  return {
    silentAfter: readInteger(row, 'silent_after'),
    callbackUri: readTextOrNull(row, 'callback_uri'),
  };
}

/** A till that is late, or silent. */
export function unheardOf(row: Row): UnheardTill {
  return {
    merchantId: readText(row, 'merchant_id'),
    posId: readText(row, 'pos_id'),
    name: readText(row, 'name'),
    received: readInteger(row, 'received'),
  };
}
