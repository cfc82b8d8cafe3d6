import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** The days of a week as a document names them, Monday first. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const SPAN = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/**
 * A time in which the shop is open, `08:00-12:00`. One that ends before it begins, `18:00-02:00`, ends on the next
 * day. `00:00-24:00` is a whole day.
 */
const span = z
  .string()
  .regex(SPAN, 'must be two times of day, 08:00-17:00')
  .refine((text) => text.slice(0, 5) !== text.slice(6), 'must end at another time than it begins');

/** The times of one day, in their order; an empty list: closed all day. */
const daySpans = z
  .array(span)
  .max(LIMITS.openingSpansMax, `must be at most ${LIMITS.openingSpansMax}`)
  .refine(inOrder, 'must be in order and may not overlap');

/** A time that ends after midnight is the last one of its day. */
function inOrder(spans: readonly string[]): boolean {
  const all = spans.map(minutesOfSpan);
  return all.every(({ from }, place) => place === 0 || (all[place - 1]?.to ?? 0) <= from);
}

const isoDate = z.iso.date('must be a date, 2026-12-24');

/**
 * When the shop is open, in its own time zone. A day of the week that is left out is closed. An exception counts in
 * place of the day of the week, for the times that begin on its date.
 */
export const openingHours = z.strictObject({
  week: z.strictObject({
    monday: daySpans.optional(),
    tuesday: daySpans.optional(),
    wednesday: daySpans.optional(),
    thursday: daySpans.optional(),
    friday: daySpans.optional(),
    saturday: daySpans.optional(),
    sunday: daySpans.optional(),
  }),
  exceptions: z
    .array(z.strictObject({ date: isoDate, open: daySpans }))
    .max(LIMITS.openingExceptionsMax, `must be at most ${LIMITS.openingExceptionsMax}`)
    .refine(
      (days) => new Set(days.map(({ date }) => date)).size === days.length,
      'has one date twice',
    )
    .optional(),
  /** Whether receipts show the hours of the week. */
  on_receipts: z.boolean().optional(),
});
export type OpeningHours = z.output<typeof openingHours>;

/** A checked span in minutes of the day on which it begins; `to` is beyond 1,440 if it ends on the next day. */
export function minutesOfSpan(text: string): { readonly from: number; readonly to: number } {
  const [from = 0, to = 0] = text.split('-').map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return { from, to: to > from ? to : to + 24 * 60 };
}
