import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { PARTS } from './parts.ts';
import { HUNG_FILE, type Watch } from './watchdog.ts';

/*
 * Stryker's runner for the tests of one part. It loads them one time and runs in its own process those
 * that reach a mutant. A worker of vitest for each mutant costs a second; this costs milliseconds.
 */

/** What the mutated code reads: which mutant is active, and which test has reached what. */
type Switch = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: unknown;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
};
type MutantOrder = {
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly activeMutant: { readonly id: string };
};
type Loaded = {
  readonly id: string;
  readonly run: () => Promise<void>;
  /** Milliseconds that it took without a mutant. */
  usual: number;
  kills: number;
};

/** Stryker's numbers for the result of a test. */
const [PASSED, FAILED] = [0, 1];
/** Milliseconds after which a test that waits counts as failed, beside five times its usual time. */
const PATIENCE = 3_000;

const state: Switch = {};
Object.assign(globalThis, { __stryker__: state });

/** An error that no test has caught fails the test that runs. */
let onStray: (error: unknown) => void = () => undefined;
process.on('unhandledRejection', (error) => onStray(error));
process.on('uncaughtException', (error) => onStray(error));

const DOUBLE = new URL('./vitest-double.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'vitest' && context.parentURL !== DOUBLE
      ? { url: DOUBLE, shortCircuit: true }
      : next(name, context),
});

const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url));
watchdog.unref();
const watch = (message: Watch) => watchdog.postMessage(message);

const tests = new Map<string, Loaded>();
/** True after a mutant has left something behind that fails a test without it. */
let isSpoilt = false;

async function load(): Promise<void> {
  const { testsOf } = await import('./vitest-double.ts');
  const { MUTATION_PART: part } = process.env;
  const files = PARTS.filter(({ name }) => name === part).flatMap((one) => globSync(one.tests));
  for (const file of files) {
    const url = pathToFileURL(resolve(file)).href;
    for (const { name, run } of await testsOf(file, () => import(url))) {
      tests.set(name, { id: name, run, usual: 0, kills: 0 });
    }
  }
}

/** Runs one test; null when it passes. */
async function failureOf(test: Loaded): Promise<string | null> {
  const { promise: stray, reject } = Promise.withResolvers<never>();
  stray.catch(() => undefined);
  onStray = reject;
  const late = setTimeout(() => reject(new Error('The test waits.')), patience(test));
  try {
    await Promise.race([test.run(), stray]);
    return null;
  } catch (error) {
    return String(error);
  } finally {
    clearTimeout(late);
    onStray = () => undefined;
  }
}

/** Runs every test without a mutant, and notes which mutants each of them reaches. */
async function dryRun() {
  const results = [];
  for (const test of tests.values()) {
    const { id } = test;
    state.currentTestId = id;
    const began = performance.now();
    const failure = await failureOf({ ...test, usual: 10_000 });
    test.usual = performance.now() - began;
    state.currentTestId = undefined;
    const result = { id, name: id, timeSpentMs: Math.ceil(test.usual) };
    results.push(
      failure === null
        ? { ...result, status: PASSED }
        : { ...result, status: FAILED, failureMessage: failure },
    );
  }
  return { status: 'complete', tests: results, mutantCoverage: state.mutantCoverage };
}

/** Runs the tests that reach a mutant until one fails: first those that are quick and fail often. */
async function mutantRun({ testFilter, hitLimit, activeMutant }: MutantOrder) {
  // Stryker starts a new process for a runner that ends, and gives it the order again.
  if (isSpoilt) process.exit(1);
  if (hasHung(activeMutant.id)) return { status: 'timeout', reason: 'A loop did not end.' };
  const chosen = testFilter === undefined ? [...tests.values()] : testFilter.flatMap(known);
  const cost = ({ usual, kills }: Loaded) => (usual + 1) / (kills + 1);
  let nrOfTests = 0;
  for (const test of chosen.toSorted((a, b) => cost(a) - cost(b))) {
    nrOfTests += 1;
    Object.assign(state, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    watch({ mutant: activeMutant.id, most: 2 * patience(test) });
    const failure = await failureOf(test);
    watch(null);
    Object.assign(state, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    if (failure === null) continue;
    test.kills += 1;
    isSpoilt = (await failureOf(test)) !== null;
    return { status: 'killed', killedBy: [test.id], failureMessage: failure, nrOfTests };
  }
  return { status: 'survived', nrOfTests };
}

/** True for the mutant whose test the watchdog has ended in the process before this one. */
function hasHung(mutant: string): boolean {
  const isIt = existsSync(HUNG_FILE) && readFileSync(HUNG_FILE, 'utf8') === mutant;
  if (isIt) rmSync(HUNG_FILE);
  return isIt;
}

const patience = ({ usual }: Loaded) => PATIENCE + 5 * usual;
const known = (id: string) => tests.get(id) ?? [];

export const strykerPlugins = [
  {
    kind: 'TestRunner',
    name: 'in-process',
    factory: () => ({ capabilities, init: load, dryRun, mutantRun }),
  },
];
const capabilities = () => ({ reloadEnvironment: false });
