import { type Stats, statSync } from 'node:fs';
import { StoreUnavailable } from '../store-errors.ts';
import { isDamage } from './sqlite-errors.ts';

type OwnFile = { readonly path: string; readonly device: number; readonly inode: number };

/**
 * The files of an open database, by device and inode. A renamed or deleted file stays open in this
 * process; later writes to it are lost when the process ends.
 */
export class DataFiles {
  readonly #own: readonly OwnFile[];
  /** Why no read or write is possible at the moment. */
  #trouble: 'none' | 'moved' | 'damaged' = 'none';
  #words = '';

  /** Must be created after the database and its log are open and on disk. */
  constructor(path: string) {
    this.#own = [path, `${path}-wal`].map((one) => {
      const { dev = -1, ino = -1 } = statOf(one) ?? {};
      return { path: one, device: dev, inode: ino };
    });
  }

  /** True if every file is where it was opened. */
  get inPlace(): boolean {
    return this.#missing() === undefined;
  }

  get damaged(): boolean {
    return this.#trouble === 'damaged';
  }

  /**
   * Called after each commit, and by the readiness check. Throws `StoreUnavailable` when a file was
   * moved or SQLite has found damage. Files that are moved back are accepted again; damage stays
   * until a restart.
   */
  assertWhole(): void {
    if (this.#trouble !== 'damaged') {
      const missing = this.#missing();
      this.#trouble = missing === undefined ? 'none' : 'moved';
      if (missing !== undefined) {
        this.#words =
          `${missing.path} was moved or deleted while the service runs; nothing more is read or ` +
          'written until it is back in its place';
      }
    }
    this.assertUntroubled();
  }

  /** The same with the last known state. Unacknowledged content of a moved file is not shown. */
  assertUntroubled(): void {
    if (this.#trouble !== 'none') throw new StoreUnavailable(this.#words);
  }

  /** Before a commit: checks again if files were missing. */
  assertUsable(): void {
    if (this.#trouble !== 'none') this.assertWhole();
  }

  /** Records an SQLite error that means a damaged file. */
  note(error: unknown): void {
    if (!isDamage(error) || !(error instanceof Error) || this.#trouble === 'damaged') return;
    this.#trouble = 'damaged';
    const path = this.#own[0]?.path;
    this.#words =
      `the database ${path} is damaged (${error.message}); stop the service and follow the guide ` +
      'docs/guides/recovery.md';
  }

  #missing(): OwnFile | undefined {
    return this.#own.find(({ path, device, inode }) => {
      const stats = statOf(path);
      return stats === undefined || stats.ino !== inode || stats.dev !== device;
    });
  }
}

/** The status of a file; undefined when it is missing or inaccessible. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A parent folder is inaccessible, so the file is not where it was.
    return undefined;
  }
}
