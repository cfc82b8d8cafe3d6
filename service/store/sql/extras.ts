import type { ClosedReport } from '../extras-store.ts';
import { type Row, readInteger } from './rows.ts';

export const TICKET_SQL = {
  put: `INSERT INTO ticket (merchant_id, tid, at, body) VALUES (?, ?, ?, ?)
    ON CONFLICT (merchant_id, tid) DO UPDATE SET at = excluded.at, body = excluded.body`,
  read: 'SELECT at, body FROM ticket WHERE merchant_id = ? AND tid = ?',
};

export const REPORT_SQL = {
  last: `SELECT number, closed FROM ledger_report WHERE merchant_id = ?
    ORDER BY number DESC LIMIT 1`,
  read: 'SELECT number, closed FROM ledger_report WHERE merchant_id = ? AND number = ?',
  // The number after the last one is open, and no other can be closed.
  close: `INSERT INTO ledger_report (merchant_id, number, closed)
    SELECT CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT)
    WHERE ? = 1 + (SELECT COALESCE(MAX(number), 0) FROM ledger_report WHERE merchant_id = ?)
    ON CONFLICT (merchant_id, number) DO NOTHING`,
};

export function reportOf(row: Row | undefined): ClosedReport | null {
  if (row === undefined) return null;
  return { number: readInteger(row, 'number'), closed: readInteger(row, 'closed') };
}
