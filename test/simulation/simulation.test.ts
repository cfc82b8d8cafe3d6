import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrongJustifications } from './coverage-report.ts';
import { createDataPlace, type DataPlace } from './data-place.ts';
import { DIRECTED } from './directed.ts';
import { testSeed } from './first-seed.ts';
import { createPrng } from './prng.ts';
import { playWorld } from './world.ts';

/*
 * The real engine, client, journal and service core in worlds with faults. The auditor sees requests,
 * replies and screens only. `npm run test:sim -- --seed N` replays a world.
 */

let place: DataPlace;
beforeAll(() => {
  place = createDataPlace();
});
afterAll(() => place.remove());

const WORLDS = 125;
const SLICE = 25;
const { seed: FIRST, from: SOURCE } = testSeed();
const slices = Array.from({ length: WORLDS / SLICE }, (_, index) => FIRST + index * SLICE);

describe('the worlds of this commit', () => {
  beforeAll(() => {
    console.log(`simulation: ${WORLDS} worlds from seed ${FIRST} (${SOURCE}) on`);
  });

  it.each(slices)(
    'neither lose nor double a sale nor capture one wrongly, from seed %i on',
    async (from) => {
      const failed: string[] = [];
      const counts = new Map<number, number>();
      let sales = 0;
      for (let seed = from; seed < from + SLICE; seed += 1) {
        const result = await playWorld({ seed, place });
        sales += result.sales;
        for (const number of result.coverage.keys()) counts.set(number, 1);
        failed.push(...result.findings.map((finding) => `seed ${seed}: ${finding}`));
      }
      expect(failed).toEqual([]);
      expect(wrongJustifications(counts)).toEqual([]);
      // Without sales the worlds would show nothing.
      expect(sales).toBeGreaterThan(SLICE * 2);
    },
  );
});

describe('the directed worlds of this commit', () => {
  it.each(DIRECTED)(
    'neither lose nor double a sale nor capture one wrongly: $name',
    async (world) => {
      const { features, faults } = world;
      const result = await playWorld({ seed: FIRST, place, features, faults });
      expect(result.findings).toEqual([]);
      expect(wrongJustifications(result.coverage)).toEqual([]);
    },
  );
});

describe('the replay of a world', () => {
  it('gives the same trace and journals, also after other worlds', async () => {
    for (const seed of [3, 38, 77]) {
      const first = await playWorld({ seed, place });
      await playWorld({ seed: seed + 1, place });
      const again = await playWorld({ seed, place });
      expect(again.trace).toEqual(first.trace);
      expect(again.journals).toEqual(first.journals);
      expect(again.steps).toBe(first.steps);
    }
  });

  it('draws the same random numbers from the same seed, and others from another seed', () => {
    const draw = (seed: number) => {
      const prng = createPrng(seed);
      return Array.from({ length: 50 }, () => prng.between(0, 1_000_000));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const mean = draw(9).reduce((sum, value) => sum + value, 0) / 50;
    expect(mean).toBeGreaterThan(350_000);
    expect(mean).toBeLessThan(650_000);
  });
});
