import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingAt } from '../../../shared/catalogue/opening.ts';
import { minutesOfSpan, openingHours, WEEKDAYS } from '../../../shared/protocol/opening-hours.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time/clock.ts';

const hoursOf = (week: object, exceptions: readonly object[] = []) =>
  openingHours.parse({ week, exceptions });
const at = (text: string) => Date.parse(text);

/* 2026-11-23 is a Monday. Oslo is one hour before UTC in winter. */
const SHOP = hoursOf(
  {
    monday: ['08:00-12:00', '13:00-17:00'],
    tuesday: ['08:00-17:00'],
    friday: ['18:00-02:00'],
    saturday: ['18:00-24:00'],
    sunday: ['00:00-01:00'],
  },
  [
    { date: '2026-11-24', open: ['10:00-11:00'] },
    { date: '2026-11-30', open: [] },
  ],
);

describe('the opening hours of a shop', () => {
  it.each([
    ['before it opens', '2026-11-23T07:59+01:00', 'closed', '2026-11-23T08:00+01:00'],
    ['when it opens', '2026-11-23T08:00+01:00', 'open', '2026-11-23T12:00+01:00'],
    ['when it closes for lunch', '2026-11-23T12:00+01:00', 'closed', '2026-11-23T13:00+01:00'],
    ['in the afternoon', '2026-11-23T16:59+01:00', 'open', '2026-11-23T17:00+01:00'],
    ['on a date of its own', '2026-11-24T08:30+01:00', 'closed', '2026-11-24T10:00+01:00'],
    ['on that date later', '2026-11-24T10:30+01:00', 'open', '2026-11-24T11:00+01:00'],
    ['after that date', '2026-11-24T16:00+01:00', 'closed', '2026-11-27T18:00+01:00'],
    ['past midnight', '2026-11-28T01:59+01:00', 'open', '2026-11-28T02:00+01:00'],
    [
      'over a midnight that joins two days',
      '2026-11-28T23:59+01:00',
      'open',
      '2026-11-29T01:00+01:00',
    ],
    ['before a closed date', '2026-11-29T12:00+01:00', 'closed', '2026-12-01T08:00+01:00'],
  ])('say %s what the shop is, and until when', (_when, now, kind, change) => {
    const found = openingAt(SHOP, at(now), 'Europe/Oslo');
    const until = found.kind === 'open' ? found.until : found.next;
    expect([found.kind, until]).toEqual([kind, at(change)]);
  });

  it('find an opening that is months away, and none in a shop that does not open', () => {
    const season = hoursOf({}, [{ date: '2027-06-01', open: ['10:00-18:00'] }]);
    const now = at('2026-11-23T12:00+01:00');
    expect(openingAt(season, now, 'Europe/Oslo')).toEqual({
      kind: 'closed',
      next: at('2027-06-01T10:00+02:00'),
    });
    expect(openingAt(hoursOf({}), now, 'Europe/Oslo')).toEqual({ kind: 'closed', next: null });
  });

  it.each([
    ['two times that overlap', { monday: ['08:00-12:00', '11:00-13:00'] }],
    ['two times in the wrong order', { monday: ['13:00-17:00', '08:00-12:00'] }],
    ['a time after one that passes midnight', { monday: ['18:00-02:00', '23:00-24:00'] }],
    ['a time without length', { monday: ['08:00-08:00'] }],
    ['an hour that does not exist', { monday: ['08:00-24:30'] }],
    ['a day that does not exist', { mondays: [] }],
  ])('refuse %s', (_what, week) => {
    expect(openingHours.safeParse({ week }).success).toBe(false);
  });

  it('refuse a date twice, and one that no calendar has', () => {
    const closed = (...dates: string[]) =>
      openingHours.safeParse({ week: {}, exceptions: dates.map((date) => ({ date, open: [] })) });
    expect(closed('2026-12-24', '2026-12-25').success).toBe(true);
    expect(closed('2026-12-24', '2026-12-24').success).toBe(false);
    expect(closed('2026-02-30').success).toBe(false);
  });
});

/* Days on which clocks change: by an hour, at midnight, by half an hour, and a day that was left out. */
const CHANGES = [
  ['Europe/Oslo', '2026-03-29T01:00Z'],
  ['Europe/Oslo', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['Asia/Kolkata', '2026-06-01T00:00Z'],
] as const;

/** Date, day of the week and minute of the day on the shop's wall, by the platform and not by the rule. */
function wallOf(now: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  }).formatToParts(now);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const date = `${of('year')}-${of('month')}-${of('day')}`;
  return { date, minute: Number(of('hour')) * 60 + Number(of('minute')) };
}

const weekdayOf = (date: string) => WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7];
const dayBefore = (date: string) =>
  new Date(Date.parse(`${date}T00:00Z`) - DAY).toISOString().slice(0, 10);

/** Nights are tried more often than days, because clocks change then. */
const time = fc
  .oneof(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 0, max: 14 }))
  .map((quarter) => quarter * 15);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const daySpans = fc
  .tuple(fc.uniqueArray(time, { minLength: 0, maxLength: 5 }), fc.boolean())
  .map(([times, late]) => {
    const all = times.toSorted((a, b) => a - b);
    const first = late && all.length % 2 === 0 && all.length > 0 ? all.slice(1) : all;
    const spans: string[] = [];
    for (let place = 0; place + 1 < first.length; place += 2) {
      spans.push(`${clock(first[place] ?? 0)}-${clock(first[place + 1] ?? 0)}`);
    }
    const last = first.at(-1);
    // An odd one is left: it is open over midnight, until one of the night's quarters.
    if (first.length % 2 === 1 && last !== undefined && last > 300) {
      spans.push(`${clock(last)}-${clock((last * 7) % 300)}`);
    }
    return spans;
  });
const anyWeek = fc.record(Object.fromEntries(WEEKDAYS.map((day) => [day, daySpans])), {
  requiredKeys: [],
});

describe('hours around a change of the clocks', () => {
  const night = hoursOf({ sunday: ['02:15-02:45'] });
  it.each([
    ['twice', '2026-10-25T02:15+02:00', '2026-10-25T02:45+01:00'],
    ['never', '2026-03-29T03:00+02:00', null],
    ['once', '2026-11-01T02:15+01:00', '2026-11-01T02:45+01:00'],
  ])('have a time that comes %s', (_how, opens, closes) => {
    const before = openingAt(night, at(opens) - HOUR, 'Europe/Oslo');
    const found = openingAt(night, at(opens), 'Europe/Oslo');
    if (closes === null) expect(found).toEqual(before);
    else {
      expect(before).toEqual({ kind: 'closed', next: at(opens) });
      expect(found).toEqual({ kind: 'open', since: at(opens), until: at(closes) });
    }
  });

  const cases = fc.record({
    change: fc.constantFrom(...CHANGES),
    week: anyWeek,
    exception: fc.option(fc.tuple(fc.integer({ min: -1, max: 1 }), daySpans), { nil: null }),
    minutes: fc.oneof(
      fc.integer({ min: -36 * 60, max: 36 * 60 }),
      fc.integer({ min: -120, max: 120 }),
    ),
  });

  type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

  function planOf({ change: [zone, around], week, exception, minutes }: Case) {
    const now = at(around) + minutes * MINUTE;
    const dates =
      exception === null
        ? []
        : [{ date: wallOf(at(around) + exception[0] * DAY, zone).date, open: exception[1] }];
    return { zone, now, hours: hoursOf(week, dates) };
  }

  /** Whether the clock on the wall shows an open time. */
  function showsOpen({ hours, now, zone }: ReturnType<typeof planOf>): boolean {
    const { date, minute } = wallOf(now, zone);
    const on = (day: string, shown: number) => {
      const own = hours.exceptions?.find((one) => one.date === day);
      const weekday = weekdayOf(day);
      const spans = own?.open ?? (weekday === undefined ? undefined : hours.week[weekday]) ?? [];
      return spans.some((text) => {
        const { from, to } = minutesOfSpan(text);
        return from <= shown && shown < to;
      });
    };
    return on(date, minute) || on(dayBefore(date), minute + 24 * 60);
  }

  it('are open whenever the clock shows an open time, and otherwise only in a time that comes twice', () => {
    fc.assert(
      fc.property(cases, (input) => {
        const plan = planOf(input);
        const isOpen = openingAt(plan.hours, plan.now, plan.zone).kind === 'open';
        if (showsOpen(plan)) expect(isOpen).toBe(true);
        else if (isOpen) {
          const shown = JSON.stringify(wallOf(plan.now, plan.zone));
          const twins = [HOUR, -HOUR, HOUR / 2, -HOUR / 2].map((by) => plan.now + by);
          expect(twins.some((other) => JSON.stringify(wallOf(other, plan.zone)) === shown)).toBe(
            true,
          );
        }
      }),
      { numRuns: 400 },
    );
  });

  it('do not change before the instant that they name, and change then', () => {
    fc.assert(
      fc.property(
        cases,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (input, part) => {
          const { hours, now, zone } = planOf(input);
          const found = openingAt(hours, now, zone);
          const until = found.kind === 'open' ? found.until : found.next;
          if (until === null) return;
          expect(until).toBeGreaterThan(now);
          const between = now + Math.floor((until - now) * part);
          expect(openingAt(hours, between, zone).kind).toBe(found.kind);
          const isFar = found.kind === 'open' && until - now > 7 * DAY;
          if (!isFar) expect(openingAt(hours, until, zone).kind).not.toBe(found.kind);
          if (found.kind !== 'open') return;
          expect(found.since).toBeLessThanOrEqual(now);
          expect(openingAt(hours, found.since, zone).kind).toBe('open');
        },
      ),
      { numRuns: 300 },
    );
  });
});
