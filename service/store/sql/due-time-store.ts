import { DUE_COLUMNS, type DueTimeStore } from '../due-time-store.ts';
import { SERVICE } from '../store.ts';
import type { NamedStatements } from './named-statements.ts';

type Database = 'postgres' | 'sqlite';

const CONDITIONS: Readonly<Record<string, string>> = {
  all: '',
  tries: ' AND tries <= ?',
  kind: ' AND kind = ?',
};

/** The statements of the columns that a database has, by the names of the columns, and those of whole rows. */
export function dueTimeSql(database: Database): Readonly<Record<string, string>> {
  const texts: [string, string][] = [];
  for (const [name, entry] of Object.entries(DUE_COLUMNS)) {
    const { shape, only = database }: { readonly shape: string; readonly only?: Database } = entry;
    const condition = CONDITIONS[shape];
    if (only !== database || condition === undefined) continue;
    const [table, column] = name.split('.');
    texts.push([name, `UPDATE ${table} SET ${column} = ? WHERE ${column} > ?${condition}`]);
  }
  return { ...Object.fromEntries(texts), ...ROWS };
}

const ROWS = {
  moveReceived: `UPDATE till_status SET due = due - received + ?, received = ? WHERE received > ?`,
  // A row without a next time is planned from the time at which it was opened.
  planAgain: `UPDATE settlement_schedule SET opened = ?, next_at = NULL
    WHERE opened > ? OR next_at > ?`,
};

/** `sql` has the statements of `dueTimeSql`, and `has` says which. */
export function createDueTimeStore(
  sql: Pick<NamedStatements<string>, 'run'>,
  has: (name: string) => boolean,
): DueTimeStore {
  const run = async (name: string, ...values: (string | number)[]) =>
    has(name) ? sql.run(SERVICE, name, ...values) : 0;
  return {
    clip: (column, latest) => run(column, latest, latest),
    clipTries: (column, tries, latest) => run(column, latest, latest, tries),
    clipKind: (column, kind, latest) => run(column, latest, latest, kind),
    moveReceived: (now) => run('moveReceived', now, now, now),
    planAgain: (now, latest) => run('planAgain', now, now, latest),
  };
}
