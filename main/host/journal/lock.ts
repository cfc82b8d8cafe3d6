import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { link, open, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, networkInterfaces, uptime } from 'node:os';
import { z } from 'zod';

/** The process that holds a journal. */
const holder = z.object({
  pid: z.number().int().positive(),
  /** Name of the machine, for the message. It decides nothing that is known in another way. */
  host: z.string(),
  /** Identifies the machine's boot, so that a process of an earlier boot is known to be gone. */
  boot: z.string().nullable(),
  /** The start time of that process if known: a later process may have the same number. */
  started: z.string().nullable(),
  /** What identifies the machine; its name can change at any time. None where nothing does. */
  machine: z.array(z.string()),
  /** The process numbers that the process sees; a container has its own. Null where unknown. */
  space: z.string().nullable(),
  /** Distinguishes two locks of one process id. */
  token: z.string(),
});
type Holder = z.infer<typeof holder>;

/** What the system says about this machine and its processes. */
export type LockSystem = {
  readonly pid: number;
  readonly host: string;
  readonly boot: string;
  readonly machine: readonly string[];
  readonly space: string | null;
  readonly isRunning: (pid: number) => boolean;
  readonly startOf: (pid: number) => string | null;
};

export type Lock =
  | { readonly ok: true; readonly release: () => Promise<void> }
  | { readonly ok: false; readonly description: string };

/** Locks of this process. Its own pid in a file is otherwise left over from an earlier process. */
const mine = new Set<string>();
/** Two readings of the machine's boot time differ by clock corrections. */
const BOOT_ROUNDING = 60_000;
/** Attempts while the lock changes hands. */
const ATTEMPTS = 20;

/**
 * Takes the lock file of a journal, so that it has one writer. It takes over a lock whose process
 * is gone: after a crash, a power cut, or in a restarted container with the same pid.
 */
export async function takeLock(
  path: string,
  now: number,
  token: string,
  system: LockSystem = thisSystem(now),
): Promise<Lock> {
  const { pid, host, boot, machine, space } = system;
  const started = system.startOf(pid);
  const me: Holder = { pid, host, boot, started, machine: [...machine], space, token };
  // Registered before the file exists, so that a reader of the file always finds its holder alive.
  mine.add(token);
  const lock = await tryTo(path, me, now, system);
  if (!lock.ok) mine.delete(token);
  return lock;
}

async function tryTo(path: string, me: Holder, now: number, system: LockSystem): Promise<Lock> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(path, me)) return { ok: true, release: () => release(path, me.token) };
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;
    const other = parse(text);
    if (other !== null && isAlive(other, system)) return { ok: false, description: heldBy(other) };
    await removeStale(path, text, { now, token: me.token, system });
  }
  return { ok: false, description: `The lock ${path} changes hands too fast; try again.` };
}

async function create(path: string, me: Holder): Promise<boolean> {
  // Written under another name first, so that no process reads half a lock.
  const draft = `${path}.${me.token}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(me)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A file system without links: the exclusive flag does the same, but the write is not atomic.
    return await createDirectly(path, me);
  } finally {
    await rm(draft, { force: true });
  }
}

async function createDirectly(path: string, me: Holder): Promise<boolean> {
  try {
    await writeFile(path, `${JSON.stringify(me)}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a stale lock. Only the holder of a second lock, named after the stale text, may do so;
 * otherwise a slow process could remove the lock that a faster one has just taken.
 */
async function removeStale(
  path: string,
  stale: string,
  { now, token, system }: { now: number; token: string; system: LockSystem },
): Promise<void> {
  const name = createHash('sha256').update(stale).digest('hex').slice(0, 16);
  const claim = await takeLock(`${path}.${name}`, now, `${token}-claim`, system);
  if (!claim.ok) return;
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === stale) await rm(path, { force: true });
  await claim.release();
}

async function release(path: string, token: string): Promise<void> {
  if (!mine.delete(token)) return;
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null && parse(text)?.token === token) await rm(path, { force: true });
}

/**
 * True unless the holder is certainly gone. Boot, process number and start of the process decide; the
 * machine's name does not, because it can change (DHCP) while a lock is left over.
 */
function isAlive(other: Holder, system: LockSystem): boolean {
  switch (placeOf(other, system)) {
    case 'elsewhere':
      // The state of a process on another machine is unknown; the operator must remove that lock.
      return true;
    case 'earlier_boot':
      return false;
    case 'this_boot':
      return isProcessAlive(other, system);
  }
}

/** Where the holder ran: in this boot of this machine, in an earlier one, or on another machine. */
function placeOf(other: Holder, system: LockSystem): 'this_boot' | 'earlier_boot' | 'elsewhere' {
  // The kernel's id belongs to one boot of one machine.
  if (other.boot === system.boot && !isTime(system.boot)) return 'this_boot';
  if (!isSameMachine(other, system)) return 'elsewhere';
  return sameBoot(other.boot, system.boot) ? 'this_boot' : 'earlier_boot';
}

/** By what identifies a machine; by its name if one of the two is not known. */
function isSameMachine({ machine, host }: Holder, system: LockSystem): boolean {
  if (machine.length === 0 || system.machine.length === 0) return host === system.host;
  return machine.some((one) => system.machine.includes(one));
}

function isProcessAlive(other: Holder, system: LockSystem): boolean {
  const isHidden = other.space !== null && system.space !== null && other.space !== system.space;
  // Two containers on one machine do not see each other's processes. A container that starts again has
  // the name that it had.
  if (isHidden && other.host !== system.host) return true;
  if (other.pid === system.pid) return mine.has(other.token);
  if (!system.isRunning(other.pid)) return false;
  const started = system.startOf(other.pid);
  return other.started === null || started === null || started === other.started;
}

function thisSystem(now: number): LockSystem {
  return {
    pid: process.pid,
    host: hostname(),
    boot: bootId(now),
    machine: machineIds(),
    space: processSpace(),
    isRunning,
    startOf,
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * The start time of a process in clock ticks since boot. Null on systems without `/proc`, where the
 * lock relies on the process number and the boot time only.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name in brackets may contain anything; the start time is the 20th field after
    // it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Identifies the machine's boot: the kernel's id on Linux, elsewhere the boot time. */
function bootId(now: number): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return String(Math.round(now - uptime() * 1000));
  }
}

/** Identifies the machine over restarts: the id of the installation on Linux, else network cards. */
function machineIds(): readonly string[] {
  const id = readText('/etc/machine-id') ?? readText('/var/lib/dbus/machine-id');
  if (id) return [digestOf(id)];
  const cards = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal, mac }) => !internal && !/^[0:]*$/.test(mac)),
  );
  return [...new Set(cards.map(({ mac }) => digestOf(mac)))];
}

/** The id of a machine is confidential (machine-id(5)), so files get a digest of it. */
function digestOf(id: string): string {
  return createHash('sha256').update(`tillkit journal ${id}`).digest('hex').slice(0, 32);
}

function processSpace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

function isTime(boot: string): boolean {
  return Number.isFinite(Number(boot));
}

function sameBoot(a: string | null, b: string): boolean {
  if (a === null || a === b) return true;
  const apart = Math.abs(Number(a) - Number(b));
  return Number.isFinite(apart) && apart < BOOT_ROUNDING;
}

function parse(text: string): Holder | null {
  try {
    return holder.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // A power cut truncated the file, so its writer is gone.
    return null;
  }
}

function heldBy(other: Holder): string {
  return (
    `The journal is in use by process ${other.pid} on ${other.host}; stop that one first, ` +
    'or remove the lock file if that machine is gone.'
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
