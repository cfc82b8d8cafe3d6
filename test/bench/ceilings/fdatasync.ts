import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How often a second this disk can make 4 KiB durable: no store commits more often than that. */
export function fdatasyncRate(seconds: number): number {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-fdatasync-'));
  const file = openSync(join(directory, 'log'), 'w');
  const page = Buffer.alloc(4096, 7);
  try {
    // Written over and over in the same place, as a log is that was there before.
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
