import { tillStatusCalls } from '../sql/till-status-calls.ts';
import { beforeOf, mayFollow, TILL_STATUS_SQL, tillRow } from '../sql/till-status-tables.ts';
import { NO_EFFECTS } from '../store.ts';
import type { TillStatusStore } from '../till-status-store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { namedStatements } from './named-statements.ts';
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
    ...tillStatusCalls(namedStatements(database, SQL)),
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
    async putAlert(merchantId, { silentAfter, callbackUri }) {
      await database.writesOf(merchantId).transaction(async (transaction) => {
        transaction.send(SQL.putAlert, merchantId, silentAfter, callbackUri);
        transaction.send(SQL.moveDue, silentAfter, merchantId);
      });
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
  };
}
