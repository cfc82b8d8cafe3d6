import { Temporal } from 'temporal-polyfill';
import type { Grain } from '../protocol/sales-summary.ts';
import type { Frequency } from '../protocol/settlement.ts';
import { HOUR, type Instant } from '../time/clock.ts';
import type { DayTerms } from './settle.ts';

/** Longest wait for a boundary in days: a month and a margin for changes of the clocks. */
const DAYS_AHEAD = 33;

/** The first boundary after `after`: a start of day on which this frequency settles (D-51, D-168). */
export function nextBoundary(after: Instant, terms: DayTerms, frequency: Frequency): Instant {
  const today = dateOf(after, terms.timeZone);
  for (let days = 0; days <= DAYS_AHEAD; days += 1) {
    const date = today.add({ days });
    const at = startOf(date, terms);
    if (at > after && settlesOn(date, frequency)) return at;
  }
  throw new Error(`no settlement day of frequency ${frequency} within ${DAYS_AHEAD} days`);
}

function settlesOn(date: Temporal.PlainDate, frequency: Frequency): boolean {
  switch (frequency) {
    case 'daily':
      return true;
    case 'weekdays':
      return date.dayOfWeek <= 5;
    case 'weekly':
      return date.dayOfWeek === 1;
    case 'monthly':
      return date.day === 1;
  }
}

/**
 * Starts of the periods from a day to another, both included, and the end of the last one; null
 * when there are more than `limit`. Hours are hours of real time and days are days of the calendar,
 * so a day on which the clocks change has 23 or 25 of them.
 */
export function periodsOf(
  range: { readonly from: string; readonly to: string },
  grain: Grain,
  terms: DayTerms,
  limit: number,
): { readonly starts: readonly Instant[]; readonly end: Instant } | null {
  const last = Temporal.PlainDate.from(range.to).add({ days: 1 });
  const end = startOf(last, terms);
  const starts: Instant[] = [];
  let date = Temporal.PlainDate.from(range.from);
  let at = startOf(date, terms);
  while (at < end) {
    if (starts.length >= limit) return null;
    starts.push(at);
    if (grain === 'hour') {
      at += HOUR;
      continue;
    }
    date = following(date, grain);
    at = startOf(date, terms);
  }
  return { starts, end };
}

/** Weeks begin on Monday; the first period may be cut short by the range. */
function following(date: Temporal.PlainDate, grain: Exclude<Grain, 'hour'>): Temporal.PlainDate {
  switch (grain) {
    case 'day':
      return date.add({ days: 1 });
    case 'week':
      return date.add({ days: 8 - date.dayOfWeek });
    case 'month':
      return date.with({ day: 1 }).add({ months: 1 });
  }
}

/** The instant at which a day begins; a time that the clocks skip begins right after the gap. */
function startOf(date: Temporal.PlainDate, terms: DayTerms): Instant {
  const plainTime = Temporal.PlainTime.from(terms.startOfDay);
  return date.toZonedDateTime({ timeZone: terms.timeZone, plainTime }).epochMilliseconds;
}

function dateOf(at: Instant, timeZone: string): Temporal.PlainDate {
  return zoned(at, timeZone).toPlainDate();
}

function zoned(at: Instant, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
}

/** `YYYY-MM-DD` of the business day that `at` belongs to: before the start of day it is the last one. */
export function businessDate(at: Instant, terms: DayTerms): string {
  const date = dateOf(at, terms.timeZone);
  return (at < startOf(date, terms) ? date.subtract({ days: 1 }) : date).toString();
}

/** `businessDate` for many times: it remembers the day of the last one, because the next one is mostly on the same day. */
export function businessDates(terms: DayTerms): (at: Instant) => string {
  let known = { day: '', from: 0, to: 0 };
  return (at) => {
    if (at >= known.from && at < known.to) return known.day;
    const day = businessDate(at, terms);
    const date = Temporal.PlainDate.from(day);
    known = { day, from: startOf(date, terms), to: startOf(date.add({ days: 1 }), terms) };
    return day;
  };
}

/** The same for terms that can change. */
export function businessDatesOf(terms: () => DayTerms): (at: Instant) => string {
  let known: { readonly terms: DayTerms; readonly dayOf: (at: Instant) => string } | null = null;
  return (at) => {
    const now = terms();
    const isKnown =
      known?.terms.timeZone === now.timeZone && known.terms.startOfDay === now.startOfDay;
    if (known === null || !isKnown) known = { terms: now, dayOf: businessDates(now) };
    return known.dayOf(at);
  };
}

/** `YYYY-MM-DD hh:mm:ss` of a time zone. */
export function formatLocal(at: Instant, timeZone: string): string {
  return zoned(at, timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');
}

const midnight = (timeZone: string) => ({ timeZone, startOfDay: '00:00:00' });

/** `YYYY-MM-DD` of the shop's calendar day that `at` belongs to. */
export function shopDay(at: Instant, timeZone: string): string {
  return businessDate(at, midnight(timeZone));
}

/** True for the name of a time zone that the runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
