import { expect, it } from 'vitest';
import { WorkShares } from '../../../shared/limits/work-queue.ts';

const BOUNDS = { share: 2, memory: 10, waitingMax: 3, waitingInAllMax: 4 };

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks in the order in which they began; the first of a name ends when the test says so. */
function world(bounds = BOUNDS) {
  const shares = new WorkShares(bounds);
  const begun: string[] = [];
  const ends: { readonly name: string; readonly end: (error?: Error) => void }[] = [];
  const run = async (name: string) => {
    using place = await shares.enter(name);
    if (place === null) return null;
    begun.push(name);
    await new Promise<void>((resolve, reject) => {
      const end = (error?: Error) => (error === undefined ? resolve() : reject(error));
      ends.push({ name, end });
    });
    return name;
  };
  const end = async (name: string, error?: Error) => {
    const at = ends.findIndex((one) => one.name === name);
    ends.splice(at, 1)[0]?.end(error);
    await settled();
  };
  return { begun, run, end };
}

it('all tasks of a name run at once while no other name has tasks', async () => {
  const { begun, run } = world();
  for (let at = 0; at < 20; at += 1) void run('a');
  await settled();
  expect(begun).toHaveLength(20);
});

it('beside another name a name runs only its share of tasks at once', async () => {
  const { begun, run, end } = world();
  void run('b');
  const flood = Promise.allSettled([run('a'), run('a'), run('a'), run('a'), run('a')]);
  await settled();
  expect(begun).toEqual(['b', 'a', 'a']);
  void run('b');
  await settled();
  expect(begun).toEqual(['b', 'a', 'a', 'b']);
  await end('a');
  expect(begun).toHaveLength(5);
  await end('a', new Error('a task that fails frees its place'));
  for (let at = 0; at < 3; at += 1) await end('a');
  expect((await flood).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...['fulfilled', 'fulfilled', 'fulfilled'],
  ]);
});

it('a name runs all of its tasks again after ten tasks without another name', async () => {
  const { begun, run, end } = world();
  void run('b');
  await settled();
  await end('b');
  for (let at = 0; at < 3; at += 1) void run('a');
  await settled();
  expect(begun).toEqual(['b', 'a', 'a']);
  for (let at = 0; at < 8; at += 1) {
    void run('a');
    await settled();
    await end('a');
  }
  await end('a');
  await end('a');
  for (let at = 0; at < 5; at += 1) void run('a');
  await settled();
  // Ten tasks after the other name, nothing waits any more.
  expect(begun).toHaveLength(1 + 3 + 8 + 5);
});

it('a running task of another name keeps a name within its share, however long ago it began', async () => {
  const { begun, run, end } = world();
  void run('b');
  for (let at = 0; at < 20; at += 1) {
    void run('a');
    await settled();
    await end('a');
  }
  void run('a');
  void run('a');
  void run('a');
  await settled();
  expect(begun.filter((name) => name === 'a')).toHaveLength(22);
});

it('tasks above the waiting limit of a name, or of all names, are refused', async () => {
  const { run } = world();
  for (const name of ['b', 'a', 'a', 'a', 'a', 'a']) void run(name);
  expect(await run('a')).toBe(null);
  void run('b');
  void run('b');
  expect(await run('b')).toBe(null);
});
