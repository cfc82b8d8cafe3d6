import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exclusive } from '../../../main/build/exclusive.ts';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-lock-'));
  lock = join(folder, '.building');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('starts the work of a second caller only after the work of the first has ended', async () => {
  const order: string[] = [];
  const { promise: build, resolve: finish } = Promise.withResolvers<void>();
  const first = exclusive(lock, async () => {
    order.push('first begins');
    await build;
    order.push('first ends');
  });
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    if (pauses === 50) finish();
    if (pauses >= 50) await first;
  };
  await exclusive(lock, async () => void order.push('second'), pause);
  expect(order).toEqual(['first begins', 'first ends', 'second']);
});

it.each([
  ['a process that has ended', () => String(spawnSync(process.execPath, ['--version']).pid)],
  ['a process that ended while it released the lock', () => null],
])('takes over the lock of %s', async (_, holder) => {
  mkdirSync(lock);
  const name = holder();
  if (name !== null) writeFileSync(join(lock, name), '');
  let done = false;
  await exclusive(lock, async () => {
    done = true;
  });
  expect(done).toBe(true);
});

it('releases the lock when the work fails', async () => {
  const work = exclusive(lock, () => Promise.reject(new Error('no build')));
  await expect(work).rejects.toThrow('no build');
  await exclusive(lock, async () => undefined);
});

it('leaves the lock to the process that took it before the release was complete', async () => {
  const other = join(lock, String(process.ppid));
  await exclusive(lock, async () => {
    rmSync(join(lock, String(process.pid)));
    writeFileSync(other, '');
  });
  expect(existsSync(other)).toBe(true);
});

it('fails at once in a folder that cannot be written', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(exclusive(join(folder, 'file/lock'), async () => undefined)).rejects.toThrow(
    'ENOTDIR',
  );
});
