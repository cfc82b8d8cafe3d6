import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { PeriodProblemKind, PeriodStore } from '../period-store.ts';
import type { NamedStatements } from './named-statements.ts';
import {
  kindOf,
  type PERIOD_SQL,
  periodOf,
  periodRow,
  problemOf,
  rangeParameters,
} from './period-tables.ts';
import { readInteger, readIntegerOrNull, storedOf } from './rows.ts';

/** Problems of periods that the service does not keep, whose number a till may choose. */
const OF_ANY_NUMBER: ReadonlySet<PeriodProblemKind> = new Set(['gap', 'altered', 'other_key']);

export function createPeriodStore(sql: NamedStatements<keyof typeof PERIOD_SQL>): PeriodStore {
  return {
    async put(merchantId, period) {
      return (await sql.run(merchantId, 'put', merchantId, ...periodRow(period))) === 1;
    },
    async read(merchantId, posId, number) {
      const row = await sql.get('read', merchantId, posId, number);
      return row === undefined ? null : periodOf(row);
    },
    async lastBefore(merchantId, posId, number) {
      const row = await sql.get('lastBefore', merchantId, posId, number);
      return row === undefined ? 0 : readInteger(row, 'number');
    },
    async between(merchantId, range, after, limit) {
      const parameters = rangeParameters(range, after);
      return (await sql.all('between', merchantId, ...parameters, limit)).map(periodOf);
    },
    async received(merchantId, from, to) {
      return storedOf(await sql.get('received', merchantId, from, to));
    },
    async noteProblem(merchantId, { posId, number, kind, at }) {
      const till = [merchantId, posId];
      const most = OF_ANY_NUMBER.has(kind) ? LIMITS.periodProblemsMax : Number.MAX_SAFE_INTEGER;
      const others = [...till, kind, number, most];
      await sql.run(merchantId, 'noteProblem', ...till, number, kind, at, ...till, ...others);
    },
    async putAside(merchantId, { posId, number, hash }, { at, by, reason }) {
      const till = [merchantId, posId];
      const which = [...till, number];
      const order = [at, ...till, ...till];
      return sql.run(merchantId, 'putAside', ...order, by, reason, ...which, ...which, hash);
    },
    async newestAside(merchantId, posId) {
      const row = await sql.get('newestAside', merchantId, posId);
      return row === undefined ? null : periodOf(row);
    },
    async problems(merchantId, limit) {
      return (await sql.all('problems', merchantId, limit)).map(problemOf);
    },
    async problemsInAll() {
      const rows = await sql.all('problemsInAll');
      return new Map(rows.map((row) => [kindOf(row), readInteger(row, 'number')]));
    },
    async leftOutBy(merchantId, posId) {
      const row = await sql.get('leftOutBy', merchantId, posId);
      return row === undefined ? null : readIntegerOrNull(row, 'number');
    },
  };
}
