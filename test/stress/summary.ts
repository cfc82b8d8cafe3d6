import type { StressOptions } from './options.ts';

/** One test, one hook, or one unhandled error that failed in one run. */
export type Failure = {
  /** Path of the test file from the root of the repository; `null` if Vitest does not know it. */
  readonly file: string | null;
  /** Names of the describe blocks and of the test. */
  readonly name: string;
  readonly message: string;
};

/** What one run of the suite reported. */
export type RunReport = { readonly tests: number; readonly failures: readonly Failure[] };

export type StressRun = RunReport & { readonly seed: number };

type Row = { readonly failure: Failure; readonly seeds: number[] };

/** Every test that failed in at least one run, with all its seeds and how to run it again. */
export function summarise(runs: readonly StressRun[], options: StressOptions): readonly string[] {
  const failed = runs.filter(({ failures }) => failures.length > 0);
  const rows = [...rowsOf(runs).values()];
  const one = runs.length === 1;
  const passed = runs.length - failed.length;
  const repeats = failed.map(({ seed }) => `  ${command(seed, options.only, options)}`);
  return [
    `${runs.length} ${one ? 'run' : 'runs'}: ${passed} passed, ${failed.length} failed`,
    ...rows.flatMap((row) => describeRow(row, runs.length, options)),
    ...(repeats.length === 0
      ? []
      : ['', 'the failed runs again, with all their files:', ...repeats]),
  ];
}

function rowsOf(runs: readonly StressRun[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { seed, failures } of runs) {
    for (const failure of failures) {
      const key = JSON.stringify([failure.file, failure.name]);
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { failure, seeds: [seed] });
      else if (!row.seeds.includes(seed)) row.seeds.push(seed);
    }
  }
  return rows;
}

function describeRow({ failure, seeds }: Row, runs: number, options: StressOptions): string[] {
  const { file, name, message } = failure;
  const [seed = 0] = seeds;
  return [
    '',
    file === null ? name : `${file} > ${name}`,
    `  failed in ${seeds.length} of ${runs}: ${seeds.map((each) => `seed ${each}`).join(', ')}`,
    `  ${firstLine(message)}`,
    `  run it again: ${command(seed, file === null ? options.only : [file], options)}`,
  ];
}

/** The command that repeats one run: same seed, same load. */
function command(seed: number, only: readonly string[], { load, disk }: StressOptions): string {
  const words = ['npm run test:stress --', `--seed ${seed}`];
  if (load > 0) words.push(`--load ${load}`);
  else if (disk) words.push('--disk');
  for (const path of only) words.push(`--only ${path}`);
  return words.join(' ');
}

const firstLine = (text: string) => text.trim().split('\n')[0] ?? '';
