import { describe, expect, it } from 'vitest';
import { type Figure, summaryOf } from './report.ts';

/* The end of the bench says of every target whether it is met, missed, or was not measured. */

const figure = (what: string, value: number, met?: boolean): Figure => ({
  ...{ what, value, unit: 'ms' },
  ...(met === undefined ? {} : { target: { says: 'at most 5 ms', met } }),
});

describe('the end of the table', () => {
  it('counts what is met, and names what is missed and what was not measured', () => {
    const ratio = { low: 1, middle: 1.4, high: 2 };
    const figures = [
      figure('start', 3, true),
      figure('only told', 7),
      { ...figure('  p99', 8, false), against: { name: 'p99 alone', value: 6, ratio } },
      { ...figure('beside a peer', Number.NaN), note: 'skipped: there is no Java here' },
    ];
    expect(summaryOf(figures, [{ name: 'growth', why: 'not asked for' }])).toEqual([
      'Targets: 1 met, 1 missed; not measured: 2.',
      '  MISSED        p99: 8.00 ms, ratio 1.40; at most 5 ms',
      '  not measured  beside a peer: skipped: there is no Java here',
      '  not measured  growth: not asked for',
    ]);
  });

  it('counts a figure that is not a number as not measured', () => {
    expect(summaryOf([figure('rate', Number.NaN, false)], [])).toEqual([
      'Targets: 0 met, 0 missed; not measured: 1.',
      '  not measured  rate: at most 5 ms',
    ]);
  });

  it('is one line if all targets are met', () => {
    const all = summaryOf([figure('start', 3, true)], []);
    expect(all).toEqual(['Targets: 1 met, 0 missed; not measured: none.']);
  });
});
