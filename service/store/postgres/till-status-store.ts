import { readInteger } from '../sql/rows.ts';
import {
  alertOf,
  anywhere,
  beforeOf,
  mayFollow,
  overdueOf,
  TILL_STATUS_SQL,
  tillOf,
  tillRow,
} from '../sql/till-status-tables.ts';
import { NO_EFFECTS } from '../store.ts';
import type { TillStatusStore } from '../till-status-store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements({
  ...TILL_STATUS_SQL,
  // A report and the alert about its silence run one after the other.
  before: `${TILL_STATUS_SQL.before} FOR UPDATE`,
});

export function createTillStatusStore(
  database: PostgresDatabase,
  commits: Commits,
): TillStatusStore {
  return {
    async note(merchantId, report, gap, effectsOf) {
      const { posId, received } = report;
      const effects = await commits.write({
        merchantId,
        at: received,
        changed: null,
        run: async (transaction) => {
          const before = beforeOf(await transaction.get(SQL.before, merchantId, posId));
          if (!mayFollow(before, report, gap)) return null;
          const ends = before.silent !== null;
          transaction.send(SQL.put, merchantId, ...tillRow(report, before.alerts + (ends ? 1 : 0)));
          return ends ? effectsOf(before.alerts) : NO_EFFECTS;
        },
      });
      return effects !== null;
    },
    async read(merchantId, posId) {
      const row = await database.get(SQL.read, merchantId, posId);
      return row === undefined ? null : tillOf(row);
    },
    async page(merchantId, { search, rankMax, after, limit }) {
      const from = [after?.rank ?? -1, after?.posId ?? ''];
      const like = anywhere(search);
      const rows = await database.all(SQL.page, merchantId, ...from, rankMax, like, limit);
      return rows.map(tillOf);
    },
    async counts(merchantId) {
      return (await database.all(SQL.counts, merchantId)).map((row) => ({
        rank: readInteger(row, 'place'),
        count: readInteger(row, 'number'),
      }));
    },
    async forget(merchantId, posId) {
      return (await database.writesOf(merchantId).run(SQL.forget, merchantId, posId)) === 1;
    },
    alert: async (merchantId) => alertOf(await database.get(SQL.alert, merchantId)),
    async putAlert(merchantId, { silentAfter, callbackUri }) {
      await database.writesOf(merchantId).transaction(async (transaction) => {
        transaction.send(SQL.putAlert, merchantId, silentAfter, callbackUri);
        transaction.send(SQL.moveDue, silentAfter, merchantId);
      });
    },
    async overdue(now, listening, limit) {
      return (await database.all(SQL.overdue, now, now - listening, limit)).map(overdueOf);
    },
    async silence({ merchantId, posId, received }, at, rank, effectsOf) {
      const effects = await commits.write({
        merchantId,
        at,
        changed: null,
        run: async (transaction) => {
          const { alerts } = beforeOf(await transaction.get(SQL.before, merchantId, posId));
          const written = [at, rank, merchantId, posId, received];
          return (await transaction.run(SQL.silence, ...written)) === 1 ? effectsOf(alerts) : null;
        },
      });
      return effects !== null;
    },
    async silentInAll() {
      const row = await database.get(SQL.silentInAll);
      return row === undefined ? 0 : readInteger(row, 'number');
    },
  };
}
