import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { StoreNotOpened } from '../store-errors.ts';
import { CommitCount, readMark } from './commit-marks.ts';
import { DataFiles } from './data-files.ts';
import { lockData } from './data-lock.ts';
import { isFatal, sqliteCode, storeError } from './sqlite-errors.ts';
import {
  assertThere,
  checkPages,
  keepLog,
  lookAt,
  lossIn,
  type StartState,
} from './start-check.ts';

/** SQLite settings for durability; each is set and then read back. */
const PRAGMAS: readonly {
  readonly name: string;
  readonly value: string;
  readonly reads: unknown;
}[] = [
  // One process owns the file while it is open; the lock ends with the process.
  { name: 'locking_mode', value: 'EXCLUSIVE', reads: 'exclusive' },
  { name: 'journal_mode', value: 'WAL', reads: 'wal' },
  // FULL: an acknowledged write survives a power cut, not only a crash.
  { name: 'synchronous', value: 'FULL', reads: 2 },
  { name: 'foreign_keys', value: 'ON', reads: 1 },
  { name: 'trusted_schema', value: 'OFF', reads: 0 },
  { name: 'temp_store', value: 'MEMORY', reads: 2 },
  // 12 MiB: the operating system caches the rest of the file, and a till has little memory.
  { name: 'cache_size', value: '-12288', reads: -12288 },
  // A checkpoint every 16 MiB instead of every 4, because each costs two more flushes.
  { name: 'wal_autocheckpoint', value: '4000', reads: 4000 },
];

/** What a store needs of an open database. A simulation has one in memory, without files. */
export type ReadyDatabase = {
  readonly database: DatabaseSync;
  readonly files: Pick<DataFiles, 'assertUsable' | 'assertWhole'>;
  readonly count: Pick<CommitCount, 'count' | 'committed'>;
  readonly close: () => void;
};

/** An open database of this process, with its lock, its mark and the identity of its files. */
export type OwnDatabase = ReadyDatabase & {
  readonly files: DataFiles;
  readonly count: CommitCount;
};

/**
 * Opens the database file for this process alone. Throws `StoreNotOpened` when another process has
 * it open, when it is damaged or has lost acknowledged commits, or when a durability setting has no
 * effect. `accept` continues without the lost commits.
 */
export function openDatabase(path: string, onLoss: 'refuse' | 'accept' = 'refuse'): OwnDatabase {
  const lock = lockData(path);
  try {
    const state = lookAt(path);
    assertThere(path, state);
    return openLocked(path, state, { lock, onLoss });
  } catch (error) {
    lock.release();
    throw notOpened(error, path);
  }
}

type How = {
  readonly lock: ReturnType<typeof lockData>;
  readonly onLoss: 'refuse' | 'accept';
};

function openLocked(path: string, state: StartState, { lock, onLoss }: How): OwnDatabase {
  const log = keepLog(path, state);
  const database = new WatchedDatabase(path, { timeout: 250 });
  try {
    configure(database);
    checkPages(database, path, state);
    const loss = lossIn(database, path, state);
    if (loss !== null && onLoss === 'refuse') throw loss;
    const files = new DataFiles(path);
    database.watch(files);
    const count = new CommitCount(database, path, state.mark);
    log.drop();
    const close = () => closeOwn({ path, database, files, count, lock });
    return { database, files, count, close };
  } catch (error) {
    database.close();
    log.keep();
    throw error;
  }
}

function configure(database: DatabaseSync): void {
  for (const pragma of PRAGMAS) {
    database.exec(`PRAGMA ${pragma.name} = ${pragma.value}`);
    expectPragma(database, pragma.name, pragma.reads);
  }
  // macOS flushes the drive's own cache only with this setting.
  if (process.platform === 'darwin') {
    database.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
  }
  // Exclusive mode takes its lock with the first write, so this makes one.
  database.exec('BEGIN IMMEDIATE; COMMIT');
}

type Owned = Omit<OwnDatabase, 'close'> & Pick<How, 'lock'> & { readonly path: string };

/** Databases whose files were moved or deleted. They are never closed; see `closeOwn`. */
const abandoned: DatabaseSync[] = [];

/**
 * Merges the log into the file, so that a copy of the file alone is complete. A database whose
 * files were moved is not closed: SQLite would delete the log by its name, which may be the log of
 * another process by now.
 */
function closeOwn({ path, database, files, count, lock }: Owned): void {
  if (files.inPlace) {
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
      count.close(path, files.damaged);
      lock.release();
    }
  } else {
    abandoned.push(database);
    lock.release();
  }
}

function expectPragma(database: DatabaseSync, name: string, reads: unknown): void {
  const row = database.prepare(`PRAGMA ${name}`).get();
  const value = row === undefined ? undefined : Object.values(row)[0];
  if (value !== reads) throw new StoreNotOpened(`SQLite has ${name} = ${value}, not ${reads}`);
}

/**
 * A connection that records damage found by any statement, and throws it as an error of the store.
 */
class WatchedDatabase extends DatabaseSync {
  #files: DataFiles | null = null;

  watch(files: DataFiles): void {
    this.#files = files;
  }

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql);
    const { get, all, run } = statement;
    const watched =
      <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
      (...args: Args): Result => {
        this.#files?.assertUntroubled();
        try {
          return work.apply(statement, args);
        } catch (error) {
          // During the opening, the start reports the error.
          if (this.#files === null || !isFatal(error)) throw error;
          this.#files.note(error);
          throw storeError(error);
        }
      };
    return Object.assign(statement, { get: watched(get), all: watched(all), run: watched(run) });
  }
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

/**
 * Accepts the loss of acknowledged commits, so that the database can be used without them. `lost` is
 * their number; 0 changes nothing. Throws `StoreNotOpened` when the database is damaged or in use.
 */
export function goOnWithoutLost(path: string): { readonly lost: number; readonly commits: number } {
  const acknowledged = readMark(path)?.commits ?? 0;
  const { count, close } = openDatabase(path, 'accept');
  const { commits } = count;
  close();
  return { lost: Math.max(0, acknowledged - commits), commits };
}

/** Prepares every statement of a store once, by the names of their texts. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, StatementSync>> {
  const entries = Object.entries<string>(texts).map(([name, text]) => [
    name,
    database.prepare(text),
  ]);
  return Object.fromEntries(entries);
}
