import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file operations a journal stands on; a test gives one whose disk is full. */
export interface JournalDisk {
  /** Writes all of `bytes` at `position`. */
  write(file: FileHandle, bytes: Buffer, position: number): Promise<void>;
  /** Resolves when what was written would survive a power cut. */
  sync(file: FileHandle): Promise<void>;
  truncate(file: FileHandle, size: number): Promise<void>;
}

export const realDisk: JournalDisk = {
  async write(file, bytes, position) {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
      // A medium that takes nothing and says nothing would be asked for ever.
      if (bytesWritten === 0) throw Object.assign(new Error('nothing written'), { code: 'EIO' });
      done += bytesWritten;
    }
  },
  sync: (file) => file.datasync(),
  truncate: (file, size) => file.truncate(size),
};

/** Replaces a file's content so that a power cut leaves the old one or the new one, never less. */
export async function replaceFile(path: string, bytes: Buffer, disk: JournalDisk): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await disk.write(file, bytes, 0);
    await disk.sync(file);
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncDirectory(dirname(path));
}

/** Makes a new or renamed name durable. Windows has no such call and needs none. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
