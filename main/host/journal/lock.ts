import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { z } from 'zod';

/** The process that holds a journal. */
const holder = z.object({
  pid: z.number().int().positive(),
  host: z.string(),
  /** Identifies the machine's boot, so that a process of an earlier boot is known to be gone. */
  boot: z.string().nullable(),
  /** The start time of that process if known: a later process may have the same number. */
  started: z.string().nullish(),
  /** Distinguishes two locks of one process id. */
  token: z.string(),
});
type Holder = z.infer<typeof holder>;

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
export async function takeLock(path: string, now: number, token: string): Promise<Lock> {
  const started = startOf(process.pid);
  const me: Holder = { pid: process.pid, host: hostname(), boot: bootId(now), started, token };
  // Registered before the file exists, so that a reader of the file always finds its holder alive.
  mine.add(token);
  const lock = await tryTo(path, me, now);
  if (!lock.ok) mine.delete(token);
  return lock;
}

async function tryTo(path: string, me: Holder, now: number): Promise<Lock> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(path, me)) return { ok: true, release: () => release(path, me.token) };
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue;
    const other = parse(text);
    if (other !== null && isAlive(other, now)) return { ok: false, description: heldBy(other) };
    await removeStale(path, text, now, me.token);
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
async function removeStale(path: string, stale: string, now: number, token: string): Promise<void> {
  const name = createHash('sha256').update(stale).digest('hex').slice(0, 16);
  const claim = await takeLock(`${path}.${name}`, now, `${token}-claim`);
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

function isAlive(other: Holder, now: number): boolean {
  // The state of a process on another machine is unknown; the operator must remove that lock.
  if (other.host !== hostname()) return true;
  if (!sameBoot(other.boot, bootId(now))) return false;
  if (other.pid === process.pid) return mine.has(other.token);
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  const started = startOf(other.pid);
  return other.started == null || started === null || started === other.started;
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
