import { parseArgs } from 'node:util';
import { HARD_DATES, isDate } from './dates.ts';

/** The options of `npm run test:stress`. */
export type StressOptions = {
  /** How many times the suite runs; by default once, or once for each date. */
  readonly runs: number;
  /** How many processes compute next to the suite. */
  readonly load: number;
  /** Whether one process writes and flushes to the disk next to the suite. */
  readonly disk: boolean;
  /** Seed of the first run; each further run adds one. `null` lets the command choose. */
  readonly seed: number | null;
  /** Files or folders to run; empty for all tests. */
  readonly only: readonly string[];
  /** Dates that the runs have in turn, as `YYYY-MM-DDThh:mm` in UTC; empty for the machine's date. */
  readonly dates: readonly string[];
};

export type ReadOptions =
  | { readonly ok: true; readonly options: StressOptions }
  | { readonly ok: false; readonly sentence: string };

/** Bounds of the whole numbers. Vitest's shuffle takes any 32-bit seed; half of that is enough. */
const NUMBERS = {
  runs: { least: 1, most: 1_000 },
  load: { least: 0, most: 64 },
  seed: { least: 1, most: 2_147_000_000 },
} as const;
type NumberName = keyof typeof NUMBERS;

const KNOWN = 'Options are --runs N, --load L, --seed S, --disk, --only PATH and --date T.';

const refuse = (sentence: string): ReadOptions => ({ ok: false, sentence });

/** Reads the arguments of the command line. A refusal is one sentence for the operator. */
export function readOptions(words: readonly string[]): ReadOptions {
  const parsed = parse(words);
  if (parsed === null) return refuse(KNOWN);
  const numbers: Record<NumberName, number | null> = { runs: null, load: null, seed: null };
  for (const name of ['runs', 'load', 'seed'] as const) {
    const text = parsed[name];
    if (text === undefined) continue;
    const { least, most } = NUMBERS[name];
    const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    if (value < least || value > most) {
      return refuse(`Give --${name} a whole number from ${least} to ${most}, not "${text}".`);
    }
    numbers[name] = value;
  }
  if (parsed.only?.includes('')) return refuse('Give --only the path of a test file or a folder.');
  const dates = (parsed.date ?? []).flatMap((date) => (date === 'hard' ? HARD_DATES : [date]));
  const wrong = dates.find((date) => !isDate(date));
  if (wrong !== undefined) {
    return refuse(`Give --date a date such as 2027-03-28T00:55 in UTC, or "hard", not "${wrong}".`);
  }
  const load = numbers.load ?? 0;
  return {
    ok: true,
    options: {
      runs: numbers.runs ?? Math.max(1, dates.length),
      load,
      disk: parsed.disk ?? load > 0,
      seed: numbers.seed,
      only: parsed.only ?? [],
      dates,
    },
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        runs: { type: 'string' },
        load: { type: 'string' },
        seed: { type: 'string' },
        disk: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        date: { type: 'string', multiple: true },
      },
    }).values;
  } catch {
    return null;
  }
}

/** The seed of each run, when the first has `first`. */
export function seedsOf(first: number, runs: number): readonly number[] {
  return Array.from({ length: runs }, (_, index) => first + index);
}

/** The date of the run at `index`: the runs take the dates in turn. Null for the machine's date. */
export function dateOf(dates: readonly string[], index: number): string | null {
  return dates[index % dates.length] ?? null;
}
