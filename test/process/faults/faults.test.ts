import { expect, it } from 'vitest';
import { firstSeed } from '../../simulation/first-seed.ts';
import { holdTimers } from '../../support/held-timers.ts';
import { runCorruption } from './corruption.ts';
import { runFloods } from './floods.ts';
import { runFreezes } from './freezes.ts';
import { runMoves } from './moves.ts';

/*
 * A short part of `npm run test:process -- --only corruption,moves,freezes,floods`. The seed is the last
 * commit's, so each commit plays other kinds of each fault.
 */

const { seed } = firstSeed();

it('a spoiled log, page, journal or file of keys loses nothing without a word', async () => {
  const report = await runCorruption(seed, 2);
  expect(report.findings).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
});

it('a database whose files are renamed or deleted refuses writes, and no loss goes unnoticed', async () => {
  const report = await runMoves(seed, 1);
  expect(report.findings).toEqual([]);
  expect(report.refused).toBe(1);
});

it('a PostgreSQL that stands still refuses every write, and keeps what it acknowledged', async () => {
  const hold = () => {
    const held = holdTimers();
    return { pass: () => held.pass(1_000), release: held.release };
  };
  const report = await runFreezes(seed, 1, { hold });
  expect(report.findings).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
});

it('a merchant that floods the service takes nothing from another one, also when it is killed', async () => {
  const report = await runFloods({ store: 'sqlite', own: 10 }, seed, 1);
  expect(report.findings).toEqual([]);
  expect(report.acknowledged).toBeGreaterThanOrEqual(10);
});
