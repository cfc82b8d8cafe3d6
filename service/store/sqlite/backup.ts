import { chmodSync, closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { readInteger, readText } from '../sql/rows.ts';
import { StoreNotOpened } from '../store-errors.ts';
import { lockData } from './data-lock.ts';
import { openDatabase } from './database.ts';
import { SQLITE_MIGRATIONS } from './migrations/index.ts';
import { sqliteCode } from './sqlite-errors.ts';

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
 * Writes a complete copy of an open database to the new file `copy`, readable by its owner only, while
 * the database is used. The copy has everything that was committed before it is complete, and no part of
 * a transaction. Throws `StoreNotOpened` when the copy cannot be written or `stopping` aborts; then no
 * file is left.
 */
export async function copyDatabase(
  database: DatabaseSync,
  copy: string,
  stopping: AbortSignal,
): Promise<void> {
  makePrivateFile(copy);
  try {
    await copyPages(database, copy, stopping);
    const file = await open(copy, 'r+');
    await file.sync().finally(() => file.close());
    stopping.throwIfAborted();
  } catch (error) {
    removeCopy(copy);
    if (stopping.aborted) throw new StoreNotOpened(`The copy ${copy} was not finished.`);
    throw copyFailure(copy, error);
  }
}

/** Pages of 4 KiB that one step copies. A commit waits for one step at most. */
const PAGES_PER_STEP = 200;

/** The code of a copy whose first step met an open transaction; a later step waits for the transaction. */
const NOTHING_COPIED = 0;
/** How often a copy begins; transactions of the service are short. */
const TRIES_MAX = 1_000;

/** SQLite copies in steps on another thread; between two steps the service commits. */
async function copyPages(
  database: DatabaseSync,
  copy: string,
  stopping: AbortSignal,
): Promise<void> {
  const progress = () => stopping.throwIfAborted();
  for (let tries = 1; ; tries += 1) {
    try {
      await backup(database, copy, { rate: PAGES_PER_STEP, progress });
      return;
    } catch (error) {
      if (sqliteCode(error) !== NOTHING_COPIED || tries === TRIES_MAX) throw error;
      stopping.throwIfAborted();
      await setImmediate();
    }
  }
}

/** Copies a database that no other process has open. Throws `StoreNotOpened` as `copyDatabase` does. */
export async function copyClosedDatabase(path: string, copy: string): Promise<void> {
  if (!existsSync(path)) throw new StoreNotOpened(`There is no database ${path}.`);
  const { database, close } = openDatabase(path);
  try {
    await copyDatabase(database, copy, new AbortController().signal);
  } finally {
    close();
  }
}

/**
 * Makes a backup of a copy: adds the files that belong to the database, and checks the result. Throws
 * `StoreNotOpened` when the copy is damaged or has no room; then it is removed.
 */
export function completeBackup(copy: string, files: readonly BackupFile[]): CheckedDatabase {
  try {
    addFiles(copy, files);
    return checkDatabase(copy);
  } catch (error) {
    removeCopy(copy);
    throw copyFailure(copy, error);
  }
}

export function removeCopy(copy: string): void {
  for (const end of ['', '-journal', '-wal']) rmSync(copy + end, { force: true });
}

const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;

/** Says why a copy could not be written, as a sentence; other errors are unchanged. */
function copyFailure(copy: string, error: unknown): unknown {
  const code = sqliteCode(error);
  const system = error instanceof Error && 'code' in error ? error.code : null;
  if (code === SQLITE_FULL || system === 'ENOSPC' || system === 'EDQUOT') {
    const sentence = `The disk of ${dirname(copy)} is full; make room or name a file on another disk.`;
    return new StoreNotOpened(`${sentence} No part of the backup was left there.`);
  }
  if (code === SQLITE_IOERR) {
    const sentence = `The disk of ${dirname(copy)} refused a write; check the disk.`;
    return new StoreNotOpened(`${sentence} No part of the backup was left there.`);
  }
  return error;
}

/** Empty, and inaccessible to others before any content is written. */
function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    switch (code) {
      case 'EEXIST':
        throw new StoreNotOpened(
          `${path} is there already; another backup writes it or was ended.`,
        );
      case 'ENOENT':
        throw new StoreNotOpened(`There is no folder ${dirname(path)}.`);
      case 'EACCES':
        throw new StoreNotOpened(
          `No permission to write ${path}; a running service writes it itself.`,
        );
      default:
        throw copyFailure(path, error);
    }
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
 * every reference, the sums of the ledger, and the schema history. Changes nothing; throws `StoreNotOpened`.
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
    const unbalanced = database.prepare(UNBALANCED).get();
    if (unbalanced !== undefined) {
      throw new StoreNotOpened(`${path} is damaged: a transaction of the ledger does not balance.`);
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

const UNBALANCED = `SELECT 1 FROM ledger_entry GROUP BY merchant_id, currency, seq
  HAVING SUM(amount) <> 0 LIMIT 1`;

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
