import { expect, it } from 'vitest';
import { createManualClock } from '../../../service/simulator/clock.ts';
import { until } from '../../support/last-resort.ts';

it('time moves after the work that is due now, and the work due later is done at its own time', async () => {
  const clock = createManualClock(0);
  const begun: number[] = [];
  let end = () => {};
  const work = {
    nextDue: async () => (clock.now() < 4_000 ? 4_000 : null),
    runDue: () =>
      new Promise<void>((resolve) => {
        begun.push(clock.now());
        end = resolve;
      }),
  };
  const moved = clock.advance(10_000, work);
  for (const [runs, now] of [0, 4_000, 10_000].entries()) {
    await until(
      () => begun.length,
      (length) => length > runs,
    );
    expect(clock.now()).toBe(now);
    end();
  }
  await moved;
  expect(begun).toEqual([0, 4_000, 10_000]);
});
