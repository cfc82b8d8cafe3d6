import type { PortalAct } from '../../../shared/portal/acts.ts';
import { HOUR, MINUTE } from '../../../shared/time/clock.ts';
import { NOW } from './answers.ts';

const act = (id: string, ago: number, more: Partial<PortalAct>): PortalAct => ({
  ...{ id, at: NOW - ago, person: 'admin', kind: 'userCreate', subject: 'kasse-2' },
  ...{ amount: null, currency: null, reason: null, active: null },
  ...more,
});

/** What persons did, with an address and a subject that are long. */
export const ACTS: readonly PortalAct[] = [
  act('a1', 4 * MINUTE, { kind: 'codeChange', subject: 'aB3x_', active: false }),
  act('a2', 26 * MINUTE, {
    ...{ kind: 'refund', person: 'kari.nordmann-with-a-long-name@kaffebaren.example' },
    ...{ subject: 'p2ybyw4tq73n', amount: 2_500, currency: 'NOK', reason: 'Kald kaffe' },
  }),
  act('a3', HOUR, {
    ...{ kind: 'periodAside', subject: 'kasse-1 Z 12' },
    reason: 'The report is not from our till; we wrote to the operator.',
  }),
  act('a4', 3 * HOUR, { kind: 'catalogueChange', subject: '14' }),
  act('a5', 5 * HOUR, {}),
];
