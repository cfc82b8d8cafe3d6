import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreNotOpened } from '../store-errors.ts';

/** What a durable till needs of SQLite; each is set and then read back. */
const PRAGMAS: readonly {
  readonly name: string;
  readonly value: string;
  readonly reads: unknown;
}[] = [
  // One process owns the file for as long as it is open; the lock dies with the process.
  { name: 'locking_mode', value: 'EXCLUSIVE', reads: 'exclusive' },
  { name: 'journal_mode', value: 'WAL', reads: 'wal' },
  // FULL: an acknowledged write survives a power cut, not only a crash.
  { name: 'synchronous', value: 'FULL', reads: 2 },
  { name: 'foreign_keys', value: 'ON', reads: 1 },
  { name: 'trusted_schema', value: 'OFF', reads: 0 },
  { name: 'temp_store', value: 'MEMORY', reads: 2 },
  // 12 MiB: the system keeps the rest of the file, and a till's machine is small.
  { name: 'cache_size', value: '-12288', reads: -12288 },
  // The log goes back into the file every 16 MiB, not every 4: each time costs two more flushes.
  { name: 'wal_autocheckpoint', value: '4000', reads: 4000 },
];

/**
 * Opens the database file, owned by this process alone. Throws `StoreNotOpened` when another
 * process has it, when it is damaged, or when a setting that durability rests on does not hold.
 */
export function openDatabase(path: string): DatabaseSync {
  // A log left beside the file means the last owner did not close it: the pages are checked then.
  const unclean = existsSync(`${path}-wal`);
  const database = new DatabaseSync(path, { timeout: 250 });
  try {
    for (const pragma of PRAGMAS) {
      database.exec(`PRAGMA ${pragma.name} = ${pragma.value}`);
      expectPragma(database, pragma.name, pragma.reads);
    }
    // macOS flushes the drive's own cache only when asked in so many words.
    if (process.platform === 'darwin') {
      database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    }
    // Exclusive mode takes its lock with the first write, so there is one now.
    database.exec('BEGIN IMMEDIATE; COMMIT');
    if (unclean) quickCheck(database, path);
    return database;
  } catch (error) {
    database.close();
    throw notOpened(error, path);
  }
}

function expectPragma(database: DatabaseSync, name: string, reads: unknown): void {
  const row = database.prepare(`PRAGMA ${name}`).get();
  const value = row === undefined ? undefined : Object.values(row)[0];
  if (value !== reads) throw new StoreNotOpened(`SQLite has ${name} = ${value}, not ${reads}`);
}

function quickCheck(database: DatabaseSync, path: string): void {
  const row = database.prepare('PRAGMA quick_check(1)').get();
  const value = row === undefined ? undefined : Object.values(row)[0];
  if (value === 'ok') return;
  throw new StoreNotOpened(`The database ${path} is damaged (${value}). Restore a backup.`);
}

function notOpened(error: unknown, path: string): StoreNotOpened {
  if (error instanceof StoreNotOpened) return error;
  const code = sqliteCode(error);
  if (code === SQLITE_BUSY || code === SQLITE_LOCKED) {
    return new StoreNotOpened(`The database ${path} is in use by another process.`);
  }
  const why = error instanceof Error ? error.message : String(error);
  return new StoreNotOpened(`The database ${path} cannot be opened: ${why}.`);
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** SQLite's primary result code of an error it threw, or null for any other error. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}
