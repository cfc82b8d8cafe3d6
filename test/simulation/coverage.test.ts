import { describe, expect, it } from 'vitest';
import { type Combination, createCoverage, everyCombination, numberOf } from './coverage.ts';
import { coverageFile, wrongJustifications } from './coverage-report.ts';
import { RARE } from './rare.ts';
import { covers, UNREACHABLE } from './unreachable.ts';

describe('the coverage table of the simulation', () => {
  it('counts an event in the state that the screen shows, once for each active fault', () => {
    const coverage = createCoverage();
    coverage.shows('s', 'unclear', 'two');
    coverage.note('s', 'order cancel', ['outage', 'disk_full']);
    coverage.note('s', 'order cancel', ['kill']);
    const counted = [
      { state: 'pair unclear', event: 'order cancel', fault: 'outage' },
      { state: 'pair unclear', event: 'order cancel', fault: 'disk_full' },
      { state: 'pair unclear', event: 'order cancel', fault: 'none' },
    ] as const;
    expect(new Map(counted.map((one) => [numberOf(one), 1]))).toEqual(coverage.counts());
    expect(coverageFile(coverage.counts())).toContain('pair unclear\torder cancel\toutage\t1\n');
  });

  it('gives each combination a different number', () => {
    const all = everyCombination();
    expect(new Set(all.map(numberOf)).size).toBe(all.length);
  });
});

describe('the rules for unreachable combinations', () => {
  it.each(UNREACHABLE)('cover a combination that no other rule covers: $why', (rule) => {
    const others = UNREACHABLE.filter((other) => other !== rule);
    const own = everyCombination().filter((one) => covers(rule, one));
    expect(own.filter((one) => !others.some((other) => covers(other, one)))).not.toEqual([]);
  });

  it.each(RARE)('leave at least one combination to each rule for rare ones: $why', (rule) => {
    const isUnreachable = (one: Combination) => UNREACHABLE.some((other) => covers(other, one));
    const own = everyCombination().filter((one) => covers(rule, one));
    expect(own.filter((one) => !isUnreachable(one))).not.toEqual([]);
  });

  it('are reported as wrong if a world reaches such a combination', () => {
    const reached = { state: 'paid', event: 'order cancel', fault: 'none' } as const;
    expect(wrongJustifications(new Map([[numberOf(reached), 1]]))).toEqual([
      'paid, order cancel, none was reached: The till offers `cancel` in these states alone.',
    ]);
  });
});
