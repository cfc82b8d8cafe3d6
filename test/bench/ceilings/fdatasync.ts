import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Number of 4 KiB writes per second that this disk makes durable: the ceiling for commits. */
export function fdatasyncRate(seconds: number): number {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-fdatasync-'));
  const file = openSync(join(directory, 'log'), 'w');
  const page = Buffer.alloc(4096, 7);
  try {
    // The loop overwrites the same pages, as a store does with a log file that it reuses.
    for (let i = 0; i < 64; i += 1) writeSync(file, page);
    const end = performance.now() + seconds * 1_000;
    let times = 0;
    while (performance.now() < end) {
      writeSync(file, page, 0, page.length, (times % 64) * page.length);
      fdatasyncSync(file);
      times += 1;
    }
    return times / seconds;
  } finally {
    closeSync(file);
    rmSync(directory, { recursive: true, force: true });
  }
}
