import { z } from 'zod';
import { optional, reference } from '../../protocol/basic.ts';
import { schemaOf } from '../../protocol/schema-of.ts';
import { SCALE_FAULTS, type ScaleReading } from '../scale/reading.ts';
import { scannerProfile } from '../scanner/profile-schema.ts';
import { PAPER } from './refusals.ts';
import type { RoomRows } from './row.ts';
import { dayText } from './staff.ts';
import { MADE, NOTHING } from './values.ts';

const weighed = schemaOf<ScaleReading>()(
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.enum(['stable', 'moving']),
      grams: z.int(),
      tare: z.enum(['set', 'unknown']).exactOptional(),
    }),
    z.object({ kind: z.enum(['overload', 'underload']) }),
    z.object({ kind: z.literal('busy') }),
    z.object({ kind: z.literal('fault'), why: z.enum(SCALE_FAULTS) }),
  ]),
);

/** The scale of the till. */
export const SCALE = {
  // A screen asks four times in a second, which is no sign of a person.
  read_scale: {
    summary: 'Asks the scale for the weight now',
    who: { screen: 'nobody', also: ['register'] },
    refusals: [],
    input: z.object({}),
    answer: weighed,
  },
  set_scale: {
    summary: 'Sets what is on the scale to zero, as tare or as its zero point',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [],
    input: z.object({ act: z.enum(['tare', 'zero']) }),
    answer: weighed,
  },
} as const satisfies RoomRows;

/** The keyboard scanner. */
export const SCANNER = {
  scanner: {
    summary: 'Keeps what was learned about the scanner; null forgets it',
    who: { screen: 'supervisor', also: [] },
    input: z.object({ profile: scannerProfile.nullable() }),
    answer: NOTHING,
  },
} as const satisfies RoomRows;

/** The printer. The host answers each command at once and prints afterwards. */
export const PRINTING = {
  print_receipt: {
    summary: 'Prints the receipt of a sale; every later print of it is marked as a copy',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [...PAPER, 'no_receipt'],
    input: z.object({
      saleId: reference,
      /** When the sale started, for a sale that only the till's history may still hold. */
      started: z.number().int().nonnegative().optional(),
    }),
    answer: MADE,
  },
  print_test_page: {
    summary: 'Prints a test page',
    who: { screen: 'cashier', also: ['register'] },
    refusals: PAPER,
    input: z.object({}),
    answer: MADE,
  },
  print_day: {
    summary: 'Prints the slip of a day’s sums; today’s when the day is left out',
    who: { screen: 'cashier', also: ['register'] },
    refusals: PAPER,
    input: z.object({ day: optional(dayText) }),
    answer: MADE,
  },
  // Only the snapshots of the screens show the jobs and the notices of the printing.
  print_job: {
    summary: 'Tries a failed job again, or drops it',
    who: { screen: 'cashier', also: [] },
    input: z.object({ jobId: reference, act: z.enum(['again', 'drop']) }),
    answer: NOTHING,
  },
  print_seen: {
    summary: 'A person has seen a notice of the printing',
    who: { screen: 'cashier', also: [] },
    input: z.object({ notice: reference }),
    answer: NOTHING,
  },
} as const satisfies RoomRows;

/** Examining the till. The host refuses both commands while a sale is open. */
export const DIAGNOSIS = {
  diagnose: {
    summary: 'Runs all checks once; the snapshots bring the results, line by line',
    who: { screen: 'cashier', also: [] },
    input: z.object({}),
    answer: NOTHING,
  },
  support_bundle: {
    summary: 'Writes a file for support, without secrets; the id is its path',
    who: { screen: 'cashier', also: [] },
    input: z.object({}),
    answer: MADE,
  },
} as const satisfies RoomRows;
