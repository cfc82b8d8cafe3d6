import {
  closeSync,
  fdatasync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';

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
