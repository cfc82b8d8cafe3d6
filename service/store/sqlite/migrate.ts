import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { readInteger, readText } from '../sql/rows.ts';
import { type Migration, StoreNotOpened } from '../store-errors.ts';
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
    const applied = database
      .prepare('SELECT number, checksum FROM migration ORDER BY number')
      .all();
    if (applied.length > migrations.length) {
      throw new StoreNotOpened(
        'The database was written by a newer version; install that version.',
      );
    }
    for (const [index, row] of applied.entries()) {
      const migration = migrations[index];
      const same =
        migration?.number === readInteger(row, 'number') &&
        checksum(migration) === readText(row, 'checksum');
      if (!same)
        throw new StoreNotOpened(
          `Migration ${index + 1} of the database was not written by this product.`,
        );
    }
    const note = database.prepare('INSERT INTO migration VALUES (?, ?, ?)');
    for (const migration of migrations.slice(applied.length)) {
      database.exec(migration.up);
      note.run(migration.number, migration.name, checksum(migration));
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.up).digest('hex');
}
