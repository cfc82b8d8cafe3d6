import { describe, expect, it } from 'vitest';
import type { StressOptions } from './options.ts';
import { type Failure, type StressRun, summarise } from './summary.ts';

const options: StressOptions = { runs: 3, load: 0, disk: false, seed: 5, only: [], dates: [] };
const failure: Failure = {
  file: 'test/shared/money/sum.test.ts',
  name: 'a sum > is exact',
  message: 'expected 1 to be 2\n\n- 1\n+ 2',
};
const run = (seed: number, ...failures: Failure[]): StressRun => ({
  ...{ seed, date: null, tests: 9, failures },
});

describe('the summary of the stress command', () => {
  it('is one line if all runs passed', () => {
    expect(summarise([run(5), run(6)], options)).toEqual(['2 runs: 2 passed, 0 failed']);
    expect(summarise([run(5)], options)).toEqual(['1 run: 1 passed, 0 failed']);
  });

  it('lists each failed test with its seeds and the command that repeats it', () => {
    expect(summarise([run(5), run(6, failure), run(7, failure)], options)).toEqual([
      '3 runs: 1 passed, 2 failed',
      '',
      'test/shared/money/sum.test.ts > a sum > is exact',
      '  failed in 2 of 3: seed 6, seed 7',
      '  expected 1 to be 2',
      '  run it again: npm run test:stress -- --seed 6 --only test/shared/money/sum.test.ts',
      '',
      'the failed runs again, with all their files:',
      '  npm run test:stress -- --seed 6',
      '  npm run test:stress -- --seed 7',
    ]);
  });

  it('counts an unhandled error without a file as a failure of its run', () => {
    const error = { file: null, name: 'unhandled error: ReferenceError', message: 'no document' };
    expect(summarise([run(5, error)], { ...options, only: ['test/main'] })).toEqual([
      '1 run: 0 passed, 1 failed',
      '',
      'unhandled error: ReferenceError',
      '  failed in 1 of 1: seed 5',
      '  no document',
      '  run it again: npm run test:stress -- --seed 5 --only test/main',
      '',
      'the failed runs again, with all their files:',
      '  npm run test:stress -- --seed 5 --only test/main',
    ]);
  });

  it('lists a test that failed twice in one run only once, with one seed', () => {
    const lines = summarise([run(5, failure, { ...failure, message: 'another' })], options);
    expect(lines.filter((line) => line.includes('is exact'))).toHaveLength(1);
    expect(lines).toContain('  failed in 1 of 1: seed 5');
  });

  it.each([
    [{ load: 4, disk: true }, '--seed 5 --load 4'],
    [{ load: 0, disk: true }, '--seed 5 --disk'],
  ])('repeats the load %j in the command', (load, words) => {
    const lines = summarise([run(5, failure)], { ...options, ...load });
    expect(lines.at(-1)).toBe(`  npm run test:stress -- ${words}`);
  });

  it('names the date of a run, also in the command', () => {
    const lines = summarise([{ ...run(5, failure), date: '2027-03-28T00:55' }], options);
    expect(lines).toContain('  failed in 1 of 1: seed 5 on 2027-03-28T00:55');
    expect(lines.at(-1)).toBe('  npm run test:stress -- --seed 5 --date 2027-03-28T00:55');
  });
});
