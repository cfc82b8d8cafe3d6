import { expect, it } from 'vitest';
import { testSeed } from '../../simulation/first-seed.ts';
import { holdTimers } from '../../support/held-timers.ts';
import { STORES } from '../../support/stores.ts';
import { runCorruption } from './corruption.ts';
import { runFloods } from './floods.ts';
import { runFreezes } from './freezes.ts';
import { runMoves } from './moves.ts';
import { runRemovals } from './removals.ts';

/*
 * A short part of `npm run test:process -- --only corruption,moves,removals,freezes,floods`. The seed is the
 * last commit's, so each commit plays other kinds of each fault.
 */

const { seed } = testSeed();

it('damage to a log, a page, a journal or a key file is reported, and nothing else is lost', async () => {
  const report = await runCorruption(seed, 2);
  expect(report.findings).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
});

it('a database whose files are renamed or deleted refuses writes, and reports every loss', async () => {
  const report = await runMoves(seed, 1);
  expect(report.findings).toEqual([]);
  expect(report.refused).toBe(1);
});

it.each(STORES)(
  'a removal of old books on %s that is killed again and again leaves no half',
  async (kind) => {
    const report = await runRemovals(kind, seed, 1);
    expect(report.findings).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
  },
);

it('while PostgreSQL does not answer, writes are refused, and acknowledged ones are kept', async () => {
  const hold = () => {
    const held = holdTimers();
    return { pass: () => held.pass(1_000), release: held.release };
  };
  const report = await runFreezes(seed, 1, { hold });
  expect(report.findings).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(0);
});

it('a merchant that floods the service loses no write of another merchant, also after a kill', async () => {
  const report = await runFloods({ store: 'sqlite', own: 10 }, seed, 1);
  expect(report.findings).toEqual([]);
  expect(report.acknowledged).toBeGreaterThanOrEqual(10);
});
