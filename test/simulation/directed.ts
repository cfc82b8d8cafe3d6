import type { Mood } from './customers.ts';
import { FAULTS, type Fault, type FaultOdds } from './faults.ts';
import { type Features, ORDERS, type OrderOdds } from './features.ts';
import { SCENARIOS } from './scenarios.ts';

/** Worlds whose features and faults are chosen so that rare combinations come up in them. */
export type Directed = {
  readonly name: string;
  readonly features: Partial<Features>;
  readonly faults: FaultOdds;
};

const scenarios = (...names: readonly string[]) =>
  SCENARIOS.filter(({ name }) => names.some((part) => name.includes(part)));

function faults(odds: Partial<FaultOdds>): FaultOdds {
  const entries = FAULTS.map((fault: Fault) => [fault, odds[fault] ?? 0] as const);
  // The keys are exactly the faults, which `fromEntries` cannot know.
  return Object.fromEntries(entries) as FaultOdds;
}

function orders(odds: Partial<OrderOdds>): OrderOdds {
  const entries = ORDERS.map((order) => [order, odds[order] ?? 0] as const);
  // The keys are exactly the orders, which `fromEntries` cannot know.
  return Object.fromEntries(entries) as OrderOdds;
}

const BUSY_LINE = {
  drop_before: 0.12,
  drop_after: 0.12,
  delay: 0.12,
  duplicate: 0.1,
  error_before: 0.12,
  error_after: 0.12,
  busy: 0.12,
  captive: 0.12,
} as const;
const BAD_DISK = { disk_full: 0.02, disk_sync: 0.02 } as const;
const STOPS = { kill: 0.02, power_cut: 0.02 } as const;
const SLOW: readonly Mood[] = ['late', 'ignore', 'reject', 'at_abort', 'approve'];
const GIVES_UP = orders({ cancel: 0.2, release: 0.4, capture: 0.1, dismiss: 0.1 });
const CLEARS = orders({ cancel: 0.1, release: 0.4, capture: 0.1, dismiss: 0.6 });
const MOVES = orders({ set_aside: 0.5, bring_to_front: 0.5, cancel: 0.05, capture: 0.1 });

export const DIRECTED: readonly Directed[] = [
  {
    name: 'two codes, every kind of call disturbed, cancelled and released',
    features: { scenarios: scenarios('at once'), moods: SLOW, orders: GIVES_UP, capture: 'manual' },
    faults: faults({ ...BUSY_LINE, outage: 0.01 }),
  },
  {
    name: 'two codes, every kind of call disturbed by a till that restarts',
    features: { scenarios: scenarios('at once'), moods: SLOW, orders: GIVES_UP },
    faults: faults({ ...BUSY_LINE, ...STOPS }),
  },
  {
    name: 'two codes while time runs out',
    features: { scenarios: scenarios('at once'), moods: ['ignore', 'late', 'reject'] },
    faults: faults({ ...STOPS, ...BAD_DISK, outage: 0.04, push_down: 0.5, clock_jump: 0.03 }),
  },
  {
    name: 'two codes, moved about',
    features: { scenarios: scenarios('at once'), orders: MOVES, push: true, capture: 'manual' },
    faults: faults({ ...BAD_DISK, outage: 0.02, push_down: 0.7, drop_before: 0.3 }),
  },
  {
    name: 'tables, stickers and machines, moved about',
    features: { scenarios: scenarios('table', 'sticker at', 'machine'), orders: MOVES, push: true },
    faults: faults({ ...BAD_DISK, outage: 0.02, push_down: 0.7, drop_before: 0.3 }),
  },
  {
    name: 'two codes, every kind of event disturbed, cancelled and released',
    features: {
      scenarios: scenarios('at once'),
      moods: SLOW,
      orders: GIVES_UP,
      push: true,
      capture: 'manual',
    },
    faults: faults({ push_lost: 0.2, push_late: 0.3, push_twice: 0.3, push_false: 0.3 }),
  },
  {
    name: 'two codes, their results dismissed under every lasting fault',
    features: { scenarios: scenarios('at once'), moods: SLOW, orders: CLEARS, push: true },
    faults: faults({ ...BAD_DISK, outage: 0.03, push_down: 0.7, clock_jump: 0.01 }),
  },
  {
    name: 'one code, refused or dismissed under every lasting fault',
    features: { scenarios: scenarios('a phone', 'sticker'), orders: CLEARS, push: true },
    faults: faults({ ...BAD_DISK, ...STOPS, outage: 0.03, push_down: 0.7, drop_after: 0.3 }),
  },
  {
    name: 'one code, released on a bad line',
    features: { scenarios: scenarios('reserved', 'a phone'), orders: GIVES_UP, capture: 'manual' },
    faults: faults({ ...BUSY_LINE, outage: 0.02 }),
  },
];
