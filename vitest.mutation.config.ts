import { defineConfig } from 'vitest/config';
import { PARTS } from './test/mutation/parts.ts';

const { MUTATION_PART: name } = process.env;
const parts = PARTS.filter((part) => name === undefined || part.name === name);

/**
 * `npm run mutation`: the tests that judge the mutated part; they start nothing and are quick. One
 * worker without isolation, because a mutant's tests take milliseconds and a new worker a second.
 */
export default defineConfig({
  test: {
    include: parts.flatMap(({ tests }) => tests),
    isolate: false,
    fileParallelism: false,
    testTimeout: 20_000,
  },
});
