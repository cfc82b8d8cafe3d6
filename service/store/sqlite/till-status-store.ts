import type { DatabaseSync } from 'node:sqlite';
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
import { prepareAll } from './database.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';

type TillStatusStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly effects: EffectWriter;
};

export function createTillStatusStore(deps: TillStatusStoreDeps): TillStatusStore {
  const { database, commits, effects: writer } = deps;
  const sql = prepareAll(database, TILL_STATUS_SQL);
  return {
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
    async read(merchantId, posId) {
      const row = sql.read.get(merchantId, posId);
      return row === undefined ? null : tillOf(row);
    },
    async page(merchantId, { search, rankMax, after, limit }) {
      const from = [after?.rank ?? -1, after?.posId ?? ''];
      return sql.page.all(merchantId, ...from, rankMax, anywhere(search), limit).map(tillOf);
    },
    async counts(merchantId) {
      return sql.counts.all(merchantId).map((row) => ({
        rank: readInteger(row, 'place'),
        count: readInteger(row, 'number'),
      }));
    },
    forget: (merchantId, posId) =>
      commits.write(merchantId, () => sql.forget.run(merchantId, posId).changes === 1),
    alert: async (merchantId) => alertOf(sql.alert.get(merchantId)),
    async putAlert(merchantId, { silentAfter, callbackUri }) {
      await commits.write(merchantId, () => {
        sql.putAlert.run(merchantId, silentAfter, callbackUri);
        sql.moveDue.run(silentAfter, merchantId);
      });
    },
    async overdue(now, listening, limit) {
      return sql.overdue.all(now, now - listening, limit).map(overdueOf);
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
    async silentInAll() {
      const row = sql.silentInAll.get();
      return row === undefined ? 0 : readInteger(row, 'number');
    },
  };
}
