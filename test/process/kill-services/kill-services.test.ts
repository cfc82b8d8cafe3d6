import { expect, it } from 'vitest';
import { LAST_RESORT } from '../../support/last-resort.ts';
import { runServiceKills } from './run-kills.ts';

/* `npm run test:process -- --only sqlite,postgres,failover --kills N` does the same any number of times, and
   waits for the leases of killed processes. */

it(
  'a service that is killed under load loses no acknowledged write and doubles no payment',
  async () => {
    const faults = ['kill', 'kill', 'kill'] as const;
    const report = await runServiceKills({
      store: 'sqlite',
      processes: 1,
      faults,
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
  'three processes lose and double nothing when PostgreSQL restarts and connections break',
  async () => {
    const faults = ['kill', 'cut', 'restart', 'kill'] as const;
    const report = await runServiceKills({
      store: 'postgres',
      processes: 3,
      faults,
      lanes: 6,
      shops: 2,
      leases: 'ended',
    });
    expect(report.findings).toEqual([]);
    expect(report.captured).toBeGreaterThan(3);
  },
  10 * LAST_RESORT,
);

it(
  'two processes lose and double nothing when the primary is killed and its standby takes over',
  async () => {
    const report = await runServiceKills({
      store: 'cluster',
      processes: 2,
      faults: ['failover', 'kill', 'failover'],
      lanes: 6,
      shops: 2,
      leases: 'ended',
    });
    expect(report.findings).toEqual([]);
    expect(report.captured).toBeGreaterThan(3);
  },
  10 * LAST_RESORT,
);
