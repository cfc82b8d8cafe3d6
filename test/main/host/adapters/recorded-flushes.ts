import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/** Records what is flushed to disk while `run` runs: files and folders, in order. */
export async function recordedFlushes(run: () => unknown): Promise<readonly string[]> {
  const flushed: string[] = [];
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    flushed.push(fs.fstatSync(file).isDirectory() ? 'folder' : 'file');
  });
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
  return flushed;
}

/** The flushes of one write; Windows cannot flush a folder. */
export const FLUSHED = process.platform === 'win32' ? ['file'] : ['file', 'folder'];
