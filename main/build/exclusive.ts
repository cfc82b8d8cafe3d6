import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY = 100;

/** Why a folder cannot take the place of another: that one has content, or the system never allows it. */
const TAKEN = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'];

/**
 * Runs `work` under a lock between processes, and between the callers in one process. The lock is a
 * folder with one file, named after the process that holds it. The work may take any time on a busy
 * machine, so only the lock of a process that has ended is removed.
 */
export async function exclusive(
  lock: string,
  work: () => Promise<void>,
  pause: () => Promise<void> = () => sleep(LOOK_EVERY),
): Promise<void> {
  while (!take(lock)) {
    removeIfDead(lock);
    await pause();
  }
  try {
    await work();
  } finally {
    release(lock);
  }
}

/** Between its two steps a waiting caller can take the lock, which then has the file of that caller. */
function release(lock: string): void {
  rmSync(join(lock, String(process.pid)), { force: true });
  try {
    rmdirSync(lock);
  } catch (error) {
    if (![...TAKEN, 'ENOENT'].includes(codeOf(error))) throw error;
  }
}

/** Creates the lock with its file in one step, by a rename. False if another holder is there. */
function take(lock: string): boolean {
  const own = `${lock}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, String(process.pid)), '');
  try {
    renameSync(own, lock);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!TAKEN.includes(codeOf(error))) throw error;
    return false;
  }
}

/** Removes the lock of a process that has ended. The file of another holder has another name and stays. */
function removeIfDead(lock: string): void {
  try {
    for (const holder of readdirSync(lock)) {
      if (!isRunning(Number(holder))) rmSync(join(lock, holder), { force: true });
    }
    rmdirSync(lock);
  } catch {
    // Somebody holds it, or it was released meanwhile.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
