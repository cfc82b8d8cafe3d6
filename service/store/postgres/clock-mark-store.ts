import type { ClockMarkStore } from '../clock-mark-store.ts';
import { CLOCK_MARK_SQL, clockMarkOf } from '../sql/clock-mark-table.ts';
import { SERVICE } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements(CLOCK_MARK_SQL);

export function createClockMarkStore(database: PostgresDatabase): ClockMarkStore {
  return {
    read: async () => clockMarkOf(await database.get(SQL.read)),
    async note(at) {
      await database.writesOf(SERVICE).run(SQL.note, at);
    },
    async confirm(at) {
      await database.writesOf(SERVICE).run(SQL.confirm, at);
    },
  };
}
