import type { Mood } from './customers.ts';
import { FAULTS, type Fault, type FaultOdds } from './faults.ts';
import { type Features, ORDERS, type OrderOdds } from './features.ts';
import { SCENARIOS } from './scenarios.ts';
import { TILLS } from './service.ts';

/** Worlds whose features and faults are chosen so that rare combinations occur in them. */
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

/** A line on which each of these faults affects one request in so many. */
const line = (odds: number) =>
  ({
    drop_before: odds,
    drop_after: odds,
    delay: odds,
    duplicate: odds,
    error_before: odds,
    error_after: odds,
    busy: odds,
    captive: odds,
  }) as const;
const BUSY_LINE = line(0.12);
const BAD_DISK = { disk_full: 0.02, disk_sync: 0.02 } as const;
const STOPS = { kill: 0.02, power_cut: 0.02 } as const;
const SLOW: readonly Mood[] = ['late', 'ignore', 'reject', 'at_abort', 'approve'];
const GIVES_UP = orders({ cancel: 0.2, release: 0.4, capture: 0.1, dismiss: 0.1 });
const CLEARS = orders({ cancel: 0.1, release: 0.4, capture: 0.1, dismiss: 0.6 });
const MOVES = orders({ set_aside: 0.5, bring_to_front: 0.5, cancel: 0.05, capture: 0.1 });

const [FIRST, SECOND] = TILLS;
const TWO_TILLS = [FIRST, SECOND].map((till) => ({ ...till, skew: 0 }));

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
    name: 'two codes that expire',
    features: { scenarios: scenarios('at once'), moods: ['ignore', 'late', 'reject'] },
    faults: faults({ ...STOPS, ...BAD_DISK, outage: 0.04, push_down: 0.5, clock_jump: 0.03 }),
  },
  {
    name: 'two codes, set aside and brought to the front',
    features: { scenarios: scenarios('at once'), orders: MOVES, push: true, capture: 'manual' },
    faults: faults({ ...BAD_DISK, outage: 0.02, push_down: 0.7, drop_before: 0.3 }),
  },
  {
    name: 'tables, stickers and machines, set aside and brought to the front',
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
    name: 'one code, released over a faulty network',
    features: { scenarios: scenarios('reserved', 'a phone'), orders: GIVES_UP, capture: 'manual' },
    faults: faults({ ...BUSY_LINE, outage: 0.02 }),
  },
  {
    name: 'two codes without events, approved or declined shortly before they expire',
    features: {
      scenarios: scenarios('at once'),
      moods: ['late', 'late', 'reject', 'ignore'],
      orders: orders({}),
      push: false,
      policy: 'attended',
    },
    faults: faults({ ...line(0.06), ...BAD_DISK, outage: 0.02 }),
  },
  {
    name: 'two codes, scanned and not approved, while few events arrive',
    features: {
      scenarios: scenarios('at once'),
      moods: ['at_abort', 'at_abort', 'late'],
      orders: orders({}),
      push: true,
      policy: 'attended',
    },
    faults: faults({ ...line(0.06), push_down: 0.93, outage: 0.02 }),
  },
  {
    name: 'two codes whose first requests are lost, brought to the front',
    features: {
      scenarios: scenarios('at once'),
      moods: ['ignore', 'ignore', 'late'],
      orders: orders({ cancel: 0.02, bring_to_front: 0.6 }),
      push: true,
      tills: TWO_TILLS,
    },
    faults: faults({ ...BAD_DISK, drop_before: 0.45, outage: 0.05, push_down: 0.6 }),
  },
  {
    name: 'two codes, released by a till that restarts while the other customer decides',
    features: {
      scenarios: scenarios('at once'),
      moods: ['approve', 'reject', 'late'],
      orders: orders({ release: 0.9 }),
      push: false,
      policy: 'attended',
      capture: 'manual',
    },
    faults: faults({ ...BAD_DISK, ...STOPS, delay: 0.3, drop_before: 0.2, outage: 0.04 }),
  },
  {
    name: 'reserved sales and tables, released, set aside and brought to the front',
    features: {
      scenarios: scenarios('reserved', 'table'),
      moods: ['approve'],
      orders: orders({ release: 0.5, set_aside: 0.8, bring_to_front: 0.8 }),
      push: true,
      policy: 'attended',
      capture: 'manual',
    },
    faults: faults({ ...BAD_DISK, delay: 0.6, outage: 0.03, push_down: 0.8 }),
  },
  {
    name: 'one code whose first reply is lost, at a till that restarts often',
    features: { scenarios: scenarios('a phone', 'a code'), moods: ['ignore'], push: false },
    faults: faults({
      ...BAD_DISK,
      drop_after: 0.75,
      kill: 0.12,
      power_cut: 0.05,
      clock_jump: 0.03,
    }),
  },
  {
    name: 'machines at two tills, in outages',
    features: { scenarios: scenarios('machine'), moods: ['approve'], tills: TWO_TILLS },
    faults: faults({ outage: 0.1 }),
  },
  {
    name: 'bills that are paid and refunded at two tills at once',
    features: {
      moods: ['approve'],
      orders: orders({}),
      tills: TWO_TILLS,
      bills: { screens: 3, commands: 30, pays: 0.6, lost: 0.1, stale: 0.1, questions: null },
    },
    faults: faults({ ...STOPS, drop_after: 0.05, delay: 0.05 }),
  },
];
