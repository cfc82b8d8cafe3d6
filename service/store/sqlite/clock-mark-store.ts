import type { DatabaseSync } from 'node:sqlite';
import type { ClockMarkStore } from '../clock-mark-store.ts';
import { CLOCK_MARK_SQL, clockMarkOf } from '../sql/clock-mark-table.ts';
import { SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';

export function createClockMarkStore(database: DatabaseSync, commits: GroupCommit): ClockMarkStore {
  const sql = prepareAll(database, CLOCK_MARK_SQL);
  return {
    read: async () => clockMarkOf(sql.read.get()),
    async note(at) {
      await commits.write(SERVICE, () => sql.note.run(at));
    },
    async confirm(at) {
      await commits.write(SERVICE, () => sql.confirm.run(at));
    },
  };
}
