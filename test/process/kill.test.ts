import { expect, it } from 'vitest';
import { LAST_RESORT } from '../support/last-resort.ts';
import { KILL_CASES } from './kill-cases.ts';
import { runKills } from './kill-run.ts';

/* `npm run test:process` does the same two hundred times. */

it(
  'a till that is killed in each state and at each order loses no order and doubles no payment',
  async () => {
    const report = await runKills(KILL_CASES.length);
    expect(report.findings).toEqual([]);
    // Without sales, two codes and orders the kills would show nothing.
    expect(report.sales).toBeGreaterThan(1);
    expect(report.pairs).toBeGreaterThan(0);
    expect(report.orders).toBeGreaterThan(0);
  },
  10 * LAST_RESORT,
);
