import type { FileHandle } from 'node:fs/promises';
import type { JournalFailure, Written } from '../../shared/terminal/journal.ts';
import type { JournalDisk } from './journal-disk.ts';

type Waiting = { readonly line: Buffer; readonly resolve: (written: Written) => void };

/** The appending end of a journal file. */
export interface JournalWriter {
  append(line: Buffer): Promise<Written>;
  close(): Promise<void>;
}

/**
 * Appends lines at `size`. Lines that arrive while the disk is busy go out together, with one sync;
 * each resolves only after it. A write that fails is cut off again, so that the next one follows
 * the last good record.
 */
export function createWriter(file: FileHandle, size: number, disk: JournalDisk): JournalWriter {
  let end = size;
  let untidy = false;
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let closed = false;

  async function writeOut(lines: Buffer): Promise<Written> {
    try {
      if (untidy) await disk.truncate(file, end);
      untidy = true;
      await disk.write(file, lines, end);
      await disk.sync(file);
      untidy = false;
      end += lines.length;
      return { ok: true };
    } catch (error) {
      await tidy();
      return { ok: false, failure: failureOf(error) };
    }
  }

  async function tidy(): Promise<void> {
    try {
      await disk.truncate(file, end);
      untidy = false;
    } catch {
      // Stays untidy: the next write cuts it off first, and an open drops a torn end anyway.
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const written = await writeOut(Buffer.concat(batch.map((one) => one.line)));
      for (const one of batch) one.resolve(written);
    }
    running = null;
  }

  return {
    append: (line) =>
      new Promise((resolve) => {
        if (closed) {
          resolve({ ok: false, failure: { kind: 'failed', description: 'It is closed.' } });
          return;
        }
        waiting.push({ line, resolve });
        running ??= run();
      }),
    close: async () => {
      closed = true;
      await running;
      await file.close();
    },
  };
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Names a file error for people. */
export function failureOf(error: unknown): JournalFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (FULL.has(code)) {
    return { kind: 'full', description: `The disk is full (${code}); make room on it.` };
  }
  return { kind: 'failed', description: `The disk does not take it (${code}); look at the disk.` };
}
