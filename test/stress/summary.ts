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

/** Which run it was: its seed, and its date if that was not the machine's. */
export type RunName = { readonly seed: number; readonly date: string | null };

export type StressRun = RunReport & RunName;

type Row = { readonly failure: Failure; readonly runs: RunName[] };

/** Every test that failed in at least one run, with all its seeds and how to run it again. */
export function summarise(runs: readonly StressRun[], options: StressOptions): readonly string[] {
  const failed = runs.filter(({ failures }) => failures.length > 0);
  const rows = [...rowsOf(runs).values()];
  const one = runs.length === 1;
  const passed = runs.length - failed.length;
  const repeats = failed.map((run) => `  ${command(run, options.only, options)}`);
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
  for (const run of runs) {
    for (const failure of run.failures) {
      const key = JSON.stringify([failure.file, failure.name]);
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { failure, runs: [run] });
      else if (!row.runs.includes(run)) row.runs.push(run);
    }
  }
  return rows;
}

function describeRow({ failure, runs }: Row, total: number, options: StressOptions): string[] {
  const { file, name, message } = failure;
  const [first = { seed: 0, date: null }] = runs;
  return [
    '',
    file === null ? name : `${file} > ${name}`,
    `  failed in ${runs.length} of ${total}: ${runs.map(nameOf).join(', ')}`,
    `  ${firstLine(message)}`,
    `  run it again: ${command(first, file === null ? options.only : [file], options)}`,
  ];
}

/** The command that repeats one run: same seed, same load, same date. */
function command(
  { seed, date }: RunName,
  only: readonly string[],
  { load, disk }: StressOptions,
): string {
  const words = ['npm run test:stress --', `--seed ${seed}`];
  if (date !== null) words.push(`--date ${date}`);
  if (load > 0) words.push(`--load ${load}`);
  else if (disk) words.push('--disk');
  for (const path of only) words.push(`--only ${path}`);
  return words.join(' ');
}

/** How the command names a run in its lines. */
export const nameOf = ({ seed, date }: RunName) =>
  `seed ${seed}${date === null ? '' : ` on ${date}`}`;

const firstLine = (text: string) => text.trim().split('\n')[0] ?? '';
