import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BookKey, LogPage, Settlement, SettlementStore } from '../ledger-store.ts';
import type { GroupCommit } from './group-commit.ts';
import { scopeLineOf, transactionLineOf } from './ledger-rows.ts';
import type { LedgerWriter } from './ledger-writer.ts';
import { type Row, readInteger, readIntegerOrNull, readText } from './rows.ts';
import { prepareAll } from './statements.ts';

/** A page of a log: the lines a settlement was given, and of those only what its stretch holds. */
const logPage = (table: 'transaction_log' | 'scope_log', log: string) =>
  `SELECT line.* FROM settlement_line AS own
    JOIN ${table} AS line ON line.merchant_id = own.merchant_id AND line.seq = own.seq
    WHERE own.merchant_id = ? AND own.number = ? AND own.log = '${log}'
      AND (own.line_key, own.seq) > (?, ?) AND own.line_key < ?
      AND own.seq > ? AND own.seq <= ? AND line.currency = ?
    ORDER BY own.line_key, own.seq LIMIT ?`;

const SQL = {
  // Accounts come with a merchant, books with its first sale in a currency; each has a schedule.
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
  transactionLog: logPage('transaction_log', 'transaction'),
  scopeLog: logPage('scope_log', 'scope'),
};

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

/** Sorts after every tid and rid: they are lower case letters and digits. */
const AFTER_EVERY_KEY = '~';

export function createSettlementStore(
  database: DatabaseSync,
  commits: GroupCommit,
  ledger: LedgerWriter,
): SettlementStore {
  const sql = prepareAll(database, SQL);
  return { ...schedules(sql, commits), ...writes(sql, commits, ledger), ...reads(sql) };
}

type Schedules = Pick<
  SettlementStore,
  'unscheduled' | 'schedule' | 'scheduleOf' | 'due' | 'nextDue' | 'books'
>;

function schedules(sql: Statements, commits: GroupCommit): Schedules {
  return {
    async unscheduled(limit) {
      return sql.unscheduled.all(limit).map(bookOf);
    },
    async schedule({ merchantId, currency }, opened, nextAt) {
      await commits.write(() => sql.schedule.run(merchantId, currency, opened, nextAt));
    },
    async scheduleOf({ merchantId, currency }) {
      const row = sql.scheduleOf.get(merchantId, currency);
      if (row === undefined) return null;
      const nextAt = readIntegerOrNull(row, 'next_at');
      return { merchantId, currency, opened: readInteger(row, 'opened'), nextAt };
    },
    async due(now, limit) {
      return sql.due.all(now, limit).map(bookOf);
    },
    async nextDue() {
      const times = [sql.nextDue.get(), sql.unplanned.get()].map((row) =>
        row === undefined ? null : readIntegerOrNull(row, 'at'),
      );
      const known = times.filter((at) => at !== null);
      return known.length === 0 ? null : Math.min(...known);
    },
    async books(after, limit) {
      const rows = sql.books.all(after?.merchantId ?? '', after?.currency ?? '', limit);
      return rows.map(bookOf);
    },
  };
}

type Writes = Pick<SettlementStore, 'assign' | 'write'>;

function writes(sql: Statements, commits: GroupCommit, ledger: LedgerWriter): Writes {
  /** True when nobody has settled anything of this merchant since it was reckoned. */
  function stillNext({ merchantId, currency, number, fromSeq }: Settlement): boolean {
    const last = settlementOf(sql.last.get(merchantId));
    const own = settlementOf(sql.lastOf.get(merchantId, currency));
    return number === (last?.number ?? 0) + 1 && fromSeq === (own?.toSeq ?? 0);
  }

  return {
    async assign(merchantId, number, lines) {
      await commits.write(() => {
        for (const { log, key, seq } of lines) sql.assign.run(merchantId, number, log, key, seq);
      });
    },
    write(settlement, postings, nextAt) {
      const { merchantId, currency, number, created, start, toSeq } = settlement;
      return commits.write(() => {
        if (!stillNext(settlement)) return false;
        const body = JSON.stringify(settlement);
        sql.insert.run(merchantId, number, currency, created, toSeq, body);
        for (const posting of postings) ledger.post(merchantId, created, posting);
        sql.schedule.run(merchantId, currency, start, nextAt);
        return true;
      });
    },
  };
}

function reads(sql: Statements): Omit<SettlementStore, keyof Schedules | keyof Writes> {
  return {
    async nextChunk({ merchantId, number, log, from, to }, start, lines) {
      const row = sql.keyAfter.get(merchantId, number, log, start, from, to, lines);
      if (row === undefined) return null;
      const key = readText(row, 'line_key');
      if (key !== start) return key;
      // One payment alone fills the file; all its lines stay together.
      const next = sql.nextKey.get(merchantId, number, log, start, from, to);
      const found = next?.line_key;
      return typeof found === 'string' ? found : null;
    },
    async read(merchantId, number) {
      return settlementOf(sql.read.get(merchantId, number));
    },
    async last(merchantId) {
      return settlementOf(sql.last.get(merchantId));
    },
    async lastOf({ merchantId, currency }) {
      return settlementOf(sql.lastOf.get(merchantId, currency));
    },
    async list(merchantId, after, limit) {
      return sql.list.all(merchantId, after, limit).map((row) => readInteger(row, 'number'));
    },
    async listBack(merchantId, before, limit) {
      const below = before ?? Number.MAX_SAFE_INTEGER;
      const rows = sql.listBack.all(merchantId, below, limit);
      return rows.map((row) => readInteger(row, 'number'));
    },
    async between({ merchantId, currency }, from, to, limit) {
      const rows = sql.between.all(merchantId, currency, from, to, limit);
      return rows.map(settlementOf).filter((found) => found !== null);
    },
    async transactionLog(page) {
      return sql.transactionLog.all(...pageParameters(page)).map(transactionLineOf);
    },
    async scopeLog(page) {
      return sql.scopeLog.all(...pageParameters(page)).map(scopeLineOf);
    },
  };
}

function pageParameters({ settlement, after, until, limit }: LogPage): (string | number)[] {
  const { merchantId, number, fromSeq, toSeq, currency } = settlement;
  const end = until ?? AFTER_EVERY_KEY;
  return [merchantId, number, after.key, after.seq, end, fromSeq, toSeq, currency, limit];
}

function bookOf(row: Row): BookKey {
  return { merchantId: readText(row, 'merchant_id'), currency: readText(row, 'currency') };
}

/** The stored text is the product's own writing, checked by the schema step that wrote it. */
function settlementOf(row: Row | undefined): Settlement | null {
  if (row === undefined) return null;
  const settlement: Settlement = JSON.parse(readText(row, 'body'));
  return settlement;
}
