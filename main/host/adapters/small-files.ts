import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readFile, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ReplaceOptions, replaceFile } from '../../../shared/node/replace-file.ts';

/**
 * The small files of a till beside its journal and its books: settings of a device, keys, staff, what is handed over, the
 * history for staff. An operation throws the error of its disk. A path has no file until something is written there.
 */
export interface SmallFiles {
  /** The content of a file; null if there is none. */
  read(path: string): Buffer | null;
  /** The same, and other work goes on meanwhile: for a file that grows with what the till sells. */
  load(path: string): Promise<Buffer | null>;
  /** Replaces a file; a crash leaves the old content or the new one. */
  write(path: string, text: string, options?: ReplaceOptions): void;
  /** Adds to the end of a file, which only its user can read. Makes the file and its folder. */
  append(path: string, text: string): void;
  /** The names in a folder; none if there is no such folder. */
  names(folder: string): readonly string[];
  /** Renames a file or a folder; a file that has the new name already is gone. */
  rename(from: string, to: string): void;
  /** Removes a file if there is one. */
  remove(path: string): void;
  /** Free bytes of the disk with this folder, and the bytes of a file; null where the disk does not say. */
  free(folder: string): Promise<number | null>;
  size(path: string): Promise<number | null>;
}

/** Null for a file that is missing. */
function ofMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** The disk of this machine. */
export const realFiles: SmallFiles = {
  read(path) {
    try {
      return readFileSync(path);
    } catch (error) {
      return ofMissing(error);
    }
  },
  load: (path) => readFile(path).catch(ofMissing),
  write: replaceFile,
  append(path, text) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    appendFileSync(path, text, { mode: 0o600 });
  },
  names(folder) {
    try {
      return readdirSync(folder);
    } catch (error) {
      return ofMissing(error) ?? [];
    }
  },
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  async free(folder) {
    const disk = await statfs(folder).catch(() => null);
    return disk === null ? null : disk.bavail * disk.bsize;
  },
  size: async (path) => (await stat(path).catch(() => null))?.size ?? null,
};
