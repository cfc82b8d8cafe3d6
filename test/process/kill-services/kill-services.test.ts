import { expect, it } from 'vitest';
import { LAST_RESORT } from '../../support/last-resort.ts';
import { type KillOptions, runServiceKills } from './run-kills.ts';

/* `npm run test:process -- --only sqlite,postgres,failover --kills N` does the same any number of times, and
   waits for the leases of killed processes. */

type Case = Pick<KillOptions, 'store' | 'processes' | 'faults' | 'shops'>;

it.each<readonly [string, Case]>([
  [
    'three processes lose and double nothing when PostgreSQL restarts or hangs and connections break',
    {
      store: 'postgres',
      processes: 3,
      faults: ['kill', 'cut', 'restart', 'freeze', 'kill'],
      shops: 2,
    },
  ],
  [
    'two processes lose and double nothing when the primary is killed and its standby takes over',
    { store: 'cluster', processes: 2, faults: ['failover', 'kill', 'failover'], shops: 2 },
  ],
])(
  '%s',
  async (_, { store, processes, faults, shops }) => {
    const lengths = { lanes: 6, leases: 'ended', freezeMax: 500 } as const;
    const report = await runServiceKills({ store, processes, faults, shops, ...lengths });
    expect(report.findings).toEqual([]);
    expect(report.captured).toBeGreaterThan(3);
  },
  10 * LAST_RESORT,
);
