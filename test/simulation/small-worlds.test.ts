import { describe, expect, it } from 'vitest';
import { createDataPlace } from './data-place.ts';
import { testSeed } from './first-seed.ts';
import { PLANTED } from './planted/list.ts';
import { playSmallWorlds, playsOf } from './play-small-worlds.ts';
import { FAMILIES, smallUnits } from './small-plays.ts';
import { PLAIN, SMALL_SCENARIOS } from './small-scenarios.ts';
import { openStage, type Play, play } from './small-world.ts';

/*
 * Every type of sale, with every order of its calls, its customers, its cashier, up to two faults and one
 * stop. A run of the tests plays the share that belongs to the last commit; `npm run test:sim -- --small`
 * plays all.
 */
const SHARES = 480;
const { seed, from } = testSeed();

describe('the small worlds of this commit', () => {
  it('neither lose nor double a sale, and show no contradiction', async () => {
    const at = seed % SHARES;
    const sum = await playSmallWorlds({ of: SHARES, at });
    console.log(`small worlds: ${playsOf(sum)}, share ${at} of ${SHARES} (${from})`);
    expect(sum.findings).toEqual([]);
    expect(playsOf(sum)).toBeGreaterThan(0);
    expect([...sum.ends]).toContain('paid');
  });

  it('detect a till that ignores its journal, and one that captures twice', async () => {
    const place = createDataPlace();
    const stage = await openStage(place);
    const customer = { act: 'confirm', step: 12 } as const;
    const plain = { scenario: PLAIN, policy: 'attended', push: true, customer } as const;
    const script: Play = { ...plain, cancel: null, faults: [], stop: { kind: 'kill', step: 14 } };
    for (const name of ['forgets the journal', 'captures twice']) {
      const alter = PLANTED.find((bug) => bug.name === name)?.plant();
      expect((await play(stage, script, alter)).findings).not.toEqual([]);
    }
    expect((await play(stage, script)).findings).toEqual([]);
    await stage.service.close();
    place.remove();
  });

  it('contain each kind of order of events for each type of sale', () => {
    const units = [...smallUnits()];
    for (const { name } of SMALL_SCENARIOS) {
      const own = units.filter(({ scenario }) => scenario === `${name}, attended`);
      expect(new Set(own.map(({ family }) => family))).toEqual(new Set(FAMILIES));
    }
  });
});
