import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildScreens } from '../../main/build/screens.ts';
import { dateLibrary, environmentAt } from './dates.ts';
import { type Load, startLoad } from './load.ts';
import { dateOf, readOptions, type StressOptions, seedsOf } from './options.ts';
import { logOf, type Suite, startSuite } from './start-suite.ts';
import { nameOf, type RunName, type StressRun, summarise } from './summary.ts';

/*
 * `npm run test:stress -- --runs N --load L` runs the suite N times in shuffled order, next to L
 * processes that compute and one that flushes to the disk, and prints which tests failed with which seed.
 * With `--date` the runs have other dates. Ctrl-C ends the present run in order and prints the results so
 * far; a second one ends it at once, and a third one also leaves what the run has started.
 */

const SEED_MAX = 1_000_000;

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

/** The options, and the library that changes the date; its path is empty if they have no date. */
type Chosen = StressOptions & { readonly library: string };

function chosen(): Chosen {
  const read = readOptions(process.argv.slice(2));
  if (!read.ok) return refuse(read.sentence);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const missing = read.options.only.find((path) => !existsSync(`${root}${path}`));
  if (missing !== undefined) return refuse(`There is no ${missing}: give --only a path of a test.`);
  const library = read.options.dates.length > 0 ? dateLibrary() : '';
  if (library === null) {
    return refuse('--date needs the library of the Debian package libfaketime: install it first.');
  }
  return { ...read.options, library };
}

let suite: Suite | null = null;
let interrupts = 0;

function interrupt(): void {
  interrupts += 1;
  if (interrupts === 1) suite?.stop();
  else suite?.kill(interrupts === 2 ? 'SIGTERM' : 'SIGKILL');
}

async function runOnce(
  { seed, date }: RunName,
  { only, library }: Chosen,
  place: string,
): Promise<StressRun> {
  console.log(`${place}: ${nameOf({ seed, date })}, ${logOf(seed)}`);
  const began = performance.now();
  const atDate = date === null ? {} : environmentAt(date, Date.now(), library);
  suite = startSuite(seed, only, atDate);
  const report = await suite.report;
  suite = null;
  const seconds = Math.round((performance.now() - began) / 1_000);
  const failed = report.failures.length;
  const outcome = interrupts > 0 ? 'interrupted' : failed === 0 ? 'all passed' : `${failed} failed`;
  console.log(`  ${report.tests} tests, ${outcome}, ${seconds} s`);
  for (const { file, name } of report.failures) console.log(`  ${file ?? ''} > ${name}`);
  return { seed, date, ...report };
}

async function runAll(options: Chosen): Promise<readonly StressRun[]> {
  const runs: StressRun[] = [];
  const seeds = seedsOf(options.seed ?? randomInt(1, SEED_MAX), options.runs);
  for (const [index, seed] of seeds.entries()) {
    const date = dateOf(options.dates, index);
    const run = await runOnce({ seed, date }, options, `run ${index + 1} of ${seeds.length}`);
    // Failures of an interrupted run are not defects of the suite.
    if (interrupts > 0) break;
    runs.push(run);
  }
  return runs;
}

const options = chosen();
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
await buildScreens();
let load: Load | null = null;
try {
  load = await startLoad(options.load, options.disk);
  const runs = interrupts > 0 ? [] : await runAll(options);
  for (const line of summarise(runs, options)) console.log(line);
  if (interrupts > 0) console.log('interrupted: what was not run is not counted');
  process.exitCode = interrupts > 0 || runs.some(({ failures }) => failures.length > 0) ? 1 : 0;
} finally {
  await load?.end();
}
