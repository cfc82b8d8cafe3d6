import { StoreUnavailable } from '../store-errors.ts';

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html. */
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const NOTADB = 26;

/** SQLite's primary result code of an error it threw, or null for any other error. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

/** The file is damaged: SQLite read content that SQLite cannot have written. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === CORRUPT || code === NOTADB;
}

/** The file cannot be read or written, so nothing else in the same commit can be either. */
export function isFatal(error: unknown): boolean {
  const code = sqliteCode(error);
  return isDamage(error) || code === IOERR || code === FULL || code === READONLY;
}

/** The error as the rest of the service knows it; other errors are unchanged. */
export function storeError(error: unknown): unknown {
  if (!isFatal(error)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new StoreUnavailable(`the database cannot be used: ${why}`);
}
