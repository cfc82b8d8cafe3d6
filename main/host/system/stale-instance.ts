import { lstatSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The files that mark a Chromium profile as in use on Linux. */
const MARKS = ['SingletonLock', 'SingletonSocket', 'SingletonCookie'] as const;

export type ThisMachine = {
  readonly host: string;
  /** The machine's boot time; milliseconds since 1970. */
  readonly booted: number;
  /** The program of a process id; null when there is no such process. */
  readonly programOf: (pid: number) => string | null;
  /** Program of this process. */
  readonly program: string;
};

/** The clock may have been corrected by about this much since the lock was taken. */
const CLOCK_SLACK = 60_000;

/**
 * Removes the marks of an instance that is gone. After a power cut Chromium may take a reused
 * process id, or its own machine under an earlier name, for a running program, and would then
 * always quit silently. Marks of a running till stay. If this is ever wrong, the journal and the
 * database have their own locks. Returns what was done.
 */
export function clearStaleInstance(profile: string, machine: ThisMachine): 'nothing' | 'cleared' {
  const lock = join(profile, MARKS[0]);
  const holder = readHolder(lock);
  if (holder === null || isRunning(holder, machine)) return 'nothing';
  for (const mark of MARKS) rmSync(join(profile, mark), { force: true });
  return 'cleared';
}

type Holder = { readonly host: string; readonly pid: number; readonly taken: number };

/** The lock is a dangling link whose target is `host-pid`. */
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
  // A process from before the boot cannot run any more.
  if (holder.taken < machine.booted - CLOCK_SLACK) return false;
  // The state of a process on another machine is unknown; the operator must decide.
  if (holder.host !== machine.host) return true;
  const program = machine.programOf(holder.pid);
  return program !== null && program === machine.program;
}

/**
 * The program of a process on Linux. An unreadable one counts as this program, because it may be.
 */
export function programOf(pid: number, own: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return gone ? null : own;
  }
}

/** The machine's boot time from the kernel; 0 when unknown. */
export function bootTime(): number {
  try {
    const seconds = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1];
    return Number(seconds ?? 0) * 1_000;
  } catch {
    return 0;
  }
}
