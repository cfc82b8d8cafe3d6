import { chmodSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from '../migrations/index.ts';
import { StoreNotOpened } from '../store-errors.ts';
import { openDatabase } from './database.ts';
import { readInteger, readText } from './rows.ts';

/** What a check of a database file found. */
export type CheckedDatabase = {
  /** The last step of its schema. */
  readonly step: number;
  readonly merchants: number;
  readonly payments: number;
};

/**
 * Writes a whole copy of the database at `path` to the new file `copy`, and checks the copy.
 * Throws `StoreNotOpened` while another process owns the database, and when the copy is not right.
 */
export function backupDatabase(path: string, copy: string): CheckedDatabase {
  if (!existsSync(path)) throw new StoreNotOpened(`There is no database ${path}.`);
  if (existsSync(copy)) throw new StoreNotOpened(`${copy} is there already; name a new file.`);
  const database = openDatabase(path);
  try {
    database.prepare('VACUUM INTO ?').run(copy);
  } finally {
    database.close();
  }
  // It holds what the database holds, so it is for the same eyes only.
  chmodSync(copy, 0o600);
  return checkDatabase(copy);
}

/**
 * Looks whether a file is a sound database of this product or an older one: every page, every
 * index, every reference, and the steps of its schema. Changes nothing; throws `StoreNotOpened`.
 */
export function checkDatabase(path: string): CheckedDatabase {
  if (!existsSync(path)) throw new StoreNotOpened(`There is no file ${path}.`);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const integrity = database.prepare('PRAGMA integrity_check(1)').get();
    const verdict = integrity === undefined ? '' : readText(integrity, 'integrity_check');
    if (verdict !== 'ok') throw new StoreNotOpened(`${path} is damaged: ${verdict}.`);
    if (database.prepare('PRAGMA foreign_key_check').all().length > 0) {
      throw new StoreNotOpened(`${path} is damaged: something refers to what is not there.`);
    }
    const step = lastStep(database, path);
    const count = (table: 'merchant' | 'payment') => {
      const row = database.prepare(`SELECT COUNT(*) AS number FROM ${table}`).get();
      return row === undefined ? 0 : readInteger(row, 'number');
    };
    return { step, merchants: count('merchant'), payments: count('payment') };
  } catch (error) {
    if (error instanceof StoreNotOpened) throw error;
    throw new StoreNotOpened(`${path} is no database of this product.`);
  } finally {
    database.close();
  }
}

function lastStep(database: DatabaseSync, path: string): number {
  const row = database.prepare('SELECT MAX(number) AS step FROM migration').get();
  const step = row === undefined ? 0 : readInteger(row, 'step');
  const newest = MIGRATIONS.at(-1)?.number ?? 0;
  if (step <= newest) return step;
  throw new StoreNotOpened(`${path} was written by a newer version; install that version.`);
}

/** Makes sure that no other process owns the database, and puts its log back into the file. */
export function settleDatabase(path: string): void {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
