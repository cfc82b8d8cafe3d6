import type { Prng } from './prng.ts';

/** Everything that can go wrong in the world, each with its own odds. */
export const TROUBLES = [
  'drop_before',
  'drop_after',
  'delay',
  'duplicate',
  'error_before',
  'error_after',
  'busy',
  'captive',
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
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Odds of each trouble, each time it could happen. */
export type Weather = Readonly<Record<Trouble, number>>;

/** The highest odds of a trouble in a world that has it. */
const WORST: Weather = {
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
};

export const CALM = weatherOf(() => 0);

/** Each world has some of the troubles and not others, so that none hides behind another. */
export function drawWeather(prng: Prng): Weather {
  return weatherOf((trouble) => (prng.chance(0.4) ? WORST[trouble] * prng.next() : 0));
}

function weatherOf(odds: (trouble: Trouble) => number): Weather {
  const entries = TROUBLES.map((trouble) => [trouble, odds(trouble)] as const);
  // The keys are exactly the troubles, which `fromEntries` cannot know.
  return Object.fromEntries(entries) as Weather;
}

/** The weather as it is now: calm after the storm. */
export type Sky = { weather: Weather };

/** The troubles of a world in words, for its trace. */
export function forecast(weather: Weather): string {
  const there = TROUBLES.filter((trouble) => weather[trouble] > 0);
  return there.map((trouble) => `${trouble} ${weather[trouble].toFixed(3)}`).join(', ') || 'calm';
}
