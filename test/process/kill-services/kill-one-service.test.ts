import { expect, it } from 'vitest';
import { LAST_RESORT } from '../../support/last-resort.ts';
import { runServiceKills } from './run-kills.ts';

it(
  'a service that is killed under load loses no acknowledged write and doubles no payment',
  async () => {
    const report = await runServiceKills({
      store: 'sqlite',
      processes: 1,
      faults: ['kill', 'kill', 'kill'],
      shops: 1,
      lanes: 6,
      leases: 'ended',
      freezeMax: 500,
    });
    expect(report.findings).toEqual([]);
    expect(report.captured).toBeGreaterThan(3);
  },
  10 * LAST_RESORT,
);
