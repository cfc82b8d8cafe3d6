import { describe, expect, it } from 'vitest';
import { type Figure, summaryOf } from './report.ts';

/* The summary reports each target as met, missed or not measured. */

const figure = (what: string, value: number, met?: boolean): Figure => ({
  ...{ what, value, unit: 'ms' },
  ...(met === undefined ? {} : { target: { requirement: 'at most 5 ms', met } }),
});

describe('the summary of the bench', () => {
  it('counts the met targets, and names the missed and unmeasured ones', () => {
    const ratio = { low: 1, middle: 1.4, high: 2 };
    const figures = [
      figure('start', 3, true),
      figure('without a target', 7),
      { ...figure('  p99', 8, false), against: { name: 'p99 alone', value: 6, ratio } },
      { ...figure('flows', Number.NaN), note: 'skipped: Java is not installed' },
    ];
    expect(summaryOf(figures, [{ name: 'growth', why: 'not selected' }])).toEqual([
      'Targets: 1 met, 1 missed; not measured: 2.',
      '  MISSED        p99: 8.00 ms, ratio 1.40; at most 5 ms',
      '  not measured  flows: skipped: Java is not installed',
      '  not measured  growth: not selected',
    ]);
  });

  it('counts a target as not measured if its figure is not a number', () => {
    expect(summaryOf([figure('rate', Number.NaN, false)], [])).toEqual([
      'Targets: 0 met, 0 missed; not measured: 1.',
      '  not measured  rate: at most 5 ms',
    ]);
  });

  it('is one line if all targets are met', () => {
    const summary = summaryOf([figure('start', 3, true)], []);
    expect(summary).toEqual(['Targets: 1 met, 0 missed; not measured: none.']);
  });
});
