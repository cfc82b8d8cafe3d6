import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataPlace, type DataPlace } from '../data-place.ts';
import { playWorld } from '../world.ts';
import { QUESTION_KINDS } from './kinds.ts';

/* The worlds reach what the auditor judges: late, doubled and lost answers, and answers for another question. */

const WORLDS = 30;

let place: DataPlace;
beforeAll(() => {
  place = createDataPlace();
});
afterAll(() => place.remove());

it('worlds with questions reach everything that can happen to one, without a finding', async () => {
  const questions = { displays: 2, acts: 40, cut: 0.01 };
  const bills = { screens: 2, commands: 10, pays: 0.2, lost: 0.1, stale: 0.2, questions };
  const never = new Set<string>(QUESTION_KINDS);
  for (let seed = 1; seed <= WORLDS && never.size > 0; seed += 1) {
    const world = await playWorld({ seed, place, features: { bills } });
    expect(world.findings, `seed ${seed}`).toEqual([]);
    for (const kind of world.bills.keys()) never.delete(kind);
  }
  expect([...never]).toEqual([]);
});
