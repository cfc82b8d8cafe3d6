import type { DatabaseSync } from 'node:sqlite';
import type { PeriodStore } from '../period-store.ts';
import { PERIOD_SQL, periodOf, periodRow, problemOf } from '../sql/period-tables.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';

export function createPeriodStore(database: DatabaseSync, commits: GroupCommit): PeriodStore {
  const sql = prepareAll(database, PERIOD_SQL);
  return {
    async put(merchantId, period) {
      return commits.write(
        merchantId,
        () => sql.put.run(merchantId, ...periodRow(period)).changes === 1,
      );
    },
    async read(merchantId, posId, number) {
      const row = sql.read.get(merchantId, posId, number);
      return row === undefined ? null : periodOf(row);
    },
    async between(merchantId, from, to, limit) {
      return sql.between.all(merchantId, from, to, limit).map(periodOf);
    },
    async noteProblem(merchantId, { posId, number, kind, at }) {
      await commits.write(merchantId, () =>
        sql.noteProblem.run(merchantId, posId, number, kind, at),
      );
    },
    async problems(merchantId, limit) {
      return sql.problems.all(merchantId, limit).map(problemOf);
    },
  };
}
