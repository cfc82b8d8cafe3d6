import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../../service/store/store-errors.ts';
import { createWriteProbe, PROBE_WITHIN } from '../../../service/store/write-probe.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('the write probe makes one write a second for any number of callers', async () => {
  const clock = createManualClock();
  let writes = 0;
  const probe = createWriteProbe(async () => {
    writes += 1;
  }, clock);
  await Promise.all(Array.from({ length: 50 }, probe));
  expect(writes).toBe(1);
  clock.advance(999);
  await probe();
  expect(writes).toBe(1);
  clock.advance(1);
  await probe();
  expect(writes).toBe(2);
});

it('the write probe rejects with the reason of a failed write, and writes again a second later', async () => {
  const clock = createManualClock();
  const full = new StoreUnavailable('the disk is full');
  let failing = true;
  const probe = createWriteProbe(() => (failing ? Promise.reject(full) : Promise.resolve()), clock);
  await expect(probe()).rejects.toBe(full);
  failing = false;
  await expect(probe()).rejects.toBe(full);
  clock.advance(1_000);
  await expect(probe()).resolves.toBeUndefined();
});

it('the write probe rejects when a write does not complete in time', async () => {
  const clock = createManualClock();
  const answer = createWriteProbe(() => new Promise(() => {}), clock)();
  clock.advance(PROBE_WITHIN);
  await expect(answer).rejects.toBeInstanceOf(StoreUnavailable);
});
