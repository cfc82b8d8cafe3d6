import { z } from 'zod';
import { line, moneyPositive, moneySigned, optional, prose, reference } from '../protocol/basic.ts';
import { billLines, refundedLine, returnableLine } from '../protocol/bill-lines.ts';
import { LIMITS } from '../protocol/limits.ts';
import { decimal, lineIndex } from '../protocol/line-items.ts';
import { receiptPageLink } from '../protocol/receipt-page.ts';
import { STATUSES } from '../protocol/status-codes.ts';
import { portalMe } from './sign-in.ts';

/**
 * What the merchant's pages and the service say to each other (the self-service portal of the
 * specification): JSON under this path on the service's own address, with a session cookie. Writes
 * need `Content-Type: application/json` and the header below, which no cross-site form can send.
 * Amounts are minor units, instants milliseconds since 1970 UTC. Errors have the API's error body.
 */
export const PORTAL_PATH = '/portal/v1';
export const PORTAL_HEADER = 'x-tillkit-portal';
/** Its value in a request that a page repeats by itself while nobody uses it: no use of the session. */
export const WATCHING = 'watching';
/**
 * Header of each answer in a session: whole seconds until the session ends without a further use, and
 * ` final` after them if no use prolongs it.
 */
export const SESSION_LEFT_HEADER = 'x-tillkit-session-left';
/** Where the pages are. */
export const PORTAL_PAGE = '/m/';
/**
 * The pages below it, in the order of the menu. Everything else there is left to scanned codes, which
 * may begin with any letter (D-154).
 */
export const PORTAL_PAGES = [
  'payments',
  'settlements',
  'days',
  'tills',
  'users',
  'codes',
  'callbacks',
  'catalogue',
  'acts',
] as const;

const instant = z.number();
const amount = z.number().int();

/**
 * `POST /session` signs in and answers `portalMe`; `DELETE /session` signs out (204). `GET /session` answers
 * 204 or 401, and `POST /session/use` does the same for a person who wants to stay signed in.
 */
export const portalSessionInput = z.object({
  merchant_id: line(LIMITS.referenceMax),
  user_id: line(LIMITS.userIdMax),
  /** As the person typed it: a secret is compared and not shown. */
  secret: z
    .string()
    .min(1, 'must not be empty')
    .max(2 * LIMITS.secretMax),
});

/**
 * `POST /first-user`: creates the user of an invitation and signs in. The browser has made the key; the
 * secret is in this answer and never again.
 */
export const portalFirstUserInput = z.object({
  merchant_id: line(LIMITS.referenceMax),
  token: z.string().regex(/^[\w-]{43}$/),
  user_id: line(LIMITS.userIdMax),
  pubkey: z.string().min(1).max(LIMITS.publicKeyTextMax),
});
export const portalFirstUser = z.object({ me: portalMe, secret: z.string() });
export type PortalFirstUser = z.infer<typeof portalFirstUser>;
/** What follows `#` in the address of a first user. A browser does not send it to any server. */
export const FIRST_USER_MARK = 'first-user=';

/** `POST /demo-session`: opens the demo's shop, only on this machine; 404 outside of the demo. */

/** What became of payments: each is in exactly one group, so that the counts add up to all. */
export const PAYMENT_GROUPS = ['paid', 'reserved', 'waiting', 'refunded', 'failed'] as const;
export type PaymentGroup = (typeof PAYMENT_GROUPS)[number];

const payment = z.object({
  tid: z.string(),
  /** `pos_tid`: what the till calls it. */
  reference: z.string(),
  /** The number on the till's receipt; null if another system than a till made the payment. */
  receipt: z.string().nullable(),
  /** Name of the point of sale, or its id where it is not registered (D-72). */
  pos: z.string(),
  /** The request's text, or what was bought; null when the till said neither. */
  what: z.string().nullable(),
  currency: z.string(),
  /** All amounts with the additional amount. What was asked for. */
  amount,
  /** What can still be captured. */
  authorised: amount,
  captured: amount,
  /** What the customer had approved, and was released without a capture. */
  released_amount: amount,
  refunded: amount,
  /** What the list states: what is reserved or captured, less refunds, or else what was asked for. */
  listed: amount,
  status: z.enum(STATUSES),
  status_code: z.number().int(),
  /** The merchant released all of it. */
  released: z.boolean(),
  created: instant,
  modified: instant,
});
export type PortalPayment = z.infer<typeof payment>;

const day = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/);

/**
 * `GET /payments`: newest first. `day` is one of the merchant's calendar; `q` is a reference, an amount
 * or words of the text. A search reads a bounded number of payments at a time: `next` continues where it
 * stopped, also if nothing was found so far.
 */
export const portalPaymentsQuery = z.object({
  day: optional(day),
  group: optional(z.enum(PAYMENT_GROUPS)),
  q: optional(z.string().max(LIMITS.portalSearchMax)),
  after: optional(z.string().max(100)),
});
export const portalPayments = z.object({
  items: z.array(payment),
  next: z.string().nullable(),
  /** Creation time of the oldest payment that was read; null if all were read. */
  searched_to: instant.nullable(),
});
export type PortalPayments = z.infer<typeof portalPayments>;

/** `GET /payments.csv`: everything that fits, as a file. */
export const portalPaymentsFileQuery = portalPaymentsQuery.omit({ after: true });

/** `GET /payments-day`: the numbers of one day; `day` is today unless it is given. */
export const portalDayQuery = z.object({ day: optional(day) });
export const portalDay = z.object({
  day: z.string(),
  count: z.number().int(),
  /** False when the day has more payments than were counted. */
  complete: z.boolean(),
  net: z.array(z.object({ currency: z.string(), amount })),
  groups: z.record(z.enum(PAYMENT_GROUPS), z.number().int()),
});
export type PortalDay = z.infer<typeof portalDay>;

/** What happened to a payment, in order. A null time: that it happened is known, not when. */
export const TIMELINE_KINDS = [
  'request',
  'opened',
  'auth',
  'capture',
  'refund',
  'release',
  'abort',
  'rejected',
  'expired',
  'fail',
  'callback_delivered',
  'callback_pending',
  'callback_failed',
] as const;
const step = z.object({
  kind: z.enum(TIMELINE_KINDS),
  at: instant.nullable(),
  /** Money moved or reserved, or null. */
  amount: amount.nullable(),
  /** For callbacks: the event, what the receiver answered, and how many tries it took. */
  event: z.string().nullable(),
  answer: z.string().nullable(),
  tries: z.number().int(),
  /** For a refund by line: what it returned. */
  lines: z.array(refundedLine).optional(),
});
export type TimelineStep = z.infer<typeof step>;

/** `GET /payments/<tid>`. */
export const portalPayment = payment.extend({
  additional_amount: amount,
  text: z.string().nullable(),
  customer: z.string().nullable(),
  fee: amount,
  interchange: amount,
  expires: instant,
  bill: billLines,
  /** What was captured and not yet refunded, and under which id the next refund is asked for. */
  refundable: amount,
  /** The part of `refundable` that lines can return: what is left without the tip. */
  refundable_by_line: amount,
  refund_id: z.string(),
  /** The sold lines of which something can still be refunded; none if the payment cannot be refunded by line. */
  returnable: z.array(returnableLine),
  timeline: z.array(step),
  /** The receipts that the till has handed over, oldest first. */
  receipts: z.array(receiptPageLink),
});
export type PortalPaymentDetail = z.infer<typeof portalPayment>;

/**
 * `POST /payments/<tid>/refund`, for users who hold a key; answers `portalPayment`. The same id with
 * the same amount and lines again is the same refund, so a press too many moves no money.
 */
export const portalRefundInput = z.object({
  refund_id: reference,
  amount: moneyPositive,
  /** The sold lines that are refunded; what they cost is the amount. */
  lines: z
    .array(z.object({ index: lineIndex, quantity: decimal, total: moneySigned }))
    .min(1)
    .max(LIMITS.lineItemsMax)
    .readonly()
    .optional(),
  text: optional(prose(LIMITS.textMax)),
});

const settlement = z.object({
  id: z.string(),
  currency: z.string(),
  created: instant,
  /** The time it covers: from inclusive, to exclusive. */
  start: instant,
  end: instant,
  sales: amount,
  refunds: amount,
  /** Every fee with its tax, and interchange. */
  fees: amount,
  /** Fees of earlier settlements that this one took (zero or negative), and what it left. */
  before: amount,
  after: amount,
  payout: amount,
});
export type PortalSettlement = z.infer<typeof settlement>;

/** `GET /settlements`: newest first, a page at a time. */
export const portalAfterQuery = z.object({ after: optional(z.string().max(100)) });
export const portalSettlements = z.object({
  items: z.array(settlement),
  next: z.string().nullable(),
});

/** `GET /settlements/<id>`: with its fees one by one and the addresses of its logs. */
export const portalSettlement = settlement.extend({
  capture_count: z.number().int(),
  refund_count: z.number().int(),
  transaction_fee: amount,
  settlement_fee: amount,
  scope_fee: amount,
  interchange: amount,
  vat: amount,
  account: z.string().nullable(),
  transaction_logs: z.array(z.string()),
  scope_logs: z.array(z.string()),
});
export type PortalSettlementDetail = z.infer<typeof portalSettlement>;

export const SALES_GRAINS = ['hour', 'day', 'week', 'month'] as const;
export type SalesGrain = (typeof SALES_GRAINS)[number];

/** `GET /sales`: net sales of the last periods, the one under way last. */
export const portalSalesQuery = z.object({ grain: z.enum(SALES_GRAINS) });
export const portalSales = z.object({
  grain: z.enum(SALES_GRAINS),
  currency: z.string(),
  /** Starts as `YYYY-MM-DD hh:mm:ss` of the merchant's time zone, with what was captured less refunds. */
  periods: z.array(z.object({ start: z.string(), net: amount })),
});
export type PortalSales = z.infer<typeof portalSales>;

/** `GET /pos`. */
export const portalTills = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
});
export type PortalTills = z.infer<typeof portalTills>;

const apiUser = z.object({
  id: z.string(),
  label: z.string().nullable(),
  netmask: z.string().nullable(),
  has_secret: z.boolean(),
  has_key: z.boolean(),
  /** SHA-256 of the key, base64: what its holder can compare. */
  fingerprint: z.string().nullable(),
});
export type PortalApiUser = z.infer<typeof apiUser>;

/** `GET /users`; `POST /users` makes one, and its secret is in that answer and never again. */
export const portalUsers = z.object({ items: z.array(apiUser) });
export const portalUserInput = z.object({
  id: optional(line(LIMITS.userIdMax)),
  label: optional(line(LIMITS.userLabelMax)),
});
/** Also of `POST /users/<id>/secret`, which replaces the secret. */
export const portalUserSecret = z.object({ user: apiUser, secret: z.string() });
export type PortalUserSecret = z.infer<typeof portalUserSecret>;
/** `POST /users/<id>/key` (answers the user); `DELETE` of the same takes the key away. */
export const portalKeyInput = z.object({ pubkey: z.string().min(1).max(LIMITS.publicKeyTextMax) });
export const portalApiUser = apiUser;

const code = z.object({
  id: z.string(),
  label: z.string().nullable(),
  serial_number: z.string().nullable(),
  callback_uri: z.string().nullable(),
  /** The text of the QR code. */
  value: z.string(),
  active: z.boolean(),
});
export type PortalCode = z.infer<typeof code>;

/** `GET /codes`, `POST /codes`, `POST /codes/<id>` and `DELETE /codes/<id>`: shortlinks. */
export const portalCodes = z.object({ items: z.array(code), next: z.string().nullable() });
export const portalCodeInput = z.object({
  label: optional(prose(LIMITS.labelMax)),
  /** Of a printed code that the operator has issued (D-149). */
  serial_number: optional(line(LIMITS.serialNumberMax)),
});
export const portalCodeChange = z.object({ active: z.boolean() });
export const portalCode = code;

export {
  type PortalCallback,
  type PortalDelivery,
  portalCallback,
  portalCallbacks,
} from './callbacks.ts';
export { type PortalMe, portalMe } from './sign-in.ts';
