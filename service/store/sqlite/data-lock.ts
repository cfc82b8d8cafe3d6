import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreNotOpened } from '../store-errors.ts';
import { sqliteCode } from './sqlite-errors.ts';

/** How long to wait for a process that is just ending, milliseconds. */
const PATIENCE = 250;
const SQLITE_BUSY = 5;

/** A lock that ends with its process in any case. */
export type DataLock = { readonly release: () => void };

/**
 * Takes the lock of the database at `path`: an empty file next to it, locked by SQLite with the
 * operating system's file locks. The lock file stays when the database is moved or deleted, so a
 * second process cannot create an empty one in its place. Throws `StoreNotOpened` while another
 * process has it.
 */
export function lockData(path: string): DataLock {
  const lockPath = `${path}-lock`;
  try {
    // Created first, so that others cannot access it. An existing file is not opened, because
    // closing it would release the locks that this process has on it.
    if (!existsSync(lockPath)) closeSync(openSync(lockPath, 'a', 0o600));
    const lock = new DatabaseSync(lockPath, { timeout: PATIENCE });
    try {
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw error;
    }
    return { release: () => lock.close() };
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) {
      throw new StoreNotOpened(`The database ${path} is in use by another process.`);
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreNotOpened(`The lock ${lockPath} cannot be taken: ${why}.`);
  }
}
