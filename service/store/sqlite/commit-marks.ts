import {
  closeSync,
  fdatasync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { readInteger } from '../sql/rows.ts';
import { StoreUnavailable } from '../store-errors.ts';

/** What the database's file was when the service closed it: another time or size is not its own. */
const closedFile = z.object({ inode: z.string(), size: z.string(), modified: z.string() });
export type ClosedFile = z.infer<typeof closedFile>;

const content = z.object({
  /** Counts the writes of this file; the slot with the higher number is the newer one. */
  order: z.number().int(),
  /** How many commits were acknowledged. */
  commits: z.number().int(),
  /** `damaged`: SQLite has found damage, so the next start checks every page. */
  state: z.enum(['open', 'closed', 'damaged']),
  file: closedFile.nullable(),
});
export type MarkContent = z.infer<typeof content>;
export type MarkState = Pick<MarkContent, 'state' | 'file'>;

/** The file of a database that nobody has open. */
export function closedFileAt(path: string): ClosedFile | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  const [inode, size, modified] = [stats.ino, stats.size, stats.mtimeNs].map(String);
  return closedFile.safeParse({ inode, size, modified }).data ?? null;
}

/** Each slot is written as one sector, so a power cut leaves the other one whole. */
const SLOT = 512;
/** So many commits until the mark is flushed; the system does it by itself within half a minute. */
const FLUSH_EVERY = 64;

/** Where the mark of the database at `path` is. */
export const markPath = (path: string): string => `${path}-mark`;

/** Reads a mark; null when there is none, or none that can be read. */
export function readMark(path: string): MarkContent | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(markPath(path));
  } catch {
    return null;
  }
  const slots = [parse(bytes.subarray(0, SLOT)), parse(bytes.subarray(SLOT, 2 * SLOT))];
  const found = slots.filter((slot) => slot !== null);
  return found.sort((a, b) => b.order - a.order)[0] ?? null;
}

function parse(slot: Buffer): MarkContent | null {
  const text = slot.toString('utf8').trimEnd();
  const json = text.slice(9);
  if (text.slice(0, 8) !== checksum(json)) return null;
  try {
    return content.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

const checksum = (json: string): string => crc32(json).toString(16).padStart(8, '0');

/**
 * The number of acknowledged commits, kept outside the database and its log, so that a start notices
 * when commits are missing. It is written after each commit and flushed now and then: after a power
 * cut it may be behind, never ahead, so it gives no false alarm.
 */
export class CommitMark {
  readonly #file: number;
  readonly #slot = Buffer.alloc(SLOT);
  #order: number;
  #unflushed = 0;
  #flushing = false;
  #closed = false;

  constructor(path: string, before: MarkContent | null) {
    this.#order = before?.order ?? 0;
    this.#file = openSync(markPath(path), before === null ? 'w' : 'r+', 0o600);
  }

  /** Throws what the file system says. */
  write(commits: number, state: MarkState): void {
    this.#order += 1;
    const json = JSON.stringify({ order: this.#order, commits, ...state });
    this.#slot.fill(' ');
    this.#slot.write(`${checksum(json)} ${json}`);
    writeSync(this.#file, this.#slot, 0, SLOT, (this.#order % 2) * SLOT);
    this.#unflushed += 1;
    if (this.#unflushed >= FLUSH_EVERY) this.#flushBeside();
  }

  /** Beside the service's work: no reply waits for it. */
  #flushBeside(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    this.#unflushed = 0;
    fdatasync(this.#file, () => {
      this.#flushing = false;
      if (this.#closed) closeSync(this.#file);
    });
  }

  close(): void {
    fsyncSync(this.#file);
    this.#closed = true;
    // A file that is being flushed is closed after that.
    if (!this.#flushing) closeSync(this.#file);
  }
}

const TABLE = `CREATE TABLE IF NOT EXISTS commit_count (
  one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL
) STRICT;
INSERT INTO commit_count VALUES (1, 0) ON CONFLICT DO NOTHING`;

/** How many commits a database says it has; null in one that never counted. */
export function commitsIn(database: DatabaseSync): number | null {
  const table = `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'commit_count'`;
  if (database.prepare(table).get() === undefined) return null;
  const row = database.prepare('SELECT number FROM commit_count').get();
  return row === undefined ? null : readInteger(row, 'number');
}

/** Counts commits twice: in the commit itself, and after it in a file of its own. */
export class CommitCount {
  readonly #next: StatementSync;
  readonly #mark: CommitMark;
  #number: number;

  constructor(database: DatabaseSync, path: string, before: MarkContent | null) {
    database.exec(TABLE);
    this.#number = commitsIn(database) ?? 0;
    this.#next = database.prepare('UPDATE commit_count SET number = ?');
    this.#mark = new CommitMark(path, before);
    this.#mark.write(this.#number, { state: 'open', file: null });
  }

  /** How many are committed. */
  get commits(): number {
    return this.#number;
  }

  /** Inside a transaction, at its end. */
  count(): void {
    this.#next.run(this.#number + 1);
  }

  /** After its commit, before anything is acknowledged. Throws `StoreUnavailable`. */
  committed(): void {
    this.#number += 1;
    try {
      this.#mark.write(this.#number, { state: 'open', file: null });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new StoreUnavailable(`the mark of the database cannot be written: ${why}`);
    }
  }

  /** After the database was closed. */
  close(path: string, damaged: boolean): void {
    const file = damaged ? null : closedFileAt(path);
    this.#mark.write(this.#number, { state: damaged ? 'damaged' : 'closed', file });
    this.#mark.close();
  }
}
