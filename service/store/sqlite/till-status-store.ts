import type { DatabaseSync } from 'node:sqlite';
import { tillStatusCalls } from '../sql/till-status-calls.ts';
import { beforeOf, mayFollow, TILL_STATUS_SQL, tillRow } from '../sql/till-status-tables.ts';
import { NO_EFFECTS } from '../store.ts';
import type { TillStatusStore } from '../till-status-store.ts';
import { prepareAll } from './database.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedStatements } from './named-statements.ts';

type TillStatusStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly effects: EffectWriter;
};

export function createTillStatusStore(deps: TillStatusStoreDeps): TillStatusStore {
  const { database, commits, effects: writer } = deps;
  const sql = prepareAll(database, TILL_STATUS_SQL);
  return {
    ...tillStatusCalls(namedStatements(sql, commits)),
    async note(merchantId, report, gap, effectsOf) {
      const { posId, received } = report;
      const written = await commits.write(merchantId, () => {
        const before = beforeOf(sql.before.get(merchantId, posId));
        if (!mayFollow(before, report, gap)) return null;
        const ends = before.silent !== null;
        sql.put.run(merchantId, ...tillRow(report, before.alerts + (ends ? 1 : 0)));
        const effects = ends ? effectsOf(before.alerts) : NO_EFFECTS;
        writer.append(merchantId, received, posId, effects);
        return effects;
      });
      if (written !== null) writer.announce(merchantId, written);
      return written !== null;
    },
    async putAlert(merchantId, { silentAfter, callbackUri }) {
      await commits.write(merchantId, () => {
        sql.putAlert.run(merchantId, silentAfter, callbackUri);
        sql.moveDue.run(silentAfter, merchantId);
      });
    },
    async silence({ merchantId, posId, received }, at, rank, effectsOf) {
      const written = await commits.write(merchantId, () => {
        const { alerts } = beforeOf(sql.before.get(merchantId, posId));
        if (sql.silence.run(at, rank, merchantId, posId, received).changes !== 1) return null;
        const effects = effectsOf(alerts);
        writer.append(merchantId, at, posId, effects);
        return effects;
      });
      if (written !== null) writer.announce(merchantId, written);
      return written !== null;
    },
  };
}
