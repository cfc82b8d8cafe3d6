import type { DatabaseSync } from 'node:sqlite';
import { HISTORY, type Migration, missingSteps } from '../schema-history.ts';
import { SQLITE_MIGRATIONS } from './migrations/index.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS migration (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL
) STRICT`;

/**
 * Brings the schema up to date in one transaction. Refuses a database of a newer version, and one
 * whose schema history differs from this version's.
 */
export function migrate(
  database: DatabaseSync,
  migrations: readonly Migration[] = SQLITE_MIGRATIONS,
): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(TABLE);
    const run = missingSteps(database.prepare(HISTORY).all(), migrations);
    const note = database.prepare('INSERT INTO migration VALUES (?, ?, ?)');
    for (const { number, name, up, checksum } of run) {
      database.exec(up);
      note.run(number, name, checksum);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
