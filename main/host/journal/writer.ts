import type { JournalFailure, Written } from '../../../shared/terminal/engine/journal.ts';
import { pathProblem } from '../start-error.ts';
import type { JournalDisk, JournalFile } from './disk.ts';

type Waiting = { readonly line: Buffer; readonly resolve: (written: Written) => void };

/** Appends lines to a journal file. */
export interface JournalWriter {
  append(line: Buffer): Promise<Written>;
  close(): Promise<void>;
}

export type WriterDeps<F extends JournalFile> = {
  readonly file: F;
  /** Position of the next line. */
  readonly size: number;
  readonly disk: JournalDisk<F>;
  /** Size beyond which `rewrite` is called; afterwards the limit is twice the remaining size. */
  readonly rewriteAbove: number;
  /** Replaces the file by a shorter one; null when that is not worthwhile. */
  readonly rewrite: (file: F) => Promise<{ readonly file: F; readonly size: number } | null>;
  /** Makes the replacement durable. */
  readonly syncNames: () => Promise<void>;
};

/**
 * Appends lines at `size`. Lines that arrive while the disk is busy are written together with one
 * sync; each resolves after it. Between two writes the file may be replaced by a shorter one.
 */
export function createWriter<F extends JournalFile>(deps: WriterDeps<F>): JournalWriter {
  const end = new FileEnd(deps);
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let closed = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const written = await end.write(Buffer.concat(batch.map((one) => one.line)));
      for (const one of batch) one.resolve(written);
      await end.shorten();
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
      await end.close();
    },
  };
}

/** The end of the file, one write at a time. */
class FileEnd<F extends JournalFile> {
  readonly #deps: WriterDeps<F>;
  #file: F;
  #end: number;
  #rewriteAbove: number;
  /** Bytes of a failed write may remain after the end. */
  #untidy = false;
  /** After a power cut the longer file may return, without later writes. */
  #unsure = false;

  constructor(deps: WriterDeps<F>) {
    this.#deps = deps;
    this.#file = deps.file;
    this.#end = deps.size;
    this.#rewriteAbove = deps.rewriteAbove;
  }

  /** Cuts off a failed write, so that the next one follows the last good record. */
  async write(lines: Buffer): Promise<Written> {
    const { disk, syncNames } = this.#deps;
    try {
      if (this.#unsure) await syncNames();
      this.#unsure = false;
      if (this.#untidy) await disk.truncate(this.#file, this.#end);
      this.#untidy = true;
      await disk.write(this.#file, lines, this.#end);
      await disk.sync(this.#file);
      this.#untidy = false;
      this.#end += lines.length;
      return { ok: true };
    } catch (error) {
      await this.#tidy();
      return { ok: false, failure: failureOf(error) };
    }
  }

  async #tidy(): Promise<void> {
    try {
      await this.#deps.disk.truncate(this.#file, this.#end);
      this.#untidy = false;
    } catch {
      // The next write cuts it off first, and an open drops a torn end.
    }
  }

  /** Replaces a file that has grown by a shorter one. */
  async shorten(): Promise<void> {
    if (this.#untidy || this.#end <= this.#rewriteAbove) return;
    this.#rewriteAbove = 2 * this.#end;
    try {
      const shorter = await this.#deps.rewrite(this.#file);
      if (shorter === null) return;
      const old = this.#file;
      this.#unsure = true;
      this.#file = shorter.file;
      this.#end = shorter.size;
      this.#rewriteAbove = Math.max(this.#deps.rewriteAbove, 2 * shorter.size);
      await old.close();
    } catch {
      // The long file remains valid; the next attempt follows when it has doubled.
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Describes a file error to the operator. */
export function failureOf(error: unknown): JournalFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (FULL.has(code)) {
    return { kind: 'full', description: `The disk is full (${code}); make room on it.` };
  }
  const description = pathProblem(error) ?? `The disk refused the write (${code}); check the disk.`;
  return { kind: 'failed', description };
}
