import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  businessDate,
  businessDatesOf,
  formatLocal,
  nextBoundary,
  periodsOf,
} from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { HOUR } from '../../../shared/time/clock.ts';

const OSLO = { timeZone: 'Europe/Oslo', startOfDay: '04:00:00' };
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);
const utc = (instant: number) => new Date(instant).toISOString().slice(0, 16).replace('T', ' ');

describe('the next settlement', () => {
  // 2026-03-06 is a Friday; Oslo is one hour ahead of UTC until 2026-03-29, then two.
  it.each([
    ['daily', '2026-03-06 02:59:59', '2026-03-06 03:00'],
    ['daily', '2026-03-06 03:00:00', '2026-03-07 03:00'],
    ['weekdays', '2026-03-06 03:00:00', '2026-03-09 03:00'],
    ['weekly', '2026-03-06 03:00:00', '2026-03-09 03:00'],
    ['weekly', '2026-03-09 03:00:00', '2026-03-16 03:00'],
    ['monthly', '2026-03-06 03:00:00', '2026-04-01 02:00'],
    ['monthly', '2026-12-31 23:00:00', '2027-01-01 03:00'],
    ['daily', '2026-03-28 03:00:00', '2026-03-29 02:00'],
    ['daily', '2026-10-25 02:00:00', '2026-10-25 03:00'],
  ] as const)('%s after %s is %s', (frequency, after, expected) => {
    expect(utc(nextBoundary(at(after), OSLO, frequency))).toBe(expected);
  });

  it('at a time that the clocks skip is right after the gap', () => {
    const skipped = { ...OSLO, startOfDay: '02:30:00' };
    expect(utc(nextBoundary(at('2026-03-28 12:00:00'), skipped, 'daily'))).toBe('2026-03-29 01:30');
  });
});

describe('periods', () => {
  const day = (date: string, grain: 'hour' | 'day' | 'week' | 'month' = 'hour') => {
    const periods = periodsOf({ from: date, to: date }, grain, OSLO, 1_000);
    if (periods === null) throw new Error('too many periods');
    return periods;
  };

  it('a day has 24 hours, 23 in spring and 25 in autumn', () => {
    expect(day('2026-03-02').starts).toHaveLength(24);
    // The business day that begins on Saturday at four holds the change of Sunday morning.
    expect(day('2026-03-28').starts).toHaveLength(23);
    const autumn = day('2026-10-24');
    expect(autumn.starts).toHaveLength(25);
    const twice = autumn.starts.map((start) => formatLocal(start, 'Europe/Oslo'));
    expect(twice.filter((text) => text === '2026-10-25 02:00:00')).toHaveLength(2);
    for (const [index, start] of autumn.starts.entries()) {
      expect((autumn.starts[index + 1] ?? autumn.end) - start).toBe(HOUR);
    }
  });

  it('start at the first date, then on every Monday or on the first of every month', () => {
    const weeks = periodsOf({ from: '2026-03-05', to: '2026-03-20' }, 'week', OSLO, 10);
    const starts = weeks?.starts.map((start) => formatLocal(start, 'Europe/Oslo').slice(0, 10));
    expect(starts).toEqual(['2026-03-05', '2026-03-09', '2026-03-16']);
    const months = periodsOf({ from: '2026-01-31', to: '2026-03-01' }, 'month', OSLO, 10);
    const firsts = months?.starts.map((start) => formatLocal(start, 'Europe/Oslo').slice(0, 10));
    expect(firsts).toEqual(['2026-01-31', '2026-02-01', '2026-03-01']);
    expect(utc(months?.end ?? 0)).toBe('2026-03-02 03:00');
  });

  it('are refused when there are too many', () => {
    expect(periodsOf({ from: '2020-01-01', to: '2026-01-01' }, 'hour', OSLO, 1_000)).toBeNull();
    expect(
      periodsOf({ from: '2026-01-01', to: '2026-01-10' }, 'day', OSLO, 10)?.starts,
    ).toHaveLength(10);
  });
});

it('a time before the start of the business day belongs to the day before', () => {
  expect(businessDate(at('2026-03-06 02:59:59'), OSLO)).toBe('2026-03-05');
  expect(businessDate(at('2026-03-06 03:00:00'), OSLO)).toBe('2026-03-06');
});

it('the remembered business date is that of the time, also after the terms have changed and where clocks change', () => {
  const zone = fc.constantFrom('Europe/Oslo', 'Asia/Tokyo', 'America/Sao_Paulo', 'UTC');
  const start = fc.constantFrom('00:00:00', '03:00:00', '05:30:00');
  const time = fc.oneof(
    fc.integer({ min: Date.UTC(2026, 2, 27), max: Date.UTC(2026, 2, 31) }),
    fc.integer({ min: Date.UTC(2026, 9, 23), max: Date.UTC(2026, 9, 27) }),
  );
  const step = fc.record({ timeZone: zone, startOfDay: start, at: time });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      let terms: DayTerms = { timeZone: 'UTC', startOfDay: '00:00:00' };
      const dayOf = businessDatesOf(() => terms);
      for (const { at: time, ...next } of steps) {
        if (time % 2 === 0) terms = next;
        expect(dayOf(time)).toBe(businessDate(time, terms));
      }
    }),
  );
});
