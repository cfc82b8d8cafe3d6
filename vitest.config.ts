import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './test/support/file-order.ts';
import { LAST_RESORT } from './test/support/last-resort.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Tests that have a process of their own: those that choose a store or an environment for all of it
 * before anything is imported.
 */
const APART = [
  'test/resilience/postgres/**/*.test.ts',
  'test/main/electron/updates/updater-source.test.ts',
  'test/main/host/kiosk/open-kiosk.test.ts',
];

/** What every file begins and ends with. */
const SETUP = ['./test/support/quick-crypto-setup.ts', './test/support/leaves-no-trace.ts'];

/** The launcher's own proof: what it starts is a double of a double, and too slow for a busy machine. */
const ASKED_FOR = process.env.LAUNCHER === 'prove' ? [] : ['test/e2e/electron/binary.test.ts'];

export default defineConfig({
  test: {
    // Two more than a small machine has cores: most tests wait for a browser, a disk or a process.
    maxWorkers: Number(process.env.TEST_WORKERS ?? 4),
    globalSetup: './test/support/postgres/run.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.{ts,tsx}', 'examples/**/*.test.{ts,tsx}'],
          exclude: [...APART, ...ASKED_FOR],
          // One worker runs file after file: a fork, the imports and a browser cost a second each.
          isolate: false,
          setupFiles: [
            ...SETUP,
            './test/support/leaves-process-unchanged.ts',
            './test/support/leaves-no-page.ts',
          ],
        },
      },
      { extends: true, test: { name: 'apart', include: APART, setupFiles: SETUP } },
    ],
    pool: 'forks',
    // Megabytes for young objects: what a test makes is soon garbage, and collecting it often is work.
    execArgv: ['--min-semi-space-size=32'],
    sequence: { sequencer: FileOrder },
    // Deadlines of last resort: a test that passes reaches none of them, however slow the machine is.
    testTimeout: 5 * LAST_RESORT,
    hookTimeout: 5 * LAST_RESORT,
    expect: { poll: { timeout: LAST_RESORT } },
    env: {
      // The commands that tests start need not read and strip the same sources a hundred times.
      NODE_COMPILE_CACHE: join(tmpdir(), 'tillkit-compile-cache'),
      // Whatever the caller has set; see support/environment.ts for the rest.
      NODE_ENV: 'test',
    },
    // No stray import may ever reach the real package, which would try to download a binary.
    alias: {
      electron: path('./test/electron-double/electron.ts'),
      // The examples import the package by its name; here it is the tree itself.
      'tillkit/client': path('./shared/client/index.ts'),
      'tillkit/service': path('./service/index.ts'),
      'tillkit/host': path('./main/host/index.ts'),
      'tillkit/electron': path('./main/electron/index.ts'),
    },
  },
});
