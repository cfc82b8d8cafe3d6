import { relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { TEST_DATABASES } from '../support/quick-folder.ts';
import { temporaryFolder } from '../support/run-folder.ts';
import type { Failure, RunReport } from './summary.ts';

/*
 * One run of the suite in shuffled order, in a separate process: `suite.ts SEED [PATH...]`. It sends its
 * report to the process that started it. A message from that process, or its end, stops the run.
 */

type Thrown = {
  readonly name?: string;
  readonly message?: string;
  readonly VITEST_TEST_PATH?: unknown;
};

const [seed, ...paths] = process.argv.slice(2);

// On the disk that the load flushes to, not in memory.
process.env[TEST_DATABASES] ??= temporaryFolder();

const vitest = await createVitest({
  watch: false,
  sequence: { shuffle: { files: true, tests: true }, seed: Number(seed) },
  reporters: ['default'],
});

const stop = () => void vitest.cancelCurrentRun('keyboard-input');
process.once('message', stop);
process.once('disconnect', stop);

const pathOf = (file: string) => relative(process.cwd(), file).replaceAll('\\', '/');
const messageOf = (errors: readonly Thrown[] = []) =>
  errors[0]?.message ?? 'failed without a message';

/** What failed in one file: its tests, the hooks of its describe blocks, and the file itself. */
function failuresOf(module: TestModule): Failure[] {
  const file = pathOf(module.moduleId);
  const tests = [...module.children.allTests('failed')].map((test) => ({
    file,
    name: test.fullName,
    message: messageOf(test.result().errors),
  }));
  const hooks = [...module.children.allSuites()]
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => ({
      file,
      name: `${suite.fullName} (hook)`,
      message: messageOf(suite.errors()),
    }));
  const own = module.errors();
  const itself =
    own.length === 0 ? [] : [{ file, name: 'import or hook', message: messageOf(own) }];
  return [...tests, ...hooks, ...itself];
}

/**
 * Vitest gives these errors as an unknown type. They are serialised, and name the file if it is known.
 */
function unhandled(error: unknown): Failure {
  const thrown: Thrown = error instanceof Object ? error : { message: String(error) };
  const file = typeof thrown.VITEST_TEST_PATH === 'string' ? pathOf(thrown.VITEST_TEST_PATH) : null;
  return {
    file,
    name: `unhandled error: ${thrown.name ?? 'Error'}`,
    message: messageOf([thrown]),
  };
}

async function run(): Promise<RunReport> {
  try {
    const { testModules, unhandledErrors } = await vitest.start(paths);
    const count = (module: TestModule) => [...module.children.allTests()].length;
    return {
      tests: testModules.reduce((sum, module) => sum + count(module), 0),
      failures: [...testModules.flatMap(failuresOf), ...unhandledErrors.map(unhandled)],
    };
  } catch (error) {
    return { tests: 0, failures: [unhandled(error)] };
  } finally {
    await vitest.close();
  }
}

const report = await run();
// A resource that a test left open must not keep this process running: the report names what failed.
process.send?.(report, () => process.exit());
