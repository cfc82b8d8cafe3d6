import { expect, it } from 'vitest';
import { LAST_RESORT } from '../../support/last-resort.ts';
import { runUpgrades } from './run-upgrades.ts';

/* `npm run test:process -- --only upgrade` does the same more often. */

it(
  'two processes are replaced by a newer version under load, and no request fails after its repetition',
  async () => {
    const report = await runUpgrades({ rounds: 1, lanes: 4, leases: 'ended' });
    expect(report.findings).toEqual([]);
    expect(report.replaced).toBe(2);
    expect(report.captured).toBeGreaterThan(3);
  },
  10 * LAST_RESORT,
);
