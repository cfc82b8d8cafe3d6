import { lstatSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The names under which Chromium marks a profile as in use on Linux. */
const MARKS = ['SingletonLock', 'SingletonSocket', 'SingletonCookie'] as const;

export type ThisMachine = {
  readonly host: string;
  /** When this machine was started; milliseconds since 1970. */
  readonly booted: number;
  /** Program behind a process id, or null when there is none. */
  readonly programOf: (pid: number) => string | null;
  /** Program of this process. */
  readonly program: string;
};

/** A clock may be set between the lock and now by about this much. */
const CLOCK_SLACK = 60_000;

/**
 * Removes the marks of an instance that is gone: after a power cut Chromium may take a reused
 * process id, or its own machine under an earlier name, for a program that still runs, and would
 * leave without a word for ever. Marks of a running till stay. Should this ever be wrong, the
 * journal and the database have locks of their own. Answers what was done.
 */
export function clearStaleInstance(profile: string, machine: ThisMachine): 'nothing' | 'cleared' {
  const lock = join(profile, MARKS[0]);
  const holder = readHolder(lock);
  if (holder === null || isRunning(holder, machine)) return 'nothing';
  for (const mark of MARKS) rmSync(join(profile, mark), { force: true });
  return 'cleared';
}

type Holder = { readonly host: string; readonly pid: number; readonly taken: number };

/** The lock is a link to nowhere whose target is `host-pid`. */
function readHolder(lock: string): Holder | null {
  try {
    const match = /^(.*)-(\d{1,10})$/.exec(readlinkSync(lock));
    if (!match) return null;
    return { host: match[1] ?? '', pid: Number(match[2]), taken: lstatSync(lock).mtimeMs };
  } catch {
    return null;
  }
}

function isRunning(holder: Holder, machine: ThisMachine): boolean {
  // Whoever took it before this machine was started cannot run on it any more.
  if (holder.taken < machine.booted - CLOCK_SLACK) return false;
  // Another machine on a shared disk: nothing can be known, so it is left to its people.
  if (holder.host !== machine.host) return true;
  const program = machine.programOf(holder.pid);
  return program !== null && program === machine.program;
}

/** The program behind a process on Linux. An unreadable one counts as this one: it may be. */
export function programOf(pid: number, own: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return gone ? null : own;
  }
}

/** When this machine was started, by the kernel's own account; 0 where it gives none. */
export function bootTime(): number {
  try {
    const seconds = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1];
    return Number(seconds ?? 0) * 1_000;
  } catch {
    return 0;
  }
}
