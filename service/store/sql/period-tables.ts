import {
  PERIOD_PROBLEMS,
  type PeriodProblem,
  type PeriodStore,
  type StoredPeriod,
} from '../period-store.ts';
import { type Row, readInteger, readText } from './rows.ts';

const COLUMNS = 'pos_id, number, first_day, last_day, hash, close_line, payments, received';

export const PERIOD_SQL = {
  // The primary key decides between two requests with the same number.
  put: `INSERT INTO till_period (merchant_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id, number) DO NOTHING`,
  read: `SELECT ${COLUMNS} FROM till_period WHERE merchant_id = ? AND pos_id = ? AND number = ?`,
  between: `SELECT ${COLUMNS} FROM till_period
    WHERE merchant_id = ? AND (last_day, pos_id, number) > (?, ?, ?) AND first_day <= ?
    ORDER BY last_day, pos_id, number LIMIT ?`,
  noteProblem: `INSERT INTO till_period_problem (merchant_id, pos_id, number, kind, at)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (merchant_id, pos_id, number, kind) DO NOTHING`,
  problems: `SELECT pos_id, number, kind, at FROM till_period_problem
    WHERE merchant_id = ? ORDER BY at DESC, pos_id, number, kind LIMIT ?`,
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

export function problemOf(row: Row): PeriodProblem {
  const kind = readText(row, 'kind');
  return {
    posId: readText(row, 'pos_id'),
    number: readInteger(row, 'number'),
    // The service wrote the kind itself.
    kind: PERIOD_PROBLEMS.find((known) => known === kind) ?? 'altered',
    at: readInteger(row, 'at'),
  };
}
