import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { filesOf, RUN, type Run, testFiles } from './test/runs.ts';
import { testSeed } from './test/simulation/first-seed.ts';
import { FileOrder } from './test/support/file-order.ts';
import { FileTimes } from './test/support/file-times.ts';
import { LAST_RESORT } from './test/support/last-resort.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Tests that run in a separate process, because they choose a store or an environment for the whole
 * process before they import the product.
 */
const APART = [
  'test/resilience/postgres/**/*.test.ts',
  'test/main/electron/updates/updater-source.test.ts',
  'test/main/host/kiosk/open-kiosk.test.ts',
];

/** Modules that Vitest runs before each test file; they also check the end of the file. */
const SETUP = [
  './test/support/quick-crypto-setup.ts',
  './test/support/patient-connections.ts',
  './test/support/leaves-no-trace.ts',
];

/**
 * The test of the Electron launcher runs only with `LAUNCHER=prove`: on a busy machine its pages
 * sometimes appear too late.
 */
const ON_REQUEST = process.env.LAUNCHER === 'prove' ? [] : ['test/e2e/electron/binary.test.ts'];

/** The files of the run that the environment selects; all files if it selects none. */
const selected = process.env[RUN];
const FILES = selected === undefined ? testFiles() : filesOf(selected as Run);
const isApart = (file: string) => APART.some((pattern) => matchesGlob(file, pattern));
const isOnRequest = (file: string) => ON_REQUEST.includes(file);

export default defineConfig({
  test: {
    // More workers than a small machine has cores, because most tests wait for a browser, a disk or a
    // process.
    maxWorkers: Number(process.env.TEST_WORKERS ?? 4),
    globalSetup: './test/support/postgres/run.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: FILES.filter((file) => !isApart(file) && !isOnRequest(file)),
          // A worker runs many files, because a fork, the imports and a browser take a second each.
          isolate: false,
          setupFiles: [
            ...SETUP,
            './test/support/leaves-process-unchanged.ts',
            './test/support/property-seed.ts',
            './test/support/leaves-no-page.ts',
          ],
        },
      },
      { extends: true, test: { name: 'apart', include: FILES.filter(isApart), setupFiles: SETUP } },
    ],
    pool: 'forks',
    // Megabytes for new objects: tests create much garbage, and V8 then collects it less often.
    execArgv: ['--min-semi-space-size=32'],
    sequence: { sequencer: FileOrder },
    reporters: ['default', new FileTimes()],
    // Long deadlines: a test that passes reaches none of them, also on a slow machine.
    testTimeout: 5 * LAST_RESORT,
    hookTimeout: 5 * LAST_RESORT,
    expect: { poll: { timeout: LAST_RESORT } },
    env: {
      // The commands that tests start share the compiled sources.
      NODE_COMPILE_CACHE: join(tmpdir(), 'tillkit-compile-cache'),
      // The values that property tests try.
      PROPERTY_SEED: process.env.PROPERTY_SEED ?? String(testSeed().seed),
      // Replaces the caller's value; test/support/environment.ts sets the other variables.
      NODE_ENV: 'test',
    },
    // Tests import the double: the real package would download a binary.
    alias: {
      electron: path('./test/electron-double/electron.ts'),
      // The examples import the package by its name; the tests use the sources of this tree.
      'tillkit/client': path('./shared/client/index.ts'),
      'tillkit/service': path('./service/index.ts'),
      'tillkit/host': path('./main/host/index.ts'),
      // The longer name first, because an alias also replaces the begin of a name.
      'tillkit/testing/vitest': path('./main/testing/vitest.ts'),
      'tillkit/testing': path('./main/testing/index.ts'),
      'tillkit/electron': path('./main/electron/index.ts'),
    },
  },
});
