import type { Prng } from './prng.ts';

/** What the network can do to one request. */
export const REQUEST_FAULTS = [
  'drop_before',
  'drop_after',
  'delay',
  'duplicate',
  'error_before',
  'error_after',
  'busy',
  'captive',
] as const;

/** The faults of a world. */
export const FAULTS = [
  ...REQUEST_FAULTS,
  'outage',
  'push_lost',
  'push_late',
  'push_twice',
  'push_false',
  'push_down',
  'disk_full',
  'disk_sync',
  'kill',
  'power_cut',
  'clock_jump',
  'clock_drift',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Odds of each fault, at each occasion. */
export type FaultOdds = Readonly<Record<Fault, number>>;

/** The highest odds of a fault in a world that has it. */
const HIGHEST: FaultOdds = {
  drop_before: 0.25,
  drop_after: 0.25,
  delay: 0.2,
  duplicate: 0.2,
  error_before: 0.15,
  error_after: 0.15,
  busy: 0.1,
  captive: 0.1,
  outage: 0.02,
  push_lost: 0.3,
  push_late: 0.3,
  push_twice: 0.3,
  push_false: 0.2,
  push_down: 0.2,
  disk_full: 0.02,
  disk_sync: 0.02,
  kill: 0.012,
  power_cut: 0.008,
  clock_jump: 0.02,
  clock_drift: 0.02,
};

export const NO_FAULTS = oddsBy(() => 0);

/** Switches each fault on or off for one world, so that the faults do not hide each other. */
export function drawFaults(prng: Prng): FaultOdds {
  // Some worlds have a single frequent fault, so that it occurs in every state.
  const alone = prng.chance(0.2) ? prng.pick(FAULTS) : null;
  if (alone !== null) return oddsBy((fault) => (fault === alone ? HIGHEST[fault] : 0));
  return oddsBy((fault) => (prng.chance(0.4) ? HIGHEST[fault] * prng.next() : 0));
}

function oddsBy(odds: (fault: Fault) => number): FaultOdds {
  const entries = FAULTS.map((fault) => [fault, odds(fault)] as const);
  // The keys are exactly the faults, which `fromEntries` cannot know.
  return Object.fromEntries(entries) as FaultOdds;
}

/** The current odds; the last part of a world uses `NO_FAULTS`. */
export type FaultState = { odds: FaultOdds };

/** The faults of a world in words, for its trace. */
export function describeFaults(odds: FaultOdds): string {
  const on = FAULTS.filter((fault) => odds[fault] > 0);
  return on.map((fault) => `${fault} ${odds[fault].toFixed(3)}`).join(', ') || 'no faults';
}
