import { statfs } from 'node:fs/promises';
import type { DiskSpace } from './metrics.ts';

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
