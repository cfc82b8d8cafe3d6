import { expect, it } from 'vitest';
import { environmentAt, HARD_DATES, isDate } from './dates.ts';

it('every hard date is a date', () => {
  expect(HARD_DATES.filter((date) => !isDate(date))).toEqual([]);
});

it.each([
  ['2027-03-28T01:00', '+60'],
  ['2027-03-28T00:58', '-60'],
])('a process has the date %s with an offset of %s s', (date, offset) => {
  const now = Date.UTC(2027, 2, 28, 0, 59);
  expect(environmentAt(date, now, '/lib.so')).toMatchObject({
    LD_PRELOAD: '/lib.so',
    FAKETIME: offset,
  });
});
