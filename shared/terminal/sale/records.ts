import { z } from 'zod';
import { madeId, tenderName } from '../../bill/acts.ts';
import { billRecord, keptBill } from '../../bill/schema.ts';
import {
  clientId,
  currency,
  moneyNonNegative,
  moneyPositive,
  moneySigned,
  receiptNumber,
  reference,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { lineItem } from '../../protocol/line-items.ts';
import { schemaOf } from '../../protocol/schema-of.ts';
import { SERVICE_REFUSALS } from '../../refusals/service-refusal.ts';
import type { SaleMode } from './money-state.ts';
import { paymentMethod } from './payment-methods.ts';
import { refundedGoods } from './refunded-goods.ts';

/**
 * The records of the journal. The till rebuilds its sales from these records only, so it writes a record
 * before it acts. The format has a version. No record contains a secret.
 */
const base = z.strictObject({ v: z.literal(1), at: z.int().nonnegative() });
const ofSale = base.extend({ sale: reference });
const money = moneyNonNegative;
const text = z.string().max(2_000);

/** The body that every attempt sends (idempotent on pos_id and pos_tid). */
const saleBody = z.strictObject({
  action: z.enum(['sale', 'auth']),
  currency,
  amount: moneyPositive,
  /** Left out if there is none. */
  additional_amount: moneyNonNegative.optional(),
  additional_edit: z.boolean().optional(),
  allow_credit: z.boolean(),
  pos_id: reference,
  pos_tid: reference,
  customer: text.nullable(),
  /** For a sticker. Left out, the service uses its default. */
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

const reason = z.enum(SERVICE_REFUSALS);
const refusedBecause = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unknown_customer') }),
  z.strictObject({ kind: z.literal('not_allowed'), sentence: text, reason }),
  z.strictObject({ kind: z.literal('bad_request'), sentence: text, reason }),
]);

/** The cash register's reference of a sale, and a fingerprint of its request. */
const register = z.strictObject({
  reference: z.string().min(1).max(LIMITS.registerReferenceMax),
  fingerprint: z.string().min(1).max(100),
});

export const saleMode = schemaOf<SaleMode>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('sale') }),
    z.strictObject({ kind: z.literal('authorise') }),
    z.strictObject({
      kind: z.literal('vend'),
      item: reference,
      order: z.enum(['deposit', 'pay_first']),
    }),
  ]),
);

const sums = { amount: money, additional: money };

/** A sale was started; it is also the intent to create its request. */
const opened = ofSale.extend({
  kind: z.literal('opened'),
  number: z.int().positive(),
  method: paymentMethod,
  body: saleBody,
  /** A plain sale if it is left out. */
  mode: saleMode.optional(),
  register: register.optional(),
  label: z.string().max(LIMITS.labelMax).optional(),
  /** The bill of which it pays a part, and the tender that it is. */
  bill: z.strictObject({ bill: reference, tender: tenderName }).optional(),
  /** Who started the sale, for the books. */
  by: z.string().max(LIMITS.labelMax).optional(),
  /** The sale starts set aside. */
  place: z.literal('aside').optional(),
  /** The device's code. The till requests nothing before a customer has scanned it. */
  awaits: z.strictObject({ uri: text }).optional(),
  /** The second request of the pair: the sticker. */
  twin: z.strictObject({ sale: reference, body: saleBody }).optional(),
});
const created = ofSale.extend({
  kind: z.literal('created'),
  tid: reference,
  uri: text.nullable(),
  /** When the request expires, by the till's clock. */
  expires: z.int(),
});
const scanned = ofSale.extend({ kind: z.literal('scanned') });
/** An outcome that differs from the last one. */
const seen = ofSale.extend({
  kind: z.literal('seen'),
  code: z.int(),
  expires: z.int().nullable(),
  additional: money,
  /** Everything that was captured is refunded. */
  refunded: z.boolean(),
  authorised: z.strictObject(sums).optional(),
  captured: z.strictObject(sums).optional(),
  refundedSum: z.strictObject(sums).optional(),
  /** The pending partial capture, which the service now shows. */
  capture: reference.optional(),
  /** The ordered renewal is not sent yet. */
  renewal: z.literal('not_sent').optional(),
});
/** The intent of a command. Written before the command is sent for the first time. */
const intent = ofSale.extend({
  kind: z.literal('intent'),
  what: z.enum(['capture', 'abort', 'release', 'reauth']),
  /** A partial capture; every repeat has the same id. Left out for a full capture. */
  part: z.strictObject({ id: reference, ...sums }).optional(),
  /** Release the rest after this part is captured. */
  rest: z.literal('release').optional(),
});
/** Money is reserved, and the cashier must decide. */
const held = ofSale.extend({
  kind: z.literal('held'),
  because: z.enum([
    'capture_failed',
    'release_failed',
    'recovered',
    'won_abort_race',
    'to_be_captured',
    'part_captured',
  ]),
  /** The service refused the partial capture, and no attempt of it is in flight. */
  dropped: z.literal(true).optional(),
});
/** An order for the machine. Written before it is sent. */
const vend = ofSale.extend({ kind: z.literal('vend'), vend: reference });
/** The machine's result. Written before the till captures. */
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
/** The receipt is uploaded, or the till gave up. */
const receipt = ofSale.extend({
  kind: z.literal('receipt'),
  how: z.enum(['uploaded', 'given_up']),
});
const refused = ofSale.extend({ kind: z.literal('refused'), because: refusedBecause });
/**
 * The sale left the main screen. `end`: a person put it on hold, so its end stays on the screen until a person
 * has seen it. Without it nobody waits for the end: the machine has delivered.
 */
const aside = ofSale.extend({ kind: z.literal('aside'), end: z.literal('shown').optional() });
/** A person removed the ended sale from the screen. */
const dismissed = ofSale.extend({ kind: z.literal('dismissed') });
/** The sale is on the main screen. */
const front = ofSale.extend({ kind: z.literal('front') });
/** A customer scanned the device's code; the request names this customer. */
const bound = ofSale.extend({ kind: z.literal('bound'), token: text });
/** Choice between two requests: `won` continues; `lost` is closed and never captures. */
const chosen = ofSale.extend({ kind: z.literal('chosen'), leg: z.enum(['won', 'lost']) });
/** The sale ended before the till sent a request. */
const closed = ofSale.extend({
  kind: z.literal('closed'),
  because: z.enum(['cancelled', 'expired']),
});
/** A payment result that belongs to no sale of this till. */
const unclaimed = base.extend({
  kind: z.literal('unclaimed'),
  tid: z.string().max(200),
  /** Null where the event names the payment alone. */
  outcome: z
    .strictObject({
      posTid: z.string().max(200).nullable(),
      currency: z.string().max(10),
      code: z.int(),
      asked: z.strictObject(sums),
      authorised: z.strictObject(sums),
      captured: z.strictObject(sums),
      refunded: z.strictObject(sums),
    })
    .nullable(),
});
/** A person resolved an unclaimed result. */
const claimed = base.extend({ kind: z.literal('claimed'), tid: z.string().max(200) });
/** The till shows a code of its shortlink. A sale with this code takes its id and number. */
const code = base.extend({
  kind: z.literal('code'),
  code: reference,
  number: z.int().positive(),
  uri: text,
  label: z.string().max(LIMITS.labelMax).optional(),
});
/** A customer scanned the code and waits for the total. */
const codeScanned = base.extend({ kind: z.literal('code_scanned'), code: reference, token: text });
/** The code is closed, and its scan is removed. */
const codeClosed = base.extend({ kind: z.literal('code_closed'), code: reference });
/** A payment by another tender, such as cash. */
const tendered = base.extend({
  kind: z.literal('tendered'),
  method: z.string().max(LIMITS.labelMax).optional(),
  amount: moneyPositive,
  /** The caller's own id of it. */
  id: reference,
});
/** The time of the last payment of a bill by another tender, once the bill is gone. */
const lastTender = base.extend({ kind: z.literal('last_tender') });
/** A part of a sold line that a refund returns, with what a receipt needs of it. */
const refundedLineRecord = z.strictObject({
  index: z.int().nonnegative(),
  product: z.string().max(LIMITS.lineTextMax),
  name: z.string().max(LIMITS.lineTextMax),
  quantity: z.string().max(20),
  // Negative for a returned deposit.
  total: moneySigned,
  vat: moneySigned,
  rate: z.int().nonnegative(),
});
export type RefundedLineRecord = z.output<typeof refundedLineRecord>;
const rates = z
  .array(
    z.strictObject({
      vatRate: z.string().max(20).nullable(),
      total: moneySigned,
      vat: moneySigned,
    }),
  )
  .max(LIMITS.lineItemsMax);
const goods = z.array(refundedGoods).min(1).max(LIMITS.basketLinesMax);
/** A refund with its id. Written before it is sent. */
const refundOpened = base.extend({
  kind: z.literal('refund_opened'),
  refund: reference,
  tid: reference,
  amount: money,
  additional: money,
  currency,
  text: text.nullable(),
  /** Set if the request was to refund all that was left. */
  whole: z.literal(true).optional(),
  /** The approval; null for a refund of what a machine did not deliver. */
  approval: z
    .strictObject({
      id: reference,
      approver: z.string().max(200),
      by: z.string().max(200).exactOptional(),
    })
    .nullable(),
  /** Left out for a refund of an amount. */
  lines: z.array(refundedLineRecord).max(LIMITS.lineItemsMax).optional(),
  /** Of a refund of products of a bill, of which the payment paid a share. */
  goods: goods.optional(),
  /**
   * Its total and VAT by rate, of the lines of the payment and of all refunds before it, also those of other tills
   * (D-472). Left out where the payment has no lines, or the till could not read them.
   */
  rates: rates.optional(),
  /** The number of the receipt at the till that sold it; left out for a sale of this till (D-424). */
  otherReceipt: receiptNumber.optional(),
});
const refundEnded = base.extend({
  kind: z.literal('refund_ended'),
  refund: reference,
  how: z.enum(['done', 'refused']),
  sentence: text,
  /** Left out unless refused. */
  reason: reason.optional(),
  /**
   * The rates again, in the order in which the service has made the refunds of the payment: another till may have refunded
   * meanwhile (D-571). Left out where the till could not read them.
   */
  rates: rates.optional(),
});
/**
 * Products of a bill that was paid in shares were refunded: one refund for each payment that gives a part back. It is one
 * record, so a till that stops after it makes all of them, and one that stops before it makes none (D-573).
 */
const billRefunded = base.extend({
  kind: z.literal('bill_refunded'),
  /** The command. */
  id: clientId,
  bill: reference,
  by: z.string().max(LIMITS.labelMax),
  approver: z.string().max(200),
  reason: text.nullable(),
  /** To phones. Each one ends with a `refund_ended`. */
  phones: z.array(refundOpened).max(LIMITS.partsMax),
  /** In cash or by another tender, which the books have at once. `receipt` is the entry of the payment. */
  here: z
    .array(
      z.strictObject({
        refund: reference,
        receipt: z.string().max(LIMITS.referenceMax + 40),
        /** The name of the other tender; null for cash. */
        name: z.string().max(LIMITS.labelMax).nullable(),
        /** What coins change; zero for another tender. */
        rounding: moneySigned,
        goods,
      }),
    )
    .max(LIMITS.partsMax),
});
export type BillRefundedRecord = z.output<typeof billRefunded>;
export type RefundOpenedRecord = z.output<typeof refundOpened>;
export type RefundEndedRecord = z.output<typeof refundEnded>;
/** The body that every attempt sends (idempotent on pos_id and pos_tid). */
const permissionBody = z.strictObject({
  customer: text,
  pos_id: reference,
  pos_tid: reference,
  text: text.nullable(),
  callback_uri: text.nullable(),
  scope: text,
  expires_in: z.int().nonnegative(),
});
/** A request for customer data. Written before it is sent. */
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
/** The end of a request for data. The granted data is secret and not part of it. */
const permissionEnded = base.extend({
  kind: z.literal('permission_ended'),
  request: reference,
  how: z.enum(['granted', 'declined', 'expired', 'unknown_customer', 'failed', 'refused']),
  sentence: text,
});
export type PermissionBody = z.output<typeof permissionBody>;
export type PermissionOpenedRecord = z.output<typeof permissionOpened>;
export type PermissionEndedRecord = z.output<typeof permissionEnded>;
/** A command or a result that changed a bill. */
const bill = base.extend({ kind: z.literal('bill'), record: billRecord });
/** A bill in place of its records, in a journal that was compacted. */
const billKept = base.extend({ kind: z.literal('bill_kept'), bill: keptBill });
/** The last commands on bills in place of their records, so that a repeat does nothing twice. */
const billsDone = base.extend({ kind: z.literal('bills_done'), ids: z.array(madeId) });
/** Tests whether the journal can be written again. */
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
    lastTender,
    refundOpened,
    refundEnded,
    billRefunded,
    permissionOpened,
    permissionCreated,
    permissionEnded,
    bill,
    billKept,
    billsDone,
  ]),
]);
export type JournalRecord = z.output<typeof journalRecord>;
export type UnclaimedRecord = z.output<typeof unclaimed>;
export type CodeRecord = z.output<typeof code>;
