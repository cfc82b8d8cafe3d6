import { describe, expect, it } from 'vitest';
import { firstSeed, seedOf } from './first-seed.ts';
import { type PlayOptions, playWorlds, type WorldSum } from './play-worlds.ts';

async function played(options: PlayOptions): Promise<readonly WorldSum[]> {
  const sums: WorldSum[] = [];
  await playWorlds(options, (sum) => sums.push(sum));
  return sums;
}

describe('a run of many worlds', () => {
  it('plays the same worlds in the same order with one process and with two', async () => {
    const options = { from: 11, worlds: null, sales: 20, chunk: 2 };
    const one = await played({ ...options, jobs: 1 });
    const two = await played({ ...options, jobs: 2 });
    expect(two).toEqual(one);
    expect(one[0]?.seed).toBe(11);
    expect(one.reduce((sum, world) => sum + world.sales, 0)).toBeGreaterThanOrEqual(20);
  });

  it('ends after the given number of worlds', async () => {
    const sums = await played({ from: 5, worlds: 2, sales: null, jobs: 1 });
    expect(sums.map(({ seed }) => seed)).toEqual([5, 6]);
  });
});

describe('the first seed', () => {
  it('is the number of the commit’s first seven digits', () => {
    const commit = '830b63e54321aaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    expect(seedOf(commit)).toBe(0x830b63e);
    expect(firstSeed(() => commit)).toEqual({ seed: 0x830b63e, from: 'commit 830b63e' });
  });

  it('is 1 if there is no commit', () => {
    const none = { seed: 1, from: 'no commit' };
    expect(firstSeed(() => '')).toEqual(none);
    expect(
      firstSeed(() => {
        throw new Error('no git');
      }),
    ).toEqual(none);
  });
});
