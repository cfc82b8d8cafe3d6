import { businessDate } from '../ledger/calendar.ts';
import type { Instant } from '../time/clock.ts';

const midnight = (timeZone: string) => ({ timeZone, startOfDay: '00:00:00' });

/** `YYYY-MM-DD` of the shop's calendar day that `at` belongs to. */
export function shopDay(at: Instant, timeZone: string): string {
  return businessDate(at, midnight(timeZone));
}

/** True for the name of a time zone that days can be told in. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
