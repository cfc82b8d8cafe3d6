import type { PeriodStore } from '../period-store.ts';
import { PERIOD_SQL, periodOf, periodRow, problemOf } from '../sql/period-tables.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements(PERIOD_SQL);

export function createPeriodStore(database: PostgresDatabase): PeriodStore {
  return {
    async put(merchantId, period) {
      return (
        (await database.writesOf(merchantId).run(SQL.put, merchantId, ...periodRow(period))) === 1
      );
    },
    async read(merchantId, posId, number) {
      const row = await database.get(SQL.read, merchantId, posId, number);
      return row === undefined ? null : periodOf(row);
    },
    async between(merchantId, from, to, limit) {
      return (await database.all(SQL.between, merchantId, from, to, limit)).map(periodOf);
    },
    async noteProblem(merchantId, { posId, number, kind, at }) {
      await database.writesOf(merchantId).run(SQL.noteProblem, merchantId, posId, number, kind, at);
    },
    async problems(merchantId, limit) {
      return (await database.all(SQL.problems, merchantId, limit)).map(problemOf);
    },
  };
}
