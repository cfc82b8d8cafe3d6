import { copyFile, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Instant } from '../../../shared/time/clock.ts';
import { type Lock, takeLock } from './lock.ts';

/** An open file of a journal. */
export interface JournalFile {
  close(): Promise<void>;
}

/**
 * The file operations of a journal. Tests replace them by a full disk, the simulation by a virtual
 * disk.
 */
export interface JournalDisk<F extends JournalFile = FileHandle> {
  /** Opens a file to read and write; creates an empty one if it is missing. */
  open(path: string): Promise<F>;
  /** Creates a new, empty file, and replaces an existing one. */
  create(path: string): Promise<F>;
  read(file: F): Promise<Buffer>;
  /** Writes all of `bytes` at `position`. */
  write(file: F, bytes: Buffer, position: number): Promise<void>;
  /** Resolves when the written bytes would survive a power cut. */
  sync(file: F): Promise<void>;
  truncate(file: F, size: number): Promise<void>;
  /** Renames a file atomically; an open file stays open. */
  rename(from: string, to: string): Promise<void>;
  /** Resolves when the names in the file's directory would survive a power cut. */
  syncNames(path: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the folder of a journal and takes the lock of its only writer; the token distinguishes two of one process. */
  lock(path: string, now: Instant, token: string): Promise<Lock>;
}

export const realDisk: JournalDisk = {
  async open(path) {
    try {
      return await open(path, 'r+');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      return open(path, 'wx+', 0o600);
    }
  },
  async create(path) {
    await rm(path, { force: true });
    return open(path, 'wx+', 0o600);
  },
  async read(file) {
    const bytes = Buffer.alloc((await file.stat()).size);
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  },
  async write(file, bytes, position) {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
      // A medium that accepts no bytes and reports no error would cause an endless loop.
      if (bytesWritten === 0) throw Object.assign(new Error('nothing written'), { code: 'EIO' });
      done += bytesWritten;
    }
  },
  sync: (file) => file.datasync(),
  truncate: (file, size) => file.truncate(size),
  rename: (from, to) => rename(from, to),
  syncNames,
  copy: (from, to) => copyFile(from, to),
  remove: (path) => rm(path, { force: true }),
  async lock(path, now, token) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return takeLock(`${path}.lock`, now, token);
  },
};

/**
 * Replaces a file's content so that a power cut leaves the old content or the new one. Returns the
 * new file, open. The rename is durable only after `syncNames`.
 */
export async function replaceFile<F extends JournalFile>(
  path: string,
  bytes: Buffer,
  disk: JournalDisk<F>,
): Promise<F> {
  const temporary = `${path}.new`;
  const file = await disk.create(temporary);
  try {
    await disk.write(file, bytes, 0);
    await disk.sync(file);
    await disk.rename(temporary, path);
    return file;
  } catch (error) {
    await file.close();
    // The partial file would take space that is already missing.
    await disk.remove(temporary).catch(() => undefined);
    throw error;
  }
}

/** Windows has no such call and does not need it. */
async function syncNames(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
