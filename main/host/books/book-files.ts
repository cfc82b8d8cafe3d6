import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { sealedText } from '../../../shared/books/next-entry.ts';
import { type JournalDisk, type JournalFile, realDisk } from '../journal/disk.ts';

/*
 * The files of the books: one for each period, `000001.jsonl` and so on, with one entry on each line. A close is the
 * last line of its file.
 */

/** The file operations of the books. */
export type BooksDisk<F extends JournalFile = JournalFile> = Pick<
  JournalDisk<F>,
  'open' | 'read' | 'write' | 'sync' | 'truncate' | 'syncNames'
> & {
  /** The names in a folder, which is made if it is missing. */
  names(folder: string): Promise<readonly string[]>;
};

export const realBooksDisk: BooksDisk<Awaited<ReturnType<typeof realDisk.open>>> = {
  ...realDisk,
  async names(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return readdir(folder);
  },
};

const NAME = /^(\d{6,})\.jsonl$/;

/** The name of a period's file. */
export const bookFileName = (period: number) => `${String(period).padStart(6, '0')}.jsonl`;

/** The periods of a folder, the first one first. */
export function periodsIn(names: readonly string[]): readonly number[] {
  const found = names.flatMap((name) => {
    const period = NAME.exec(name)?.[1];
    return period === undefined ? [] : [Number(period)];
  });
  return found.sort((a, b) => a - b);
}

export const hashOf = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

/** True if an entry has the hash of its content. */
export function isSealed(entry: BookEntry): boolean {
  return hashOf(sealedText(entry)) === entry.hash;
}

/** The line of an entry in its file, with its line break. */
export const lineOf = (entry: BookEntry) => `${JSON.stringify(entry)}\n`;

/** A line of a file: an entry, or why it is none. */
export type BookLineRead =
  | { readonly ok: true; readonly entry: BookEntry }
  | { readonly ok: false; readonly why: string };

/** Reads one line. It checks only the form that every entry has. */
export function readBookLine(line: string): BookLineRead {
  try {
    const value: unknown = JSON.parse(line);
    if (isEntry(value)) return { ok: true, entry: value };
    return { ok: false, why: 'it is no entry' };
  } catch {
    return { ok: false, why: 'it cannot be read' };
  }
}

function isEntry(value: unknown): value is BookEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { v, entry, hash, previous, day, fact } = value as Partial<Record<string, unknown>>;
  const isText = (one: unknown) => typeof one === 'string';
  if (v !== 1 || !Number.isInteger(entry) || ![hash, previous, day].every(isText)) return false;
  return typeof fact === 'object' && fact !== null && 'kind' in fact && 'id' in fact;
}

export type BookFileRead = {
  readonly entries: readonly BookEntry[];
  /** Where the next entry goes; bytes after it are the rest of a write that a power cut ended. */
  readonly end: number;
  /** True if a line before the last entry cannot be read, or an entry is not what was written. */
  readonly isDamaged: boolean;
};

/** Reads a file. What follows its last whole entry was never acknowledged. */
export function readBookFile(bytes: Buffer): BookFileRead {
  const entries: BookEntry[] = [];
  let end = 0;
  let isBad = false;
  let isDamaged = false;
  for (let start = 0; start < bytes.length; ) {
    const stop = bytes.indexOf(0x0a, start);
    if (stop === -1) break;
    const read = readBookLine(bytes.toString('utf8', start, stop));
    start = stop + 1;
    if (!read.ok) {
      isBad = true;
      continue;
    }
    isDamaged ||= isBad || !isSealed(read.entry);
    const before = entries.at(-1);
    isDamaged ||= before !== undefined && before.hash !== read.entry.previous;
    entries.push(read.entry);
    end = start;
  }
  return { entries, end, isDamaged };
}

/** The files of a till's books on a disk. */
export interface BookFiles {
  /** Oldest first. */
  periods(): Promise<readonly number[]>;
  read(period: number): Promise<Buffer>;
  /** Writes at a position of a period's file and cuts off what follows. Resolves when that would survive a power cut. */
  write(period: number, text: string, position: number): Promise<number>;
}

export function createBookFiles<F extends JournalFile>(
  folder: string,
  disk: BooksDisk<F>,
): BookFiles {
  const pathOf = (period: number) => join(folder, bookFileName(period));
  /** Files whose names would survive a power cut. A killed program may have left a new one that would not. */
  const named = new Set<number>();
  return {
    periods: async () => periodsIn(await disk.names(folder)),
    async read(period) {
      const file = await disk.open(pathOf(period));
      try {
        return await disk.read(file);
      } finally {
        await file.close();
      }
    },
    async write(period, text, position) {
      const path = pathOf(period);
      const bytes = Buffer.from(text, 'utf8');
      const file = await disk.open(path);
      try {
        await disk.truncate(file, position);
        // Nothing to write is no reason to fail on a full disk.
        if (bytes.length > 0) await disk.write(file, bytes, position);
        await disk.sync(file);
        if (!named.has(period)) await disk.syncNames(path);
        named.add(period);
      } finally {
        await file.close();
      }
      return position + bytes.length;
    },
  };
}
