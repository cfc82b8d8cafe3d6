import { z } from 'zod';
import { currency, moneyNonNegative, moneyPositive, reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { lineItem } from '../../protocol/line-items.ts';
import { paymentMethod } from './payment-methods.ts';

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
  action: z.enum(['sale', 'auth']),
  currency,
  amount: moneyPositive,
  /** Left out where there is none, as before there could be one. */
  additional_amount: moneyNonNegative.optional(),
  additional_edit: z.boolean().optional(),
  allow_credit: z.boolean(),
  pos_id: reference,
  pos_tid: reference,
  customer: text.nullable(),
  /** Of a sticker's request; the service's default where it is left out. */
  max_scan_age: z.int().nonnegative().optional(),
  text: text.nullable(),
  /** The bill, where goods were sold; their totals add up to the amount. */
  line_items: z.array(lineItem).max(LIMITS.basketLinesMax).optional(),
  display_message_uri: text,
  callback_uri: text,
  success_return_uri: text.nullable(),
  failure_return_uri: text.nullable(),
  expires_in: z.int().nonnegative(),
});
export type SaleBody = z.output<typeof saleBody>;

const refusedBecause = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unknown_customer') }),
  z.strictObject({ kind: z.literal('not_allowed'), sentence: text }),
  z.strictObject({ kind: z.literal('bad_request'), sentence: text }),
]);

/** The cash register's own name for a sale, and what tells its request from another one. */
const register = z.strictObject({
  reference: z.string().min(1).max(LIMITS.registerReferenceMax),
  fingerprint: z.string().min(1).max(100),
});

/** How a sale's money is dealt with, as `SaleMode`. */
export const saleMode = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sale') }),
  z.strictObject({ kind: z.literal('authorise') }),
  z.strictObject({
    kind: z.literal('vend'),
    item: reference,
    order: z.enum(['deposit', 'pay_first']),
  }),
]);

const sums = { amount: money, additional: money };

/** A sale was started; it is also the intent to create its request. */
const opened = ofSale.extend({
  kind: z.literal('opened'),
  number: z.int().positive(),
  way: paymentMethod,
  body: saleBody,
  /** A plain sale where it is left out. */
  mode: saleMode.optional(),
  register: register.optional(),
  label: z.string().max(LIMITS.labelMax).optional(),
  /** Not on the main screen from the beginning. */
  place: z.literal('aside').optional(),
  /** The device's code, where nothing can be asked for before someone has scanned it. */
  awaits: z.strictObject({ uri: text }).optional(),
  /** The second request of the same sale: a sticker beside the code on the screen. */
  twin: z.strictObject({ sale: reference, body: saleBody }).optional(),
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
  /** What the authorisation holds, and what was taken and given back so far. */
  held: z.strictObject(sums).optional(),
  taken: z.strictObject(sums).optional(),
  givenBack: z.strictObject(sums).optional(),
  /** The service shows the partial capture that this sale was waiting for. */
  took: reference.optional(),
  /** This sale waits for a renewal that it has not asked the service for yet. */
  renewal: z.literal('not_sent').optional(),
});
/** Written before the command is sent for the first time. */
const intent = ofSale.extend({
  kind: z.literal('intent'),
  what: z.enum(['capture', 'abort', 'release', 'reauth']),
  /** A partial capture with the id that every repeat of it carries; all there is when left out. */
  part: z.strictObject({ id: reference, ...sums }).optional(),
  /** Once that part is taken, the rest is given back. */
  rest: z.literal('release').optional(),
});
/** Money is reserved and the cashier has to decide. */
const held = ofSale.extend({
  kind: z.literal('held'),
  because: z.enum([
    'capture_failed',
    'recovered',
    'won_abort_race',
    'to_be_captured',
    'part_captured',
  ]),
  /** The service refused the partial capture, and no attempt of it is on its way. */
  dropped: z.literal(true).optional(),
});
/** The machine is told to deliver: written before it hears of it. */
const vend = ofSale.extend({ kind: z.literal('vend'), vend: reference });
/** What the machine said: written before any money is taken for it. */
const vended = ofSale.extend({
  kind: z.literal('vended'),
  vend: reference,
  result: z.enum(['ok', 'partial', 'failed', 'unknown']),
  amount: money.nullable(),
  why: text,
});
/** Paid, and this much was not delivered. */
const undelivered = ofSale.extend({
  kind: z.literal('undelivered'),
  how: z.enum(['refund', 'person']),
  missing: money,
});
const settled = ofSale.extend({
  kind: z.literal('settled'),
  how: z.enum(['delivered', 'refunded', 'person']),
});
/** The receipt is on the customer's phone, or will not come there. */
const receipt = ofSale.extend({
  kind: z.literal('receipt'),
  how: z.enum(['uploaded', 'given_up']),
});
const refused = ofSale.extend({ kind: z.literal('refused'), because: refusedBecause });
const aside = ofSale.extend({ kind: z.literal('aside') });
/** A person has seen how it ended and took it off the screen. */
const dismissed = ofSale.extend({ kind: z.literal('dismissed') });
/** It takes the main screen. */
const front = ofSale.extend({ kind: z.literal('front') });
/** A customer has scanned the device's code; the request names this customer from now on. */
const bound = ofSale.extend({ kind: z.literal('bound'), token: text });
/** One of two codes was scanned first: `won` goes on, `lost` is closed and never takes money. */
const chosen = ofSale.extend({ kind: z.literal('chosen'), leg: z.enum(['won', 'lost']) });
/** Ended on this till, before anything was asked of the service. */
const closed = ofSale.extend({
  kind: z.literal('closed'),
  because: z.enum(['cancelled', 'expired']),
});
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
/** The device's code is on show and waits for its total; a sale with it takes its id and number. */
const code = base.extend({
  kind: z.literal('code'),
  code: reference,
  number: z.int().positive(),
  uri: text,
  label: z.string().max(LIMITS.labelMax).optional(),
});
/** A customer has scanned it and waits. */
const codeScanned = base.extend({ kind: z.literal('code_scanned'), code: reference, token: text });
/** It is not on show any more, and its scan is forgotten. */
const codeClosed = base.extend({ kind: z.literal('code_closed'), code: reference });
/** A payment by another tender ended at this till. */
const tendered = base.extend({
  kind: z.literal('tendered'),
  method: z.string().max(LIMITS.labelMax).optional(),
  /** What it took, where somebody said so. */
  amount: moneyPositive.optional(),
});
/** Money is to be given back: written before the service hears of it, with the id of the refund. */
const refundOpened = base.extend({
  kind: z.literal('refund_opened'),
  refund: reference,
  tid: reference,
  amount: money,
  additional: money,
  currency,
  text: text.nullable(),
  /** Who allowed it; null for what a machine did not deliver. */
  approval: z.strictObject({ id: reference, approver: z.string().max(200) }).nullable(),
});
const refundEnded = base.extend({
  kind: z.literal('refund_ended'),
  refund: reference,
  how: z.enum(['done', 'refused']),
  sentence: text,
});
export type RefundOpenedRecord = z.output<typeof refundOpened>;
export type RefundEndedRecord = z.output<typeof refundEnded>;
/** The request for data exactly as it is sent, every time (idempotent on pos_id and pos_tid). */
const permissionBody = z.strictObject({
  customer: text,
  pos_id: reference,
  pos_tid: reference,
  text: text.nullable(),
  callback_uri: text.nullable(),
  scope: text,
  expires_in: z.int().nonnegative(),
});
/** A customer is asked for data: written before the service hears of it. */
const permissionOpened = base.extend({
  kind: z.literal('permission_opened'),
  request: reference,
  body: permissionBody,
});
const permissionCreated = base.extend({
  kind: z.literal('permission_created'),
  request: reference,
  rid: reference,
});
/** How it ended. What was granted is a secret and is not in it. */
const permissionEnded = base.extend({
  kind: z.literal('permission_ended'),
  request: reference,
  how: z.enum(['granted', 'declined', 'expired', 'unknown_customer', 'failed', 'refused']),
  sentence: text,
});
export type PermissionBody = z.output<typeof permissionBody>;
export type PermissionOpenedRecord = z.output<typeof permissionOpened>;
export type PermissionEndedRecord = z.output<typeof permissionEnded>;
/** Written to see whether the journal can be written again. */
const check = base.extend({ kind: z.literal('check') });

const saleRecord = z.discriminatedUnion('kind', [
  opened,
  created,
  scanned,
  seen,
  intent,
  held,
  vend,
  vended,
  undelivered,
  settled,
  receipt,
  refused,
  aside,
  front,
  dismissed,
  bound,
  chosen,
  closed,
]);
export type SaleRecord = z.output<typeof saleRecord>;
export type OpenedRecord = z.output<typeof opened>;

/** Schema of everything that is read from a journal. */
export const journalRecord = z.union([
  saleRecord,
  z.discriminatedUnion('kind', [
    unclaimed,
    claimed,
    check,
    code,
    codeScanned,
    codeClosed,
    tendered,
    refundOpened,
    refundEnded,
    permissionOpened,
    permissionCreated,
    permissionEnded,
  ]),
]);
export type JournalRecord = z.output<typeof journalRecord>;
export type UnclaimedRecord = z.output<typeof unclaimed>;
export type CodeRecord = z.output<typeof code>;
