import { expect, it } from 'vitest';
import { createManualClock } from '../../../service/simulator/clock.ts';

it('time moves only after the work that is due or in progress', async () => {
  const clock = createManualClock(1_000);
  const done: number[] = [];
  const { promise: inProgress, resolve: finish } = Promise.withResolvers<void>();
  const moving = clock.advance(500, {
    nextDue: async () => null,
    runDue: async () => {
      await inProgress;
      done.push(clock.now());
    },
  });
  finish();
  await moving;
  expect(done).toEqual([1_000, 1_500]);
});
