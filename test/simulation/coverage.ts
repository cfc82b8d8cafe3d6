import type { SaleStateKind } from '../../shared/terminal/index.ts';
import { FAULTS, type Fault, REQUEST_FAULTS } from './faults.ts';
import { ORDERS } from './features.ts';

/*
 * Counts which combinations of a sale's state, an event and a fault a run has reached. The state is the
 * one that the till shows. A sale with a code on the screen and a sticker is counted separately, as
 * `pair`.
 */

const KINDS = [
  'creating',
  'waiting_scan',
  'waiting_sticker',
  'waiting_approval',
  'authorised',
  'capturing',
  'aborting',
  'releasing',
  'vending',
  'undelivered',
  'unclear',
  'paid',
  'declined',
  'expired',
  'aborted',
  'released',
  'refused',
  'failed',
  'refunded',
] as const satisfies readonly SaleStateKind[];

/** `not shown`: no screen has shown the sale yet. */
export const STATES = [
  'not shown',
  ...KINDS,
  ...KINDS.map((kind) => `pair ${kind}` as const),
] as const;
export type CoverState = (typeof STATES)[number];

const CALLS = ['create', 'read', 'capture', 'abort', 'release', 'reauth'] as const;

export const EVENTS = [
  ...CALLS.map((call) => `call ${call}` as const),
  'push',
  'customer claim',
  'customer confirm',
  'customer reject',
  'time expires',
  ...ORDERS.map((order) => `order ${order}` as const),
  'order take_part',
  'machine',
  'restart',
] as const;
export type CoverEvent = (typeof EVENTS)[number];

export const MET_BY = ['none', ...FAULTS] as const;
export type CoverFault = (typeof MET_BY)[number];

export type Combination = {
  readonly state: CoverState;
  readonly event: CoverEvent;
  readonly fault: CoverFault;
};

const ON_CALL: readonly CoverFault[] = ['none', ...REQUEST_FAULTS, 'outage'];
const ON_PUSH: readonly CoverFault[] = [
  'none',
  'push_lost',
  'push_late',
  'push_twice',
  'push_false',
];
/** Faults that last for some time, so that they coincide with the actions of people. */
const LASTING: readonly CoverFault[] = [
  'none',
  'outage',
  'push_down',
  'disk_full',
  'disk_sync',
  'clock_jump',
];
const STOPS: readonly CoverFault[] = ['kill', 'power_cut'];

/** The faults that can coincide with an event, by the source of the event. */
export function faultsOf(event: CoverEvent): readonly CoverFault[] {
  if (event.startsWith('call ')) return ON_CALL;
  if (event === 'push') return ON_PUSH;
  if (event === 'restart') return STOPS;
  // A customer can act, and the service's clock runs, while the till is stopped.
  return event.startsWith('order ') ? LASTING : [...LASTING, ...STOPS];
}

/** Every combination that the definitions of state, event and fault allow. */
export function everyCombination(): readonly Combination[] {
  return STATES.flatMap((state) =>
    EVENTS.flatMap((event) => faultsOf(event).map((fault) => ({ state, event, fault }))),
  );
}

/** Count of each combination, by the number that `numberOf` gives it. */
export type Counts = ReadonlyMap<number, number>;

const at = <T extends string>(list: readonly T[]) =>
  new Map(list.map((one, index) => [one, index]));
const [STATE_AT, EVENT_AT, FAULT_AT] = [at(STATES), at(EVENTS), at(MET_BY)];

export function numberOf({ state, event, fault }: Combination): number {
  const [first = 0, second = 0, third = 0] = [
    STATE_AT.get(state),
    EVENT_AT.get(event),
    FAULT_AT.get(fault),
  ];
  return (first * EVENTS.length + second) * MET_BY.length + third;
}

/** Collects the counts of one world. */
export function createCoverage() {
  const counts = new Map<number, number>();
  const states = new Map<string, CoverState>();
  const returned = new Set<string>();
  return {
    counts: (): Counts => counts,
    /** A screen shows this sale in this state. */
    shows(sale: string, kind: SaleStateKind, codes: 'one' | 'two'): void {
      states.set(sale, codes === 'two' ? `pair ${kind}` : kind);
    },
    /** Lines of this sale are returned from now on, which the counts of the bills have. */
    returns(sale: string): void {
      returned.add(sale);
    },
    /**
     * Counts an event of a sale, once for each of these active faults, or as `none` if the list is empty.
     */
    note(sale: string, event: CoverEvent, faults: readonly Fault[]): void {
      if (returned.has(sale)) return;
      const state = states.get(sale) ?? 'not shown';
      const allowed = faultsOf(event);
      const met = faults.filter((fault) => allowed.includes(fault));
      for (const fault of met.length === 0 ? (['none'] as const) : met) {
        const number = numberOf({ state, event, fault });
        counts.set(number, (counts.get(number) ?? 0) + 1);
      }
    },
  };
}

export type Coverage = ReturnType<typeof createCoverage>;
