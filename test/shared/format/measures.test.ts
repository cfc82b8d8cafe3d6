import { expect, it } from 'vitest';
import { measuresOf } from '../../../shared/format/measures.ts';

it('names a size and a time in one unit, the largest that says it, and a weight with three decimals', () => {
  const { size, roughly, kilograms } = measuresOf('en-GB');
  expect([0, 300, 184_320, 1_572_864, 999 * 1_048_576, 21_474_836_480].map(size)).toEqual([
    '0 kB',
    '0.3 kB',
    '180 kB',
    '1.5 MB',
    '999 MB',
    '20 GB',
  ]);
  expect([1_000, 119_000, 754_000, 3 * 3_600_000, 9 * 86_400_000].map(roughly)).toEqual([
    '1 second',
    '119 seconds',
    '13 minutes',
    '3 hours',
    '9 days',
  ]);
  expect([335, 1_250, 0].map(kilograms)).toEqual(['0.335', '1.250', '0.000']);
  expect(measuresOf('nb-NO').kilograms(335)).toBe('0,335');
});
