import { expect, it } from 'vitest';
import { LAST_RESORT } from '../support/last-resort.ts';
import { runKills } from './kill-run.ts';

/* `npm run test:process` does the same two hundred times. */

it(
  'a till that is killed twenty times loses nothing, doubles nothing, and the books agree',
  async () => {
    const report = await runKills(20);
    expect(report.findings).toEqual([]);
    // How many there are depends on the machine; without any the kills would have met nothing.
    expect(report.sales).toBeGreaterThan(1);
    expect(report.paid).toBeGreaterThan(0);
  },
  10 * LAST_RESORT,
);
