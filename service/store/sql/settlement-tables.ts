import type { ClosedReport, LedgerKey, LogPage, Settlement } from '../ledger-store.ts';
import { type Row, readInteger, readText } from './rows.ts';

/** A page of a log: the lines assigned to a settlement that lie in its range. */
export const logPage = (table: 'transaction_log' | 'scope_log', log: string) =>
  `SELECT line.* FROM settlement_line AS own
    JOIN ${table} AS line ON line.merchant_id = own.merchant_id AND line.seq = own.seq
    WHERE own.merchant_id = ? AND own.number = ? AND own.log = '${log}'
      AND (own.line_key, own.seq) > (?, ?) AND own.line_key < ?
      AND own.seq > ? AND own.seq <= ? AND line.currency = ?
    ORDER BY own.line_key, own.seq LIMIT ?`;

export const SETTLEMENT_SQL = {
  // Accounts are created with a merchant, ledgers with the first sale in a currency; each has a
  // schedule.
  unscheduled: `SELECT merchant_id, currency FROM settlement_schedule WHERE next_at IS NULL
    UNION SELECT account.merchant_id, account.currency FROM settlement_account AS account
      WHERE NOT EXISTS (SELECT 1 FROM settlement_schedule AS known
        WHERE known.merchant_id = account.merchant_id AND known.currency = account.currency)
    LIMIT ?`,
  schedule: `INSERT INTO settlement_schedule (merchant_id, currency, opened, next_at)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (merchant_id, currency) DO UPDATE SET next_at = excluded.next_at`,
  scheduleOf: `SELECT opened, next_at FROM settlement_schedule
    WHERE merchant_id = ? AND currency = ?`,
  due: `SELECT merchant_id, currency FROM settlement_schedule
    WHERE next_at IS NOT NULL AND next_at <= ? ORDER BY next_at, merchant_id, currency LIMIT ?`,
  nextDue: 'SELECT MIN(next_at) AS at FROM settlement_schedule',
  unplanned: 'SELECT MIN(opened) AS at FROM settlement_schedule WHERE next_at IS NULL',
  books: `SELECT merchant_id, currency FROM settlement_schedule
    WHERE (merchant_id, currency) > (?, ?) ORDER BY merchant_id, currency LIMIT ?`,
  assign: `INSERT INTO settlement_line (merchant_id, number, log, line_key, seq)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  keyAfter: `SELECT line_key FROM settlement_line
    WHERE merchant_id = ? AND number = ? AND log = ? AND line_key >= ? AND seq > ? AND seq <= ?
    ORDER BY line_key, seq LIMIT 1 OFFSET ?`,
  nextKey: `SELECT MIN(line_key) AS line_key FROM settlement_line
    WHERE merchant_id = ? AND number = ? AND log = ? AND line_key > ? AND seq > ? AND seq <= ?`,
  insert: `INSERT INTO settlement (merchant_id, number, currency, created, to_seq, body)
    VALUES (?, ?, ?, ?, ?, ?)`,
  read: 'SELECT body FROM settlement WHERE merchant_id = ? AND number = ?',
  last: 'SELECT body FROM settlement WHERE merchant_id = ? ORDER BY number DESC LIMIT 1',
  lastOf: `SELECT body FROM settlement WHERE merchant_id = ? AND currency = ?
    ORDER BY number DESC LIMIT 1`,
  list: `SELECT number FROM settlement WHERE merchant_id = ? AND number > ?
    ORDER BY number LIMIT ?`,
  listBack: `SELECT number FROM settlement WHERE merchant_id = ? AND number < ?
    ORDER BY number DESC LIMIT ?`,
  between: `SELECT body FROM settlement
    WHERE merchant_id = ? AND currency = ? AND created >= ? AND created < ?
    ORDER BY created, number LIMIT ?`,
  lastBefore: `SELECT body FROM settlement
    WHERE merchant_id = ? AND currency = ? AND created < ?
    ORDER BY created DESC, number DESC LIMIT 1`,
  following: `SELECT body FROM settlement WHERE merchant_id = ? AND currency = ? AND number > ?
    ORDER BY number LIMIT ?`,
  // Each line of the page is looked up by its whole key, which begins with the payment: a join may read the settlement
  // whole for each page.
  settledIn: `SELECT line.seq FROM transaction_log AS line
    WHERE line.merchant_id = ? AND line.currency = ? AND line.seq > ? AND line.seq <= ?
      AND line.gross IS NOT NULL
      AND (SELECT COUNT(*) FROM settlement_line AS own WHERE own.merchant_id = line.merchant_id
        AND own.number = ? AND own.log = 'transaction' AND own.line_key = line.tid
        AND own.seq = line.seq) = 1
    ORDER BY line.seq LIMIT ?`,
  transactionLog: logPage('transaction_log', 'transaction'),
  scopeLog: logPage('scope_log', 'scope'),
};

/** Sorts after every tid and rid, because they are lower case letters and digits. */
export const AFTER_EVERY_KEY = '~';

export function pageParameters({ settlement, after, until, limit }: LogPage): (string | number)[] {
  const { merchantId, number, fromSeq, toSeq, currency } = settlement;
  const end = until ?? AFTER_EVERY_KEY;
  return [merchantId, number, after.key, after.seq, end, fromSeq, toSeq, currency, limit];
}

export function bookOf(row: Row): LedgerKey {
  return { merchantId: readText(row, 'merchant_id'), currency: readText(row, 'currency') };
}

/** The service wrote the stored text itself, and the migration that wrote it checked it. */
export function settlementOf(row: Row | undefined): Settlement | null {
  if (row === undefined) return null;
  const settlement: Settlement = JSON.parse(readText(row, 'body'));
  return settlement;
}

export const TICKET_SQL = {
  put: `INSERT INTO ticket (merchant_id, tid, at, body) VALUES (?, ?, ?, ?)
    ON CONFLICT (merchant_id, tid) DO UPDATE SET at = excluded.at, body = excluded.body`,
  read: 'SELECT at, body FROM ticket WHERE merchant_id = ? AND tid = ?',
};

export const REPORT_SQL = {
  last: `SELECT number, closed FROM ledger_report WHERE merchant_id = ?
    ORDER BY number DESC LIMIT 1`,
  read: 'SELECT number, closed FROM ledger_report WHERE merchant_id = ? AND number = ?',
  // The number after the last one is open; no other can be closed.
  close: `INSERT INTO ledger_report (merchant_id, number, closed)
    SELECT CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT)
    WHERE ? = 1 + (SELECT COALESCE(MAX(number), 0) FROM ledger_report WHERE merchant_id = ?)
    ON CONFLICT (merchant_id, number) DO NOTHING`,
};

export function reportOf(row: Row | undefined): ClosedReport | null {
  if (row === undefined) return null;
  return { number: readInteger(row, 'number'), closed: readInteger(row, 'closed') };
}
