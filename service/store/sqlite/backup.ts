import { chmodSync, closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readInteger, readText } from '../sql/rows.ts';
import { StoreNotOpened } from '../store-errors.ts';
import { lockData } from './data-lock.ts';
import { openDatabase } from './database.ts';
import { SQLITE_MIGRATIONS } from './migrations/index.ts';

/** A file that belongs to the database and travels with its backup. */
export type BackupFile = { readonly name: string; readonly content: string };

/** What a check of a database file found. */
export type CheckedDatabase = {
  /** The last step of its schema. */
  readonly step: number;
  readonly merchants: number;
  readonly payments: number;
  /** Files of keys that a backup carries; none in a database that is in use. */
  readonly files: readonly BackupFile[];
};

/** Holds the files inside the backup, so that one file is the whole of it. */
const FILES = `CREATE TABLE backup_file (
  name TEXT PRIMARY KEY, content TEXT NOT NULL
) STRICT`;

/**
 * Writes a whole copy of the database at `path`, and the files that belong to it, to the new file
 * `copy`, for its owner's eyes alone, and checks it. Throws `StoreNotOpened` while another process
 * owns the database, and when the copy is not right; nothing is left behind then.
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

/** Empty, and closed to others before anything is in it. */
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

/**
 * Makes the file at `path`, a copy of a backup, the database that it was: the files that travelled
 * in it go out of it.
 */
export function unpackBackup(path: string): void {
  chmodSync(path, 0o600);
  inFile(path, (database) => {
    // What was deleted is overwritten, so that no key stays behind in a page that nobody uses.
    database.exec('PRAGMA secure_delete = ON; DROP TABLE IF EXISTS backup_file');
  });
}

/** Changes a database file that nobody else uses; it is whole on the disk afterwards. */
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
 * Makes sure that no other process owns the database, and puts its log back into the file. One that
 * is damaged stays as it is, with its log beside it.
 */
export function settleDatabase(path: string): void {
  lockData(path).release();
  try {
    openDatabase(path, 'accept').close();
  } catch (error) {
    if (!(error instanceof StoreNotOpened)) throw error;
  }
}
