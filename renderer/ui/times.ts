import type { Instant } from '../../shared/time/clock.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}

/** Supported locales that write a time as two digits, a colon, and two digits. */
const COLON: readonly string[] = ['en-GB', 'nb-NO'];

/** `08:42` in the device's time zone. */
export function timeOfDay(at: Instant, locale: string): string {
  // The first formatter of a page costs several milliseconds, and the clock is in the first frame.
  if (COLON.includes(locale)) {
    const time = new Date(at);
    return [time.getHours(), time.getMinutes()]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  }
  return formatter(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/** `08:42` for today, `19. nov., 08:42` for another day, with the year if it is another year. */
export function shortDateTime(at: Instant, now: Instant, locale: string): string {
  const day = (one: Instant) => formatter(locale, { dateStyle: 'short' }).format(one);
  if (day(at) === day(now)) return timeOfDay(at, locale);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return formatter(locale, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/** `08:42:07`, for log lines. */
export function timeWithSeconds(at: Instant, locale: string): string {
  return formatter(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/** Day, month and time: `Monday 23 November at 08:42`. */
export function longDateTime(at: Instant, locale: string): string {
  return formatter(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/** `20.11.2026, 08:42:33`, for receipts. */
export function receiptTime(at: Instant, locale: string): string {
  return formatter(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/**
 * Time left as `4:52`, from an hour on `1:04:52`; never below zero. The argument is in
 * milliseconds.
 */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** A gap in a log: `2 min 26 s`. The argument is in milliseconds. */
export function gapText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A `YYYY-MM-DD` day for people: `todayWord` for today, else `tor. 19. nov.`. */
export function dayLabel(
  day: string,
  today: string | null,
  todayWord: string,
  locale: string,
): string {
  if (day === today) return todayWord;
  // At noon UTC the date is the same in every formatter that uses UTC.
  const noon = Date.parse(`${day}T12:00:00Z`);
  if (Number.isNaN(noon)) return day;
  const form = { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(locale, form).format(noon);
}
