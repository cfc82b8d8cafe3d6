import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreNotOpened } from '../store-errors.ts';
import { sqliteCode } from './sqlite-errors.ts';

/** Milliseconds that a process which is just ending is waited for. */
const PATIENCE = 250;
const SQLITE_BUSY = 5;

/** A lock that ends with its process, however that ends. */
export type DataLock = { readonly release: () => void };

/**
 * Takes the lock of the database at `path`: an empty file beside it that SQLite locks by the
 * operating system's own means. It stays when the database is moved or deleted, so a second process
 * cannot begin an empty one in its place. Throws `StoreNotOpened` while another process has it.
 */
export function lockData(path: string): DataLock {
  const lockPath = `${path}-lock`;
  try {
    // Made first, so that it is closed to others. One that is there is not opened: closing it would
    // end the locks that this process has on it.
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
