import { describe, expect, it } from 'vitest';
import { createBackoff } from '../../../../shared/terminal/sale/backoff.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { rest, SETUP } from '../../../support/till.ts';

/* The pauses between the attempts of a call that is repeated until it succeeds. */

function begin() {
  const clock = createManualClock();
  const settings = settingsOf({ ...SETUP, backoffBase: 500, backoffCap: 10_000 });
  const waits = createBackoff(clock, settings);
  const ends = async (work: Promise<void>) => {
    let ended = false;
    void work.then(() => {
      ended = true;
    });
    await rest();
    return () => ended;
  };
  /** Milliseconds that a pause takes, to the millisecond. */
  const lengthOf = async (pause: Promise<void>): Promise<number> => {
    const isOver = await ends(pause);
    const from = clock.now();
    for (let step = 0; step < 30_000 && !isOver(); step += 250) {
      clock.advance(249);
      await rest();
      if (isOver()) return Number.NaN;
      clock.advance(1);
      await rest();
    }
    return clock.now() - from;
  };
  return { clock, waits, ends, lengthOf };
}

describe('the pause after a failed attempt', () => {
  it('doubles with every attempt up to the configured maximum', async () => {
    const { waits, lengthOf } = begin();
    const lengths: number[] = [];
    for (const fails of [1, 2, 3, 4, 5, 6, 60]) lengths.push(await lengthOf(waits.wait(fails)));
    expect(lengths).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('is as long as the service asks for, if that is longer', async () => {
    const { waits, lengthOf } = begin();
    expect(await lengthOf(waits.wait(1, 20_000))).toBe(20_000);
    expect(await lengthOf(waits.wait(2, 250))).toBe(1_000);
    expect(await lengthOf(waits.wait(2, null))).toBe(1_000);
  });

  it('is not shortened by a refresh', async () => {
    const { clock, waits, ends } = begin();
    const isOver = await ends(waits.wait(1));
    waits.pollNow();
    await rest();
    expect(isOver()).toBe(false);
    clock.advance(500);
    await rest();
    expect(isOver()).toBe(true);
  });
});

describe('the pause between two polls', () => {
  it('ends after its time, or at once on a refresh, and leaves no timer', async () => {
    const { clock, waits, ends } = begin();
    const first = await ends(waits.poll(1_000));
    clock.advance(1_000);
    await rest();
    expect([first(), clock.armed()]).toEqual([true, 0]);
    const two = [await ends(waits.poll(1_000)), await ends(waits.poll(9_000))];
    waits.pollNow();
    await rest();
    expect(two.map((isOver) => isOver())).toEqual([true, true]);
    expect(clock.armed()).toBe(0);
  });
});

describe('the stop of all pauses', () => {
  it('aborts the signal, clears every timer and resumes no waiting work', async () => {
    const { clock, waits, ends } = begin();
    const waiting = [await ends(waits.wait(1)), await ends(waits.poll(100))];
    expect(waits.signal.aborted).toBe(false);
    waits.stop();
    expect(waits.signal.aborted).toBe(true);
    expect(clock.armed()).toBe(0);
    clock.advance(60_000);
    await rest();
    expect(waiting.map((isOver) => isOver())).toEqual([false, false]);
  });
});
