import { globSync } from 'node:fs';

/*
 * The suite at another date, with the library of the Debian package `libfaketime`: it changes the wall
 * clock of the processes that the run starts, also of the browser. Timers run as usual. PostgreSQL keeps
 * the machine's date: with the library some of its processes never end, and the service does not ask it for
 * the time.
 */

/** Moments in UTC at which results that depend on the calendar differ. `--date hard` stands for all. */
export const HARD_DATES: readonly string[] = [
  // A Friday afternoon: a shop that is settled on weekdays has its next settlement on Monday.
  '2026-11-27T15:00',
  // In Oslo it is already Saturday.
  '2026-11-27T23:30',
  // A Sunday, whose end is the end of a month.
  '2027-01-31T20:00',
  // The clocks of Europe go forward at 01:00, during the run.
  '2027-03-28T00:55',
  // The 96 hours from here have one settlement fewer than usual, because one of the days has 25 hours.
  '2027-10-28T22:30',
  // They go back at 01:00.
  '2027-10-31T00:55',
  // The year ends in Oslo during the run, an hour before it ends in UTC.
  '2027-12-31T22:55',
  // The leap day ends in UTC during the run.
  '2028-02-29T23:55',
];

const FORMAT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** True for `YYYY-MM-DDThh:mm` of a day that exists. */
export function isDate(text: string): boolean {
  if (!FORMAT.test(text)) return false;
  const at = Date.parse(`${text}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The path of the library that changes the date, or null if this machine does not have it. */
export function dateLibrary(): string | null {
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null;
}

/**
 * The variables with which a process, and all that it starts, has the date `date` now.
 *
 * @param now milliseconds since 1970, UTC.
 */
export function environmentAt(date: string, now: number, library: string): Record<string, string> {
  const seconds = Math.round((Date.parse(`${date}Z`) - now) / 1_000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    // Timers count on the monotonic clock. With the library's own treatment of it, Chromium's threads
    // wait in a loop that takes all of a core.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
    FAKETIME_SKIP_CMDS: 'postgres,initdb',
  };
}
