import { z } from 'zod';
import { line, moneyNonNegative, optional } from '../protocol/basic.ts';
import { billLines, refundedLine } from '../protocol/bill-lines.ts';
import { LIMITS } from '../protocol/limits.ts';
import { MSISDN } from '../protocol/phone-number.ts';
import { scope } from '../protocol/scope.ts';
import { scanTarget } from '../protocol/shortlink.ts';

/**
 * The customer's side: what the wallet page and the service say to each other. It is the stand-in
 * for the bank's app, JSON under this path on the portal's own origin, with a
 * session cookie. Writes need `Content-Type: application/json` and the header below, which no
 * cross-site form can send.
 */
export const WALLET_PATH = '/wallet/v1';
export const WALLET_HEADER = 'x-tillkit-wallet';

/**
 * `GET /me`: the customer who is signed in, and where one-time codes go. The demo shows them; a service
 * that can send them sends them; otherwise customers cannot sign in here.
 */
export const walletMe = z.object({
  customer: z.object({ name: z.string(), msisdn: z.string() }).nullable(),
  demo: z.boolean(),
  codes: z.enum(['shown', 'sent', 'none']),
  /** The public addresses that codes of this service start with, besides the page's own. */
  origins: z.array(z.string()),
  /** True where a number without a customer may register; left out where none may. */
  registers: z.boolean().optional(),
  /** After the right code of a number without a customer: what `POST /registration` needs. */
  registration: z
    .object({
      ticket: z.string(),
      terms: z.object({ version: z.string(), uri: z.string() }),
    })
    .optional(),
});
export type WalletMe = z.infer<typeof walletMe>;

const msisdn = z
  .string()
  .regex(MSISDN, 'a phone number is its country code and number, 8 to 15 digits');

/** `POST /code`: asks for a one-time code. The reply carries it only in the demo. */
export const walletCodeInput = z.object({ msisdn });
export const walletCodeReply = z.object({ demo_code: z.string().nullable() });
export type WalletCodeReply = z.infer<typeof walletCodeReply>;

/** `POST /session`: signs in with the code; answers `walletMe`. `DELETE /session` signs out (204). */
export const walletSessionInput = z.object({ msisdn, code: z.string().regex(/^\d{6}$/) });

/**
 * `POST /registration`: makes a customer of a number whose code was right, and signs in; answers
 * `walletMe`. The customer accepts the terms of this version.
 */
export const walletRegistrationInput = z.object({
  msisdn,
  ticket: z.string().regex(/^[\w-]{43}$/),
  name: line(LIMITS.personNameMax).trim().min(1, 'must not be empty'),
  terms_version: line(LIMITS.termsVersionMax),
});
export type WalletRegistration = z.output<typeof walletRegistrationInput>;

/**
 * `POST /demo-session`: signs in a customer of the demo without a code, the first one unless a
 * number is given; answers `walletMe`. 404 outside the demo.
 */
export const walletDemoSessionInput = z.object({ msisdn: optional(msisdn) });

/** A request as the customer sees it. Amounts in minor units; instants in milliseconds, UTC. */
export const walletRequest = z.object({
  tid: z.string(),
  merchant: z.string(),
  /** Name of the point of sale, or its id where it is not registered (D-72). */
  pos: z.string(),
  /** IANA zone of the shop, in which receipts have their time. */
  time_zone: z.string(),
  currency: z.string(),
  amount: z.number().int(),
  additional_amount: z.number().int(),
  additional_edit: z.boolean(),
  text: z.string().nullable(),
  bill: billLines,
  status: z.enum(['pending', 'auth', 'ok', 'fail']),
  status_code: z.number().int(),
  /** Whether it is this customer's; an open request is claimed before it can be approved. */
  mine: z.boolean(),
  created: z.number(),
  expires: z.number(),
  modified: z.number(),
  /** When the payment was captured first; null before that. A refund does not change it. */
  paid: z.number().nullable(),
  /** Everything that may be stated about the money. */
  money: z.object({
    asked: moneyNonNegative,
    authorised: moneyNonNegative,
    captured: moneyNonNegative,
    held: moneyNonNegative,
    released: moneyNonNegative,
    refunded: moneyNonNegative,
    net: moneyNonNegative,
    additional: z.object({
      asked: moneyNonNegative,
      captured: moneyNonNegative,
      refunded: moneyNonNegative,
    }),
  }),
  /** The refunds in order. A null time is not known; a null text: the merchant gave no reason. */
  refunds: z.array(
    z.object({
      amount: moneyNonNegative,
      at: z.number().nullable(),
      text: z.string().nullable(),
      /** For a refund by line: what it returned. */
      lines: z.array(refundedLine).optional(),
    }),
  ),
  /** What is asked for together with the money: approving grants it (D-117). Left out for none. */
  scope: z.array(z.string()).optional(),
  scope_text: z.string().nullable().optional(),
  /**
   * The address of the shop's page for this state (D-33): web addresses only. Left out if there is none.
   */
  links: z.array(z.object({ uri: z.string(), caption: z.string().nullable() })).optional(),
});
export type WalletRequest = z.infer<typeof walletRequest>;

/** `GET /requests`: the customer's requests, newest first, open ones before the rest. */
export const walletRequests = z.object({ items: z.array(walletRequest) });

/** `POST /requests/<tid>/approve`; answers `walletRequest`. */
export const walletApproveInput = z.object({ additional_amount: optional(moneyNonNegative) });

/**
 * Also: `GET /requests/<tid>` (walletRequest), `POST /requests/<tid>/claim` and `/reject`
 * (walletRequest), and `GET /events`, a stream of server-sent events named `changed` whose data is
 * `{"tid": ...}`. Errors have the API's error body.
 */
export const WALLET_EVENT = 'changed';

/**
 * A receipt, a list of items or a picture that the merchant has attached (D-160), or the page of a receipt that the
 * till has handed over (D-390).
 */
export const walletAttachment = z.object({
  id: z.string(),
  kind: z.enum(['image', 'itemlist', 'receipt', 'tickets', 'receipt_page']),
  size: z.number().int(),
  created: z.number(),
  /** The checked JSON of an item list, a receipt, `walletTickets` or `receiptPageLink`; null for a picture. */
  content: z.unknown().nullable(),
});
export type WalletAttachment = z.infer<typeof walletAttachment>;

/** Codes that the customer shows somewhere (V-14); instants in milliseconds, UTC. */
export const walletTickets = z.object({
  tickets: z.array(
    z.object({ caption: z.string().nullable(), expires: z.number().nullable(), code: z.string() }),
  ),
});

/**
 * `GET /requests/<tid>/attachments`: in the order of upload. A picture's bytes (image/png) are at
 * `GET /requests/<tid>/attachments/<id>`.
 */
export const walletAttachments = z.object({ items: z.array(walletAttachment) });

/** `POST /scans`: this customer has scanned a code (`/s/<shortlink>/<argstring>`); `walletScan`. */
export const walletScanInput = scanTarget;

/** A scan as its customer sees it, also at `GET /scans/<id>`. */
export const walletScan = z.object({
  id: z.string(),
  merchant: z.string(),
  label: z.string().nullable(),
  /** The payment that took the scan: go to it. Null while none did. */
  tid: z.string().nullable(),
  /** What the merchant's system answered, for the customer to read (D-139). */
  text: z.string().nullable(),
  created: z.number(),
});
export type WalletScan = z.infer<typeof walletScan>;

/** A permission request as the customer sees it. */
export const walletPermission = z.object({
  rid: z.string(),
  merchant: z.string(),
  pos: z.string(),
  text: z.string().nullable(),
  /** What is asked for, one word each; empty asks for nothing but to be recognised. */
  scope: z.array(z.string()),
  granted: z.array(z.string()).nullable(),
  status: z.enum(['pending', 'ok', 'fail']),
  status_code: z.number().int(),
  created: z.number(),
  expires: z.number(),
});
export type WalletPermission = z.infer<typeof walletPermission>;

/** `GET /permissions`: open ones first. Also `GET /permissions/<rid>` (walletPermission). */
export const walletPermissions = z.object({ items: z.array(walletPermission) });

/** `POST /permissions/<rid>/accept`: a part of what is asked for, or all of it; walletPermission. */
export const walletAcceptInput = z.object({ scope: optional(scope) });

/** `POST /permissions/<rid>/decline` answers walletPermission. Its stream event: data `{"rid"}`. */
export const WALLET_PERMISSION_EVENT = 'permission';
