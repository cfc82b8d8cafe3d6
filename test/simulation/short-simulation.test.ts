import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataPlace, type DataPlace } from './data-place.ts';
import { testSeed } from './first-seed.ts';
import { playWorld } from './world.ts';

/* A few worlds with faults for each change; `simulation.test.ts` plays many more. */

const WORLDS = 40;
const { seed: FIRST } = testSeed();

let place: DataPlace;
beforeAll(() => {
  place = createDataPlace();
});
afterAll(() => place.remove());

it('forty worlds with faults neither lose nor double a sale nor capture one wrongly', async () => {
  const findings: string[] = [];
  let sales = 0;
  for (let seed = FIRST; seed < FIRST + WORLDS; seed += 1) {
    const result = await playWorld({ seed, place });
    sales += result.sales;
    findings.push(...result.findings.map((finding) => `seed ${seed}: ${finding}`));
  }
  expect(findings).toEqual([]);
  // Without sales the worlds would show nothing.
  expect(sales).toBeGreaterThan(2 * WORLDS);
});
