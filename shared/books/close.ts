import { z } from 'zod';
import type { EntryId } from '../ids/host-ids.ts';
import { money } from '../money/money.ts';
import { readBoundedJson } from '../protocol/bounded-json.ts';
import { schemaOf } from '../protocol/schema-of.ts';
import type { BookEntry, BookFact, PeriodReport, ShownReport } from './entry.ts';

/*
 * The close of a period as others read it: the service, which keeps the closes of all tills of a shop.
 */

const minor = z.int().transform((value) => money(value));
const count = z.int().nonnegative();
const day = z.iso.date();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const person = z.string().max(200);
const name = z.string().max(200);
const sum = z.object({ count, amount: minor });
const rates = z
  .array(z.object({ vatRate: z.string().max(20).nullable(), total: minor, vat: minor }))
  .max(100);

const drawer = z.object({
  opening: minor,
  payIn: sum,
  payOut: sum,
  noSale: count,
  expected: minor,
  counts: count,
  difference: minor,
});

const report = z.object({
  till: name,
  currency: z.string().regex(/^[A-Z]{3}$/),
  from: z.int(),
  to: z.int(),
  days: z.array(day).max(400),
  receipts: z.object({ first: count, last: count }).nullable(),
  sales: sum,
  gross: minor,
  discounts: z
    .array(sum.extend({ reason: name, by: person, approvedBy: person.nullable() }))
    .max(5_000),
  returned: z.array(sum.extend({ by: person, approvedBy: person.nullable() })).max(5_000),
  payouts: sum,
  net: minor,
  vat: rates,
  refundedVat: rates,
  tips: minor,
  rounding: minor,
  refunds: sum,
  otherTills: sum.exactOptional(),
  tenders: z
    .array(
      z.object({
        kind: z.enum(['phone', 'cash', 'other']),
        name: name.nullable(),
        sales: sum,
        refunds: sum,
      }),
    )
    .max(200),
  corrections: z
    .array(sum.extend({ act: z.enum(['removed', 'reduced', 'cleared']), by: person }))
    .max(5_000),
  people: z.array(sum.extend({ by: person })).max(1_000),
  drawer,
  fiscal: z
    .object({
      without: z.enum(['block_sales', 'sell_and_mark']).nullable(),
      signed: count,
      failed: count,
      unsigned: z.array(name).max(5_000),
      started: z.array(name).max(5_000),
    })
    .exactOptional(),
  grand: z.object({ sales: minor, refunds: minor, net: minor }),
});

/** The report of a period, from a source that may be wrong. */
export const periodReport = schemaOf<PeriodReport>()(report);

/** A report as a person reads it, who may still count the drawer. */
export const shownReport = schemaOf<ShownReport>()(
  report.extend({ drawer: drawer.extend({ expected: minor.nullable() }) }),
);

/** What a close has that was folded for the service (D-402). */
export type Folded = {
  /** Hash of the close in the books, which the next period continues. */
  readonly hash: string;
  /** Transactions of the fiscal device that are not named: waiting for a signature, and under way. */
  readonly unsigned: number;
  readonly started: number;
  /** Movements of phone payments that are not handed over, so the payments of the period cannot be compared. */
  readonly payments: number;
};

export type CloseFact = Extract<BookFact, { readonly kind: 'close' }> & {
  /** Only of a close that was folded; never in the books of a till. */
  readonly folded?: Folded;
};
/** An entry that closes a period. */
export type CloseEntry = Omit<BookEntry, 'fact'> & { readonly fact: CloseFact };

/** The service takes any text: a till that made its ids in another way is still heard. */
const entryId = z.string().max(200) as z.ZodType<string> as z.ZodType<EntryId>;

const closeEntry = schemaOf<CloseEntry>()(
  z.object({
    v: z.literal(1),
    entry: z.int().positive(),
    // A close is no receipt, so it has no number.
    receipt: z
      .int()
      .nullable()
      .refine((number): boolean => number === null),
    day,
    fact: z.object({
      id: entryId,
      at: z.int(),
      by: person,
      kind: z.literal('close'),
      number: z.int().positive(),
      approvedBy: person.nullable(),
      key: z.string().max(2_000),
      report: periodReport,
      folded: z.object({ hash, unsigned: count, started: count, payments: count }).exactOptional(),
    }),
    previous: hash,
    hash,
    signature: z.string().max(2_000).nullable(),
  }),
);

/** Reads the line of a close from a file of the books; null for anything else. */
export function readClose(line: string): CloseEntry | null {
  const json = readBoundedJson(line);
  return json.ok ? (closeEntry.safeParse(json.value).data ?? null) : null;
}

/** Hash of the close in the books of its till. */
export const hashInBooks = ({ hash: own, fact }: CloseEntry) => fact.folded?.hash ?? own;

/** Receipts and refunds that wait for the fiscal device; null for a till without one. */
export function unsignedOf({ report, folded }: CloseFact): number | null {
  return report.fiscal === undefined
    ? null
    : report.fiscal.unsigned.length + (folded?.unsigned ?? 0);
}

/** First and last business day of a close; the day of the close itself where nothing was booked. */
export function daysOf({ day: own, fact }: CloseEntry): {
  readonly first: string;
  readonly last: string;
} {
  const days = [...fact.report.days, own].sort();
  return { first: days[0] ?? own, last: days.at(-1) ?? own };
}
