import { expect, vi } from 'vitest';

/*
 * The part of vitest that the tests of a mutation run use, without its workers: it keeps the tests that
 * a file declares, so that one process can run them again and again. `expect` is vitest's own.
 */

type Act = (...given: never[]) => unknown;

type Hooks = { readonly before: Act[]; readonly after: Act[] };
type Suite = Hooks & { readonly title: string };

/** One declared test. */
export type Declared = {
  /** Its titles, outermost first, and its place among tests of the same titles. */
  readonly name: string;
  readonly run: () => Promise<void>;
};

const open: Suite[] = [];
const declared: Declared[] = [];
/** What the running test has asked for; tests run one after the other. */
let finished: Act[] = [];

const call = async (act: Act, given: readonly unknown[] = []) => await act(...(given as never[]));

/** Runs the hooks, the test and what it leaves behind; the first error is the test's. */
async function runTest(suites: readonly Suite[], act: Act, given: readonly unknown[]) {
  finished = [];
  const undo: Act[] = [];
  const errors: unknown[] = [];
  const attempt = async (step: () => Promise<unknown>) => {
    await step().catch((error: unknown) => errors.push(error));
  };
  await attempt(async () => {
    for (const before of suites.flatMap((suite) => suite.before)) {
      const left = await call(before);
      if (typeof left === 'function') undo.push(left as Act);
    }
    await call(act, given);
  });
  const after = suites.toReversed().flatMap((suite) => suite.after.toReversed());
  for (const step of [...after, ...undo.toReversed(), ...finished.toReversed()]) {
    await attempt(() => call(step));
  }
  if (errors.length > 0) throw errors[0];
}

function declare(title: string, act: Act, given: readonly unknown[] = []): void {
  const suites = [...open];
  const name = [...suites.map((suite) => suite.title), title].join(' > ');
  declared.push({ name, run: () => runTest(suites, act, given) });
}

function suite(title: string, act: Act, given: readonly unknown[] = []): void {
  open.push({ title, before: [], after: [] });
  act(...(given as never[]));
  open.pop();
}

const actOf = (rest: readonly unknown[]) => rest.find((one) => typeof one === 'function') as Act;

/** Declares once for each row; a row that is an array is the list of arguments. */
const each =
  (one: typeof declare) =>
  (rows: readonly unknown[]) =>
  (title: string, ...rest: readonly unknown[]) => {
    for (const [at, row] of rows.entries()) {
      one(`${title} [${at}]`, actOf(rest), Array.isArray(row) ? row : [row]);
    }
  };

export const it = Object.assign(
  (title: string, ...rest: readonly unknown[]) => declare(title, actOf(rest)),
  { each: each(declare) },
);
export const describe = Object.assign(
  (title: string, ...rest: readonly unknown[]) => suite(title, actOf(rest)),
  { each: each(suite) },
);
export const beforeEach = (act: Act) => void open.at(-1)?.before.push(act);
export const afterEach = (act: Act) => void open.at(-1)?.after.push(act);
/** Here a test runs by itself, so what is for all tests of a suite is for each. */
export const [beforeAll, afterAll] = [beforeEach, afterEach];
export const onTestFinished = (act: Act) => void finished.push(act);
export { expect, vi };

/** Loads a test file by `load` and returns the tests that it declares. */
export async function testsOf(file: string, load: () => Promise<unknown>) {
  declared.length = 0;
  open.push({ title: file, before: [], after: [] });
  await load();
  open.pop();
  const times = new Map<string, number>();
  return declared.map(({ name, run }) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { name: time === 1 ? name : `${name} (${time})`, run };
  });
}
