import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { afterQuietTurn } from '../../../service/store/quiet-turn.ts';

/** Something arrives in each of the first turns; returns the turn in which the work begins. */
async function beginsAfter(arrivals: number): Promise<number> {
  let [size, turn] = [1, 0];
  let begun: number | null = null;
  afterQuietTurn(
    () => size,
    () => {
      begun = turn;
    },
  );
  while (begun === null) {
    turn += 1;
    await setImmediate();
    if (turn <= arrivals) size += 1;
  }
  return begun;
}

it('work begins after a turn in which nothing arrives, at the latest in the sixth turn', async () => {
  const turns: number[] = [];
  for (const arrivals of [0, 1, 2, 3, 4, 50]) turns.push(await beginsAfter(arrivals));
  expect(turns).toEqual([2, 3, 4, 5, 6, 6]);
});
