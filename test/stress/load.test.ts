import { expect, it } from 'vitest';
import { startLoad } from './load.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('the load runs in separate processes until `end` is called', async () => {
  const load = await startLoad(1, true);
  expect(load.pids.filter(isAlive)).toHaveLength(2);
  await load.end();
  expect(load.pids.filter(isAlive)).toEqual([]);
});
