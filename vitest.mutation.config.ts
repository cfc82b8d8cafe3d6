import { defineConfig } from 'vitest/config';

/** `npm run mutation`: the tests that judge the mutated parts; they start nothing and are quick. */
export default defineConfig({
  test: { include: ['test/shared/**/*.test.ts'], testTimeout: 20_000 },
});
