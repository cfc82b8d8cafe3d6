import { z } from 'zod';
import { currency, moneyNonNegative, moneyPositive, reference } from '../protocol/basic.ts';

/**
 * What a till writes down. Sales are rebuilt from these records and from nothing else, so a record
 * is written before the act that it tells of, and its form is versioned. No record holds a secret.
 */
const base = z.strictObject({ v: z.literal(1), at: z.int().nonnegative() });
const ofSale = base.extend({ sale: reference });
const money = moneyNonNegative;
const text = z.string().max(2_000);

/** The request exactly as it is sent, every time (idempotent on pos_id and pos_tid). */
const saleBody = z.strictObject({
  action: z.literal('sale'),
  currency,
  amount: moneyPositive,
  allow_credit: z.boolean(),
  pos_id: reference,
  pos_tid: reference,
  customer: text.nullable(),
  text: text.nullable(),
  display_message_uri: text,
  callback_uri: text,
  success_return_uri: text.nullable(),
  failure_return_uri: text.nullable(),
  expires_in: z.int().nonnegative(),
});
export type SaleBody = z.output<typeof saleBody>;

const way = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('qr') }),
  z.strictObject({ kind: z.literal('phone'), msisdn: text }),
]);

const refusedBecause = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unknown_customer') }),
  z.strictObject({ kind: z.literal('not_allowed'), sentence: text }),
  z.strictObject({ kind: z.literal('bad_request'), sentence: text }),
]);

/** A sale was started; it is also the intent to create its request. */
const opened = ofSale.extend({
  kind: z.literal('opened'),
  number: z.int().positive(),
  way,
  body: saleBody,
});
const created = ofSale.extend({
  kind: z.literal('created'),
  tid: reference,
  uri: text.nullable(),
  /** When the request's time runs out, by this till's clock. */
  expires: z.int(),
});
const scanned = ofSale.extend({ kind: z.literal('scanned') });
/** The outcome endpoint said something new. */
const seen = ofSale.extend({
  kind: z.literal('seen'),
  code: z.int(),
  expires: z.int().nullable(),
  additional: money,
  /** All that was captured has been refunded. */
  refunded: z.boolean(),
});
/** Written before the command is sent for the first time. */
const intent = ofSale.extend({
  kind: z.literal('intent'),
  what: z.enum(['capture', 'abort', 'release']),
});
/** Money is reserved and the cashier has to decide. */
const held = ofSale.extend({
  kind: z.literal('held'),
  because: z.enum(['capture_failed', 'recovered', 'won_abort_race']),
});
const refused = ofSale.extend({ kind: z.literal('refused'), because: refusedBecause });
const aside = ofSale.extend({ kind: z.literal('aside') });
/** A result that fits no sale of this till. */
const unclaimed = base.extend({
  kind: z.literal('unclaimed'),
  tid: z.string().max(200),
  posTid: z.string().max(200).nullable(),
  amount: money.nullable(),
  currency: z.string().max(10).nullable(),
  code: z.int().nullable(),
});
/** Someone has dealt with an unclaimed result. */
const claimed = base.extend({ kind: z.literal('claimed'), tid: z.string().max(200) });
/** Written to see whether the journal can be written again. */
const check = base.extend({ kind: z.literal('check') });

const saleRecord = z.discriminatedUnion('kind', [
  opened,
  created,
  scanned,
  seen,
  intent,
  held,
  refused,
  aside,
]);
export type SaleRecord = z.output<typeof saleRecord>;
export type OpenedRecord = z.output<typeof opened>;

/** Schema of everything that is read from a journal. */
export const journalRecord = z.union([
  saleRecord,
  z.discriminatedUnion('kind', [unclaimed, claimed, check]),
]);
export type JournalRecord = z.output<typeof journalRecord>;
export type UnclaimedRecord = z.output<typeof unclaimed>;
