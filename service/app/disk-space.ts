import { statfs } from 'node:fs/promises';

/** The file system with the data directory, bytes. */
export type DiskSpace = { readonly available: number; readonly size: number };

/** Reads the space of the file system with a folder; null if the system does not tell. */
export type ReadDisk = (folder: string) => Promise<DiskSpace | null>;

export const spaceAt: ReadDisk = async (folder) => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { available: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
};
