import {
  PERIOD_PROBLEMS,
  type PeriodProblem,
  type PeriodProblemKind,
  type PeriodStore,
  type StoredPeriod,
} from '../period-store.ts';
import { type Row, readInteger, readText } from './rows.ts';

const COLUMNS = 'pos_id, number, first_day, last_day, hash, close_line, payments, received';

/**
 * The time of an act on the periods of a till, from the clock and later than all of the other kind before it: acts are told
 * apart by their order, and the clock may have been ahead meanwhile (D-534).
 */
const inOrder = (...others: readonly string[]) => `(SELECT MAX(at) FROM (
      SELECT CAST(? AS BIGINT) AS at${others.map((other) => ` UNION ALL ${other} WHERE merchant_id = ? AND pos_id = ?`).join('')}) AS times)`;

/**
 * True for a problem of a period that was put aside after it, or of one that followed, and for a gap before a period that
 * was taken later.
 */
const solved = (problem: string) => `EXISTS (SELECT 1 FROM till_period AS other
        WHERE other.merchant_id = ${problem}.merchant_id AND other.pos_id = ${problem}.pos_id
          AND ((other.number <= ${problem}.number AND other.aside >= ${problem}.at)
            OR (${problem}.kind = 'gap' AND other.number = ${problem}.number AND other.aside = 0)))`;

/** The newest close of the till that leaves out receipts, as a value; null without one. */
export const leftOutBy = (merchant: string, pos: string) => `(
      SELECT MAX(problem.number) FROM till_period_problem AS problem
      WHERE problem.merchant_id = ${merchant} AND problem.pos_id = ${pos}
        AND problem.kind = 'left_out' AND NOT ${solved('problem')})`;

export const PERIOD_SQL = {
  // The primary key decides between two requests with the same number.
  put: `INSERT INTO till_period (merchant_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id, number, aside) DO NOTHING`,
  read: `SELECT ${COLUMNS} FROM till_period WHERE merchant_id = ? AND pos_id = ? AND number = ?
    AND aside = 0`,
  lastBefore: `SELECT COALESCE(MAX(number), 0) AS number FROM till_period
    WHERE merchant_id = ? AND pos_id = ? AND number < ? AND aside = 0`,
  between: `SELECT ${COLUMNS} FROM till_period
    WHERE merchant_id = ? AND (last_day, pos_id, number) > (?, ?, ?) AND first_day <= ?
      AND aside = 0
    ORDER BY last_day, pos_id, number LIMIT ?`,
  received: `SELECT COUNT(*) AS count,
    COALESCE(SUM(octet_length(close_line) + octet_length(payments)), 0) AS bytes
    FROM till_period WHERE merchant_id = ? AND received > ? AND received <= ?`,
  // Some kinds are of numbers that a till may choose freely, so that it could fill the disk with them.
  noteProblem: `INSERT INTO till_period_problem (merchant_id, pos_id, number, kind, at)
    SELECT ?, ?, ?, ?, ${inOrder('SELECT aside + 1 FROM till_period')}
    WHERE (SELECT COUNT(*) FROM till_period_problem AS problem
      WHERE merchant_id = ? AND pos_id = ? AND kind = ? AND number <> ? AND NOT ${solved('problem')}) < ?
    ON CONFLICT (merchant_id, pos_id, number, kind) DO UPDATE SET at = excluded.at
      WHERE ${solved('till_period_problem')}`,
  problems: `SELECT pos_id, number, kind, at FROM till_period_problem AS problem
    WHERE merchant_id = ? AND NOT ${solved('problem')} ORDER BY at DESC, pos_id, number, kind LIMIT ?`,
  problemsInAll: `SELECT kind, COUNT(*) AS number FROM till_period_problem AS problem
    WHERE NOT ${solved('problem')} GROUP BY kind`,
  leftOutBy: `SELECT ${leftOutBy('?', '?')} AS number`,
  putAside: `UPDATE till_period SET aside = ${inOrder('SELECT aside + 1 FROM till_period', 'SELECT at FROM till_period_problem')}, aside_by = ?, aside_reason = ?
    WHERE merchant_id = ? AND pos_id = ? AND number >= ? AND aside = 0
      AND EXISTS (SELECT 1 FROM till_period AS seen
        WHERE seen.merchant_id = ? AND seen.pos_id = ? AND seen.number = ? AND seen.aside = 0
          AND seen.hash = ?)`,
  newestAside: `SELECT ${COLUMNS} FROM till_period WHERE merchant_id = ? AND pos_id = ? AND aside > 0
    ORDER BY received DESC, number DESC LIMIT 1`,
};

/** The parameters of `between`: no till is called nothing. */
export function rangeParameters(
  { from, to }: Parameters<PeriodStore['between']>[1],
  after: Parameters<PeriodStore['between']>[2],
): readonly (string | number)[] {
  const { lastDay, posId, number } = after ?? { lastDay: from, posId: '', number: 0 };
  return [lastDay, posId, number, to];
}

export function periodRow(period: StoredPeriod): readonly (string | number)[] {
  const { posId, number, firstDay, lastDay, hash, close, payments, received } = period;
  return [posId, number, firstDay, lastDay, hash, close, payments, received];
}

export function periodOf(row: Row): StoredPeriod {
  return {
    posId: readText(row, 'pos_id'),
    number: readInteger(row, 'number'),
    firstDay: readText(row, 'first_day'),
    lastDay: readText(row, 'last_day'),
    hash: readText(row, 'hash'),
    close: readText(row, 'close_line'),
    payments: readText(row, 'payments'),
    received: readInteger(row, 'received'),
  };
}

/** The service wrote the kind itself. */
export function kindOf(row: Row): PeriodProblemKind {
  const kind = readText(row, 'kind');
  return PERIOD_PROBLEMS.find((known) => known === kind) ?? 'altered';
}

export function problemOf(row: Row): PeriodProblem {
  return {
    posId: readText(row, 'pos_id'),
    number: readInteger(row, 'number'),
    kind: kindOf(row),
    at: readInteger(row, 'at'),
  };
}
