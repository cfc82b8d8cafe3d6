import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PARTS } from './test/mutation/parts.ts';

const { MUTATION_PART: name } = process.env;
const parts = PARTS.filter((part) => name === undefined || part.name === name);

const ORDER = parts.flatMap(({ tests }) => tests);

/** The quickest judge first, as the parts list them: most bugs are noticed by it. */
class Listed extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      ORDER.findIndex((name) => moduleId.endsWith(`/${name}`));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * `npm run mutation`: the tests that judge the mutated part; they start nothing and are quick. One
 * worker without isolation, because a mutant's tests take milliseconds and a new worker a second.
 */
export default defineConfig({
  test: {
    include: ORDER,
    sequence: { sequencer: Listed },
    isolate: false,
    fileParallelism: false,
    testTimeout: 3_000,
  },
});
