import { type Stats, statSync } from 'node:fs';
import { StoreUnavailable } from '../store-errors.ts';
import { isDamage } from './sqlite-errors.ts';

type OwnFile = { readonly path: string; readonly device: number; readonly inode: number };

/**
 * The files of an open database, by device and inode. A file that is renamed or deleted stays open
 * for whoever has it: what is written into it then is gone with the process.
 */
export class DataFiles {
  readonly #own: readonly OwnFile[];
  /** Why nothing may be read or written now. */
  #trouble: 'none' | 'moved' | 'damaged' = 'none';
  #words = '';

  /** To be made once the database and its log are open and on the disk. */
  constructor(path: string) {
    this.#own = [path, `${path}-wal`].map((one) => {
      const { dev = -1, ino = -1 } = statOf(one) ?? {};
      return { path: one, device: dev, inode: ino };
    });
  }

  /** Whether every file is where it was opened. */
  get inPlace(): boolean {
    return this.#missing() === undefined;
  }

  get damaged(): boolean {
    return this.#trouble === 'damaged';
  }

  /**
   * To be asked after each commit, and by readiness. Throws `StoreUnavailable` when a file is no longer
   * in its place, or SQLite has found damage. Files that are put back are good again; damage stays
   * until the service has started anew.
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

  /** The same by what is known already. What a moved file has that was not acknowledged is not shown. */
  assertUntroubled(): void {
    if (this.#trouble !== 'none') throw new StoreUnavailable(this.#words);
  }

  /** Before a commit: looks again where files were missing. */
  assertUsable(): void {
    if (this.#trouble !== 'none') this.assertWhole();
  }

  /** Notes an error of SQLite's that says the file is damaged. */
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

/** What the file system says of a file; undefined when there is none, or none that can be seen. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder on the way that cannot be read: the file is not where it was.
    return undefined;
  }
}
