import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LockSystem, takeLock } from '../../../../main/host/journal/lock.ts';

/* A lock that a crash left, and the system that finds it. The name of a machine can change. */

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'tillkit-lock-')), 'journal.lock');
});
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }));

const BOOT = '7d0c4e52-6f25-4d0e-9a0b-6c1f9b6f0001';
const NEXT_BOOT = '7d0c4e52-6f25-4d0e-9a0b-6c1f9b6f0002';
/** Process 4711 started at tick 90 and runs, unless a change says something else. */
const TILL: LockSystem = {
  pid: 4711,
  host: 'till-1',
  boot: BOOT,
  machine: ['card-a', 'card-b'],
  space: 'pid:[1]',
  isRunning: () => true,
  startOf: () => '90',
};
/** The same machine as the process of the next start sees it. */
const FINDER: LockSystem = { ...TILL, pid: 4712 };
const RENAMED = { host: 'dhcp-17' };
const GONE = { isRunning: () => false };
const ELSEWHERE = { machine: ['card-x'] };
const WITHOUT_IDS = { machine: [] };
let token = 0;

/** Whether a process with this view of the system gets the lock that the till left. */
async function takes(found: Partial<LockSystem>, left: Partial<LockSystem> = {}): Promise<boolean> {
  await takeLock(path, 0, `left-${token++}`, { ...TILL, ...left });
  const lock = await takeLock(path, 0, `next-${token++}`, { ...FINDER, ...found });
  const { host } = JSON.parse(readFileSync(path, 'utf8'));
  expect(host).toBe(lock.ok ? (found.host ?? TILL.host) : (left.host ?? TILL.host));
  return lock.ok;
}

it.each<[string, Partial<LockSystem>, Partial<LockSystem>?]>([
  ['the machine restarted', { boot: NEXT_BOOT }],
  ['the machine restarted under another name', { ...RENAMED, boot: NEXT_BOOT }],
  ['the process ended', GONE],
  ['the process ended and the machine got another name', { ...RENAMED, ...GONE }],
  ['its number belongs to another process', { ...RENAMED, startOf: () => '91' }],
  ['one network card was changed', { boot: NEXT_BOOT, ...RENAMED, machine: ['card-b', 'card-c'] }],
  ['the container started again', { space: 'pid:[2]', ...GONE }],
  ['the boot is known by its time', { ...RENAMED, boot: '900000' }, { boot: '100000' }],
  [
    'nothing identifies the machine, which has the name that it had',
    { boot: NEXT_BOOT },
    WITHOUT_IDS,
  ],
])('a lock is taken over if %s', async (_, found, left) => {
  expect(await takes(found, left)).toBe(true);
});

it.each<[string, Partial<LockSystem>, Partial<LockSystem>?]>([
  ['the process runs', {}],
  ['the process runs and the machine got another name', RENAMED],
  ['another machine holds it', { ...ELSEWHERE, boot: NEXT_BOOT, ...GONE }],
  ['another machine of the same name holds it', { ...ELSEWHERE, boot: NEXT_BOOT }],
  ['another machine booted in the same minute', { ...ELSEWHERE, boot: '100' }, { boot: '200' }],
  ['another container on this machine holds it', { ...RENAMED, space: 'pid:[2]', ...GONE }],
  ['the machine is not known', { boot: NEXT_BOOT, ...RENAMED, ...GONE }, WITHOUT_IDS],
])('a lock stays if %s', async (_, found, left) => {
  expect(await takes(found, left)).toBe(false);
});
