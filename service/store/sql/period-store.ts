import type { PeriodStore } from '../period-store.ts';
import type { NamedStatements } from './named-statements.ts';
import {
  type PERIOD_SQL,
  periodOf,
  periodRow,
  problemOf,
  rangeParameters,
} from './period-tables.ts';

export function createPeriodStore(sql: NamedStatements<keyof typeof PERIOD_SQL>): PeriodStore {
  return {
    async put(merchantId, period) {
      return (await sql.run(merchantId, 'put', merchantId, ...periodRow(period))) === 1;
    },
    async read(merchantId, posId, number) {
      const row = await sql.get('read', merchantId, posId, number);
      return row === undefined ? null : periodOf(row);
    },
    async between(merchantId, range, after, limit) {
      const parameters = rangeParameters(range, after);
      return (await sql.all('between', merchantId, ...parameters, limit)).map(periodOf);
    },
    async noteProblem(merchantId, { posId, number, kind, at }) {
      await sql.run(merchantId, 'noteProblem', merchantId, posId, number, kind, at);
    },
    async problems(merchantId, limit) {
      return (await sql.all('problems', merchantId, limit)).map(problemOf);
    },
  };
}
