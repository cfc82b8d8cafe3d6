import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock that is older than this belongs to a build that died; milliseconds. */
const STALE = 120_000;
const LOOK_EVERY = 100;

/** Runs `work` under a lock between processes; the lock is a folder. */
export async function exclusive(lock: string, work: () => Promise<void>): Promise<void> {
  mkdirSync(dirname(lock), { recursive: true });
  let waited = 0;
  while (!take(lock)) {
    await sleep(LOOK_EVERY);
    waited += LOOK_EVERY;
    if (waited > STALE) rmSync(lock, { recursive: true, force: true });
  }
  try {
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    // Waiting helps only while the lock exists.
    if (statSync(lock, { throwIfNoEntry: false }) === undefined && !isExisting(error)) throw error;
    return false;
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
