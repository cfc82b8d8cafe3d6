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
import { StoreNotOpened, StoreUnavailable } from '../store-errors.ts';

/**
 * Identity of the database file at the last close: another time or size means that another program
 * changed it.
 */
const closedFile = z.object({ inode: z.string(), size: z.string(), modified: z.string() });
export type ClosedFile = z.infer<typeof closedFile>;

const content = z.object({
  /** Number of the write to this file; the slot with the higher number is the newer one. */
  order: z.number().int(),
  /** Number of acknowledged commits. */
  commits: z.number().int(),
  /** `damaged`: SQLite has found damage, so the next start checks every page. */
  state: z.enum(['open', 'closed', 'damaged']),
  file: closedFile.nullable(),
});
export type MarkContent = z.infer<typeof content>;
export type MarkState = Pick<MarkContent, 'state' | 'file'>;

/** The identity of a closed database file. */
export function closedFileAt(path: string): ClosedFile | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  const [inode, size, modified] = [stats.ino, stats.size, stats.mtimeNs].map(String);
  return closedFile.safeParse({ inode, size, modified }).data ?? null;
}

/** Each slot is written as one sector, so a power cut leaves the other one intact. */
const SLOT = 512;
/**
 * Number of commits between two flushes of the mark; the operating system flushes within half a
 * minute anyway.
 */
const FLUSH_EVERY = 64;

/** The path of the commit mark of the database at `path`. */
export const markPath = (path: string): string => `${path}-mark`;

/** Reads a mark; null when it is missing or unreadable. */
export function readMark(path: string): MarkContent | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(markPath(path));
  } catch {
    return null;
  }
  const slots = [parse(bytes.subarray(0, SLOT)), parse(bytes.subarray(SLOT, 2 * SLOT))];
  const readable = slots.filter((slot) => slot !== null);
  return readable.sort((a, b) => b.order - a.order)[0] ?? null;
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

function openMark(path: string, flags: 'w' | 'r+'): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StoreNotOpened(
      `The file ${path} beside the database cannot be written (${code}). Move it away, and start again.`,
    );
  }
}

/**
 * The number of acknowledged commits, stored outside the database and its log, so that a start
 * detects lost commits. It is written after each commit and flushed from time to time: after a
 * power cut it may be too low but never too high, so it gives no false alarm.
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
    this.#file = openMark(markPath(path), before === null ? 'w' : 'r+');
  }

  /** Throws errors of the file system. */
  write(commits: number, state: MarkState): void {
    this.#order += 1;
    const json = JSON.stringify({ order: this.#order, commits, ...state });
    this.#slot.fill(' ');
    this.#slot.write(`${checksum(json)} ${json}`);
    writeSync(this.#file, this.#slot, 0, SLOT, (this.#order % 2) * SLOT);
    this.#unflushed += 1;
    if (this.#unflushed >= FLUSH_EVERY) this.#flushBeside();
  }

  /** In the background: no reply waits for it. */
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
    // A file is closed after a flush in progress.
    if (!this.#flushing) closeSync(this.#file);
  }
}

const TABLE = `CREATE TABLE IF NOT EXISTS commit_count (
  one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL
) STRICT;
INSERT INTO commit_count VALUES (1, 0) ON CONFLICT DO NOTHING`;

/** The number of commits according to the database; null if it was never counted. */
export function commitsIn(database: DatabaseSync): number | null {
  const table = `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'commit_count'`;
  if (database.prepare(table).get() === undefined) return null;
  const row = database.prepare('SELECT number FROM commit_count').get();
  return row === undefined ? null : readInteger(row, 'number');
}

/** Counts commits twice: in the commit itself, and after it in a separate file. */
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

  /** Number of commits. */
  get commits(): number {
    return this.#number;
  }

  /** Inside a transaction. A second call in the same transaction counts nothing more. */
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
