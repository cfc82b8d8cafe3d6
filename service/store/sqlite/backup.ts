import { chmodSync, closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readInteger, readText } from '../sql/rows.ts';
import { StoreNotOpened } from '../store-errors.ts';
import { lockData } from './data-lock.ts';
import { openDatabase } from './database.ts';
import { SQLITE_MIGRATIONS } from './migrations/index.ts';

/** A file of the data directory that is part of the backup. */
export type BackupFile = { readonly name: string; readonly content: string };

/** The result of a check of a database file. */
export type CheckedDatabase = {
  /** The last migration of its schema. */
  readonly step: number;
  readonly merchants: number;
  readonly payments: number;
  /** Files of keys in a backup; none in a database that is in use. */
  readonly files: readonly BackupFile[];
};

/** Holds the files inside the backup, so that a backup is a single file. */
const FILES = `CREATE TABLE backup_file (
  name TEXT PRIMARY KEY, content TEXT NOT NULL
) STRICT`;

/**
 * Writes a complete copy of the database at `path`, and the files that belong to it, to the new
 * file `copy`, readable by its owner only, and checks it. Throws `StoreNotOpened` while another
 * process has the database open, and when the copy is damaged; then the copy is removed.
 */
export function backupDatabase(
  path: string,
  copy: string,
  files: readonly BackupFile[],
): CheckedDatabase {
  if (!existsSync(path)) throw new StoreNotOpened(`There is no database ${path}.`);
  const { database, close } = openDatabase(path);
  try {
    makePrivateFile(copy);
    try {
      database.prepare('VACUUM INTO ?').run(copy);
      addFiles(copy, files);
      return checkDatabase(copy);
    } catch (error) {
      rmSync(copy, { force: true });
      throw error;
    }
  } finally {
    close();
  }
}

/** Empty, and inaccessible to others before any content is written. */
function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EEXIST') throw error;
    throw new StoreNotOpened(`${path} is there already; name a new file.`);
  }
}

function addFiles(copy: string, files: readonly BackupFile[]): void {
  inFile(copy, (database) => {
    database.exec(FILES);
    const insert = database.prepare('INSERT INTO backup_file VALUES (?, ?)');
    for (const { name, content } of files) insert.run(name, content);
  });
}

/** Converts a copy of a backup at `path` back to a database: removes the files from it. */
export function unpackBackup(path: string): void {
  chmodSync(path, 0o600);
  inFile(path, (database) => {
    // Deleted content is overwritten, so that no key stays in an unused page.
    database.exec('PRAGMA secure_delete = ON; DROP TABLE IF EXISTS backup_file');
  });
}

/** Changes a database file that no other process has open; the change is flushed to disk. */
function inFile(path: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
    work(database);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/**
 * Checks whether a file is a sound database of this or an older version: every page, every index,
 * every reference, and the schema history. Changes nothing; throws `StoreNotOpened`.
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
    const files = filesIn(database);
    return { step, merchants: count('merchant'), payments: count('payment'), files };
  } catch (error) {
    if (error instanceof StoreNotOpened) throw error;
    throw new StoreNotOpened(`${path} is no database of this product.`);
  } finally {
    database.close();
  }
}

function filesIn(database: DatabaseSync): readonly BackupFile[] {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'backup_file'").get();
  if (table === undefined) return [];
  const rows = database.prepare('SELECT name, content FROM backup_file ORDER BY name').all();
  return rows.map((row) => ({ name: readText(row, 'name'), content: readText(row, 'content') }));
}

function lastStep(database: DatabaseSync, path: string): number {
  const row = database.prepare('SELECT MAX(number) AS step FROM migration').get();
  const step = row === undefined ? 0 : readInteger(row, 'step');
  const newest = SQLITE_MIGRATIONS.at(-1)?.number ?? 0;
  if (step <= newest) return step;
  throw new StoreNotOpened(`${path} was written by a newer version; install that version.`);
}

/**
 * Ensures that no other process has the database open, and merges its log into the file. A damaged
 * database stays as it is, with its log next to it.
 */
export function settleDatabase(path: string): void {
  lockData(path).release();
  try {
    openDatabase(path, 'accept').close();
  } catch (error) {
    if (!(error instanceof StoreNotOpened)) throw error;
  }
}
