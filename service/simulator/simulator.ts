import type { Interceptor } from '../../shared/node/http/exchange.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { type Clock, type Instant, SECOND } from '../../shared/time/clock.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { CustomerSide } from '../payments/payments.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Settlements } from '../settlements/settlements.ts';
import type { Scans } from '../shortlinks/scans.ts';
import type { Store } from '../store/store.ts';
import type { ManualClock, TimedWork } from './clock.ts';
import { createSimulatedCustomers, type SimulatedCustomers } from './customers.ts';
import { createFaults, type Fault, type FaultDraft, faultInput } from './faults.ts';
import { createJournal, type JournalEntry } from './journal.ts';

/**
 * Simulates what a test cannot wait for or cause: the customer, time, and network faults. The same
 * as the simulator API, typed and in the same process.
 */
export interface Simulator extends SimulatedCustomers {
  now(): Instant;
  /** Moves a manual clock; returns the new time after all due work is done. */
  advance(seconds: number): Promise<Answer<Instant>>;
  /** Settles every account now; returns the new settlements' ids. */
  settle(): Promise<readonly string[]>;
  addFault(fault: FaultDraft): Answer<null>;
  clearFaults(): void;
  journal(filter?: { readonly posTid?: string }): Promise<readonly JournalEntry[]>;
}

export type SimulatorDeps = {
  readonly store: Store;
  readonly customerSide: CustomerSide;
  readonly permissions: Permissions;
  readonly settlements: Settlements;
  readonly scans: Scans;
  readonly clock: Clock;
  /** The same clock if it is manual; null for the system clock. */
  readonly manual: ManualClock | null;
  readonly work: TimedWork;
  readonly callbacks: Callbacks;
  readonly wall: Clock;
};

/** The running simulator, with its interceptors. */
export type RunningSimulator = {
  readonly simulator: Simulator;
  /** Adds a fault whose fields were checked already. */
  readonly order: (fault: Fault) => Answer<null>;
  readonly interceptors: readonly Interceptor[];
  readonly stop: () => Promise<void>;
};

const ADVANCE_SECONDS_MAX = 10 * 366 * 86_400;

export function createSimulator(deps: SimulatorDeps): RunningSimulator {
  const { store, clock, manual, work, wall } = deps;
  const faults = createFaults(wall);
  const journal = createJournal({ store, clock, callbacks: deps.callbacks });
  const simulator: Simulator = {
    ...createSimulatedCustomers(deps),
    now: () => clock.now(),
    async advance(seconds) {
      if (manual === null) {
        return refuse('Conflict', 'Time is real here; start the service with a manual clock.');
      }
      if (!(seconds >= 0 && seconds <= ADVANCE_SECONDS_MAX)) {
        return refuse('Bad Request', `Time moves forward, at most ${ADVANCE_SECONDS_MAX} seconds.`);
      }
      await manual.advance(Math.round(seconds * SECOND), work);
      return answer(clock.now());
    },
    settle: () => deps.settlements.settleAll(),
    addFault(draft) {
      const fault = validate(faultInput, draft);
      return fault.ok ? order(fault.value) : fault;
    },
    clearFaults: () => faults.clear(),
    journal: (filter = {}) => journal.entries(filter.posTid ?? null),
  };

  function order(fault: Fault): Answer<null> {
    if (faults.add(fault)) return answer(null);
    return refuse('Conflict', 'Too many faults stand already; remove them first.');
  }

  return {
    simulator,
    order,
    interceptors: [journal.interceptor, faults.interceptor],
    async stop() {
      faults.stop();
      await journal.stop();
    },
  };
}
