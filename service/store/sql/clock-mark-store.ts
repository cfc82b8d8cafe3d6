import type { ClockMarkStore } from '../clock-mark-store.ts';
import { SERVICE } from '../store.ts';
import { type CLOCK_MARK_SQL, clockMarkOf } from './clock-mark-table.ts';
import type { NamedStatements } from './named-statements.ts';

export function createClockMarkStore(
  sql: NamedStatements<keyof typeof CLOCK_MARK_SQL>,
): ClockMarkStore {
  return {
    read: async () => clockMarkOf(await sql.get('read')),
    async note(at) {
      await sql.run(SERVICE, 'note', at);
    },
    async confirm(at) {
      await sql.run(SERVICE, 'confirm', at);
    },
  };
}
