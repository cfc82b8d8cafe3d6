import { z } from 'zod';
import { periodReport } from '../books/close.ts';
import { line } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';

const day = z.iso.date();
const amount = z.number().int();

/** `GET /days`: business days, both included. */
export const portalDaysQuery = z.object({ from: day, to: day });

/** A close of a till, as the till handed it over. */
const period = z.object({
  /** The till's id and the close's number, for the address of its slip. */
  id: z.string(),
  /** Of the close in the books of the till: which report of this number it is. */
  hash: z.string(),
  pos: z.string(),
  number: z.number().int(),
  first_day: day,
  last_day: day,
  closed: z.number(),
  by: z.string(),
  approved_by: z.string().nullable(),
  /** Whether the till signed it. */
  signed: z.boolean(),
  /** Whether the till folded its rows, because they were more than the service takes. */
  folded: z.boolean(),
  /** Receipts and refunds that wait for the fiscal device; null for a till without one. */
  unsigned: z.number().int().nullable(),
  report: periodReport,
});
export type PortalPeriod = z.output<typeof period>;

/** `POST /days/:id/aside`: the period that the person saw (D-565), and why it is put aside, for whoever looks at it later. */
export const portalAsideInput = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  reason: line(LIMITS.receiptTextMax),
});

const difference = z.object({
  tid: z.string(),
  kind: z.enum(['capture', 'refund']),
  what: z.enum(['missing', 'doubled', 'other_amount', 'other_day']),
  place: z.enum(['till', 'service', 'settlement']),
  day: z.string(),
  currency: z.string(),
  service: amount.nullable(),
  other: amount.nullable(),
});
export type PortalDifference = z.output<typeof difference>;

export const portalDays = z.object({
  periods: z.array(period),
  /** What a till handed over that did not fit what the service keeps: restored or edited books. */
  problems: z.array(
    z.object({
      pos: z.string(),
      number: z.number().int(),
      kind: z.enum(['other_report', 'gap', 'not_continued', 'altered', 'other_key', 'left_out']),
      at: z.number(),
    }),
  ),
  /** Cash receipts that a till handed over and that its close does not count: they were cut from its books. */
  left_out: z.array(
    z.object({ pos: z.string(), number: z.number().int(), receipts: z.array(z.number().int()) }),
  ),
  differences: z.array(difference),
  /** Names of tills whose business day ends at another time than the settlement's. */
  other_days: z.array(z.string()),
  /** False if the range has more than is compared at once. */
  complete: z.boolean(),
});
export type PortalDays = z.output<typeof portalDays>;
