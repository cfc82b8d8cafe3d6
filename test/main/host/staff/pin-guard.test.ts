import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepIn } from '../../../../main/host/adapters/kept-value.ts';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import {
  createPinGuard,
  createPinGuards,
  triesKept,
} from '../../../../main/host/staff/pin-guard.ts';
import { hashSecret } from '../../../../shared/node/password-hash.ts';
import { HOUR } from '../../../../shared/time/clock.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { FLUSHED, recordedFlushes } from '../adapters/recorded-flushes.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillkit-pin-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const clock = createManualClock();
const guard = () =>
  createPinGuard(clock, keepIn(realFiles, join(directory, 'tries.json'), triesKept));
const hash = await hashSecret('4711', (bytes) => new Uint8Array(bytes));

it('accepts the right PIN and resets the count of wrong ones', async () => {
  const pad = guard();
  expect((await pad.check('4712', hash)).kind).toBe('wrong');
  expect((await pad.check('4711', hash)).kind).toBe('right');
  expect(await pad.check('4712', hash)).toEqual({ kind: 'wrong', secondsLocked: 0 });
});

it('locks after three wrong PINs, also for the right one, and stays locked after a restart', async () => {
  const pad = guard();
  for (const pin of ['1', '2', '3']) await pad.check(pin, hash);
  expect(await pad.check('4711', hash)).toEqual({ kind: 'locked', secondsLocked: 30 });
  expect(guard().secondsLocked()).toBe(30);
  clock.advance(30_000);
  expect((await guard().check('4711', hash)).kind).toBe('right');
});

it('counts parallel attempts like sequential ones', async () => {
  const pad = guard();
  const results = await Promise.all(['1', '2', '3', '4711'].map((pin) => pad.check(pin, hash)));
  expect(results.map(({ kind }) => kind)).toEqual(['wrong', 'wrong', 'wrong', 'locked']);
});

it('does not lock after one wrong PIN when the clock is set back, also after a restart', async () => {
  const pad = guard();
  await pad.check('4712', hash);
  clock.setBack(3 * HOUR);
  expect([pad.secondsLocked(), guard().secondsLocked()]).toEqual([0, 0]);
  expect((await guard().check('4711', hash)).kind).toBe('right');
});

it('flushes each attempt to disk, so that a power cut gives no free one', async () => {
  for (const pad of [guard(), createPinGuards(directory, realFiles, clock).of('marte')]) {
    expect(await recordedFlushes(() => pad.check('1', hash))).toEqual(FLUSHED);
  }
});

it('accepts the right PIN, and locks after wrong ones, on a disk that cannot be written', async () => {
  for (const name of ['tries.json', 'staff-tries.json']) mkdirSync(join(directory, name));
  for (const pad of [guard(), createPinGuards(directory, realFiles, clock).of('marte')]) {
    expect((await pad.check('4711', hash)).kind).toBe('right');
    for (const pin of ['1', '2', '3']) await pad.check(pin, hash);
    expect((await pad.check('4711', hash)).kind).toBe('locked');
  }
});
