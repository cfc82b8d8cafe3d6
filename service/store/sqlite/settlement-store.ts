import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Settlement, SettlementStore } from '../ledger-store.ts';
import { scopeLineOf, transactionLineOf } from '../sql/ledger-tables.ts';
import { readInteger, readIntegerOrNull, readText } from '../sql/rows.ts';
import { bookOf, pageParameters, SETTLEMENT_SQL, settlementOf } from '../sql/settlement-tables.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import type { LedgerWriter } from './ledger-writer.ts';

type Statements = Readonly<Record<keyof typeof SETTLEMENT_SQL, StatementSync>>;

type SettlementStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly ledger: LedgerWriter;
};

export function createSettlementStore({
  database,
  commits,
  ledger,
}: SettlementStoreDeps): SettlementStore {
  const sql = prepareAll(database, SETTLEMENT_SQL);
  return { ...schedules(sql, commits), ...writes(sql, commits, ledger), ...reads(sql) };
}

type Schedules = Pick<
  SettlementStore,
  'unscheduled' | 'schedule' | 'scheduleOf' | 'due' | 'nextDue' | 'ledgers'
>;

function schedules(sql: Statements, commits: GroupCommit): Schedules {
  return {
    async unscheduled(limit) {
      return sql.unscheduled.all(limit).map(bookOf);
    },
    async schedule({ merchantId, currency }, opened, nextAt) {
      await commits.write(merchantId, () => sql.schedule.run(merchantId, currency, opened, nextAt));
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
    async ledgers(after, limit) {
      const rows = sql.books.all(after?.merchantId ?? '', after?.currency ?? '', limit);
      return rows.map(bookOf);
    },
  };
}

type Writes = Pick<SettlementStore, 'assign' | 'write'>;

function writes(sql: Statements, commits: GroupCommit, ledger: LedgerWriter): Writes {
  /** True if there was no other settlement of this merchant since the calculation. */
  function stillNext({ merchantId, currency, number, fromSeq }: Settlement): boolean {
    const last = settlementOf(sql.last.get(merchantId));
    const own = settlementOf(sql.lastOf.get(merchantId, currency));
    return number === (last?.number ?? 0) + 1 && fromSeq === (own?.toSeq ?? 0);
  }

  return {
    async assign(merchantId, number, lines) {
      await commits.write(merchantId, () => {
        for (const { log, key, seq } of lines) sql.assign.run(merchantId, number, log, key, seq);
      });
    },
    write(settlement, postings, nextAt) {
      const { merchantId, currency, number, created, start, toSeq } = settlement;
      return commits.write(merchantId, () => {
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
      const after = (than: string) => sql.nextKey.get(merchantId, number, log, than, from, to);
      const first = start === '' ? after('')?.line_key : start;
      if (key !== first) return key;
      // A single payment fills the file; all its lines stay together.
      const next = after(key);
      const lineKey = next?.line_key;
      return typeof lineKey === 'string' ? lineKey : null;
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
      return rows.map(settlementOf).filter((settlement) => settlement !== null);
    },
    async transactionLog(page) {
      return sql.transactionLog.all(...pageParameters(page)).map(transactionLineOf);
    },
    async scopeLog(page) {
      return sql.scopeLog.all(...pageParameters(page)).map(scopeLineOf);
    },
  };
}
