import { MINUTE } from '../../shared/time/clock.ts';
import { type BillFeatures, drawBills } from './bills/screens.ts';
import { MOODS, type Mood } from './customers.ts';
import type { Prng } from './prng.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { TILLS, type TillPlace } from './service.ts';

/** What a cashier can order with a button or the amount pad. */
export const ORDERS = [
  'cancel',
  'capture',
  'release',
  'renew',
  'ask_again',
  'settle',
  'set_aside',
  'bring_to_front',
  'dismiss',
] as const;
export type OrderOdds = Readonly<Record<(typeof ORDERS)[number], number>>;

/** Odds of each order each time the cashier reads the screen, in a world where cashiers give it. */
const ODDS: OrderOdds = {
  cancel: 0.025,
  capture: 0.25,
  release: 0.1,
  renew: 0.1,
  ask_again: 0.05,
  settle: 0.3,
  set_aside: 0.1,
  bring_to_front: 0.02,
  dismiss: 0.3,
};

/**
 * The properties of one world apart from its faults. The world's seed switches each feature on or off.
 */
export type Features = {
  readonly policy: 'attended' | 'unattended';
  readonly capture: 'automatic' | 'manual';
  readonly push: boolean;
  /** For each till, the milliseconds by which its clock is wrong from the start. */
  readonly tills: readonly (TillPlace & { readonly skew: number })[];
  readonly scenarios: readonly Scenario[];
  readonly orders: OrderOdds;
  readonly moods: readonly Mood[];
  /** What screens do with bills; null in a world without bills. */
  readonly bills: BillFeatures | null;
};

/** The share of the worlds that have bills. */
const WITH_BILLS = 0.2;

/**
 * Draws the features of a world (swarm testing). A world with few features repeats them often, so it
 * reaches combinations that a world with all features almost never reaches.
 */
export function drawFeatures(prng: Prng): Features {
  const policy = prng.chance(0.75) ? 'attended' : 'unattended';
  const manual = policy === 'attended' && prng.chance(0.15);
  return {
    policy,
    capture: manual ? 'manual' : 'automatic',
    push: prng.chance(0.75),
    tills: drawTills(prng),
    scenarios: someOf(prng, SCENARIOS, 0.4),
    orders: drawOrders(prng),
    moods: someOf(prng, MOODS, 0.6),
    bills: prng.chance(WITH_BILLS) ? drawBills(prng) : null,
  };
}

function drawTills(prng: Prng): Features['tills'] {
  const [first, second, other] = TILLS;
  const places = [
    first,
    ...(prng.chance(0.3) ? [second] : []),
    ...(prng.chance(0.2) ? [other] : []),
  ];
  return places.map((place) => ({ ...place, skew: drawSkew(prng) }));
}

/** Most clocks are right; the others are wrong by seconds, by a day or by years. */
function drawSkew(prng: Prng): number {
  if (prng.chance(0.7)) return 0;
  const size = prng.pick([5_000, 5 * MINUTE, 24 * 60 * MINUTE, 3_000 * 24 * 60 * MINUTE]);
  return prng.between(-size, size);
}

function drawOrders(prng: Prng): OrderOdds {
  const entries = ORDERS.map((order) => {
    const odds = prng.chance(0.75) ? ODDS[order] : 0;
    return [order, prng.chance(0.15) ? Math.min(0.5, odds * 6) : odds] as const;
  });
  // The keys are exactly the orders, which `fromEntries` cannot know.
  return Object.fromEntries(entries) as OrderOdds;
}

/** Some members of a list in their order; at least one. */
function someOf<T>(prng: Prng, list: readonly T[], share: number): readonly T[] {
  const some = list.filter(() => prng.chance(share));
  return some.length > 0 ? some : [prng.pick(list)];
}

/** The features in words, for a world's trace. */
export function describeFeatures(features: Features): string {
  const { policy, capture, push, tills, scenarios, bills } = features;
  const places = tills.map(({ name, merchant, skew }) => `${name} of ${merchant} (${skew} ms)`);
  const names = scenarios.map((one) => one.name).join('; ');
  const news = push ? 'push' : 'no push';
  const screens = bills === null ? 'no bills' : `bills on ${bills.screens} screens`;
  return `${policy}, capture ${capture}, ${news}, ${screens}, ${places.join(', ')}, sales: ${names}`;
}
