import { Temporal } from 'temporal-polyfill';
import { minutesOfSpan, type OpeningHours, WEEKDAYS } from '../protocol/opening-hours.ts';
import type { Instant } from '../time/clock.ts';

/** Whether a shop is open. `since` and `until` are at most about a week away, also for a shop that never closes. */
export type Opening =
  | { readonly kind: 'open'; readonly since: Instant; readonly until: Instant }
  /** `next` is when it opens; null if it does not within a year. */
  | { readonly kind: 'closed'; readonly next: Instant | null };

type Span = { readonly from: Instant; readonly to: Instant };

/** How far the times before and after an instant are joined, days. */
const NEAR = 8;
/** How far the next opening of a closed shop is searched, days. */
const FAR = 370;

/**
 * Whether a shop with these hours is open at `at`, by the clock on its wall (D-377). A time that the clocks skip is
 * right after the gap. A time that comes twice opens at its first and closes at its second, so a shop is open
 * whenever its clock shows an open time. `timeZone` is an IANA name.
 */
export function openingAt(hours: OpeningHours, at: Instant, timeZone: string): Opening {
  const today = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const spansFrom = spansOf(hours, timeZone);
  const near = joined(
    Array.from({ length: 2 * NEAR + 1 }, (_, day) => today.add({ days: day - NEAR })).flatMap(
      spansFrom,
    ),
  );
  const now = near.find(({ from, to }) => from <= at && at < to);
  if (now !== undefined) return { kind: 'open', since: now.from, until: now.to };
  const soon = near.find(({ from }) => from > at);
  if (soon !== undefined) return { kind: 'closed', next: soon.from };
  for (let days = NEAR + 1; days <= FAR; days += 1) {
    const [first] = spansFrom(today.add({ days }));
    if (first !== undefined) return { kind: 'closed', next: first.from };
  }
  return { kind: 'closed', next: null };
}

/** The times that begin on a date. */
function spansOf(
  { week, exceptions = [] }: OpeningHours,
  timeZone: string,
): (date: Temporal.PlainDate) => readonly Span[] {
  const other = new Map(exceptions.map(({ date, open }) => [date, open]));
  return (date) => {
    const weekday = WEEKDAYS[date.dayOfWeek - 1];
    const usual = weekday === undefined ? undefined : week[weekday];
    const spans = other.get(date.toString()) ?? usual ?? [];
    return spans
      .map((text) => {
        const { from, to } = minutesOfSpan(text);
        return {
          from: instantAt(date, from, timeZone, 'earlier'),
          to: instantAt(date, to, timeZone, 'later'),
        };
      })
      .filter(({ from, to }) => from < to);
  };
}

/** Minutes of a day as an instant. `which` is taken of a time that comes twice. */
function instantAt(
  date: Temporal.PlainDate,
  minutes: number,
  timeZone: string,
  which: 'earlier' | 'later',
): Instant {
  const local = date.toPlainDateTime().add({ minutes });
  const found = local.toZonedDateTime(timeZone, { disambiguation: which });
  if (found.toPlainDateTime().equals(local)) return found.epochMilliseconds;
  const before = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return (before.getTimeZoneTransition('next') ?? before).epochMilliseconds;
}

/** Times that overlap or follow each other without a pause are one. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last === undefined || last.to < span.from) all.push(span);
    else all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return all;
}
