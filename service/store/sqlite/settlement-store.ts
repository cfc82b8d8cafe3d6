import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Settlement, SettlementStore } from '../ledger-store.ts';
import { readIntegerOrNull } from '../sql/rows.ts';
import { settlementCalls } from '../sql/settlement-calls.ts';
import { bookOf, SETTLEMENT_SQL, settlementOf } from '../sql/settlement-tables.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import type { LedgerWriter } from './ledger-writer.ts';
import { namedStatements } from './named-statements.ts';

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
  return {
    ...settlementCalls(namedStatements(sql, commits)),
    ...writes(sql, commits, ledger),
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
