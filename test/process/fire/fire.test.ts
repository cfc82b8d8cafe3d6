import { expect, it } from 'vitest';
import { LAST_RESORT } from '../../support/last-resort.ts';
import { runFire } from './run-fire.ts';

/* `npm run test:process -- --only sqlite,postgres --kills N` does the same any number of times, and
   waits for the leases of killed processes. */

it(
  'a service that is killed under load loses no acknowledged write and doubles no payment',
  async () => {
    const blows = ['kill', 'kill', 'kill'] as const;
    const report = await runFire({
      store: 'sqlite',
      processes: 1,
      blows,
      lanes: 6,
      shops: 1,
      leases: 'ended',
    });
    expect(report.findings).toEqual([]);
    expect(report.captured).toBeGreaterThan(3);
  },
  10 * LAST_RESORT,
);

it(
  'three processes on one PostgreSQL do the same while connections break and the server restarts',
  async () => {
    const blows = ['kill', 'cut', 'restart', 'kill'] as const;
    const report = await runFire({
      store: 'postgres',
      processes: 3,
      blows,
      lanes: 6,
      shops: 2,
      leases: 'ended',
    });
    expect(report.findings).toEqual([]);
    expect(report.captured).toBeGreaterThan(3);
  },
  10 * LAST_RESORT,
);
