import type { Instant } from '../../../shared/time/clock.ts';

/** Formats times and days for a reader in one time zone. */
export type Times = {
  /** `08:42`. */
  clock(at: Instant): string;
  /** `08:42:07`. */
  seconds(at: Instant): string;
  /** `20 Nov, 08:42`. */
  short(at: Instant): string;
  /** `Friday 20 November`. */
  long(at: Instant): string;
  /** `Fri 20 November`, for a column. */
  date(at: Instant): string;
  /** `YYYY-MM-DD` of the day of an instant. */
  day(at: Instant): string;
};

/** Formatters for a locale and the shop's time zone. */
export function timesOf(locale: string, timeZone: string): Times {
  const of = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (at: Instant) => formatter.format(at);
  };
  const hm = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const iso = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return {
    clock: of(hm),
    seconds: of({ ...hm, second: '2-digit' }),
    short: of({ day: 'numeric', month: 'short', ...hm }),
    long: of({ weekday: 'long', day: 'numeric', month: 'long' }),
    date: of({ weekday: 'short', day: 'numeric', month: 'long' }),
    day: (at) => iso.format(at),
  };
}

/** Name of a `YYYY-MM-DD` day: `Friday 20 November`, with the year if it differs from `year`. */
export function dayName(day: string, locale: string, year: string): string {
  const name = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.startsWith(year) ? {} : { year: 'numeric' }),
  }).format(Date.parse(`${day}T00:00:00Z`));
  // The name is a heading, and not every language capitalises its days.
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The day `by` days later; `by` may be negative. */
export function shiftDay(day: string, by: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  return at.toISOString().slice(0, 10);
}
