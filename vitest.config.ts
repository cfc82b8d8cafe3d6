import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}', 'examples/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: './test/support/postgres/run.ts',
    // The commands that tests start need not read and strip the same sources a hundred times.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'tillkit-compile-cache') },
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
