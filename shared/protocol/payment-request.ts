import { z } from 'zod';
import { ZERO } from '../money/money.ts';
import {
  callbackUri,
  currency,
  dateTime,
  line,
  moneyNonNegative,
  moneyPositive,
  moneySigned,
  optional,
  prose,
  reference,
  returnUri,
  withDefault,
} from './basic.ts';
import { personIdentifier } from './customer.ts';
import { LIMITS } from './limits.ts';
import {
  decimal,
  disagreements,
  lineItems,
  paymentLink,
  totalOf,
  updateLine,
} from './line-items.ts';
import { scope } from './scope.ts';

const action = z
  .enum(['sale', 'auth', 'SALE', 'AUTH'], { error: 'must be sale or auth' })
  .transform((word) => word.toLowerCase() as 'sale' | 'auth');

type ReturnUri = 'success_return_uri' | 'failure_return_uri';

/** Without a named customer, a customer claims the request in a browser, which needs a return address. */
function canReturn(
  input: { readonly customer: string | null } & { readonly [key in ReturnUri]: string | null },
  field: ReturnUri,
): boolean {
  return input.customer !== null || input[field] !== null;
}

/** Checked even if other fields are wrong, so that one reply names all of them (D-23). */
function needed(field: ReturnUri) {
  return { path: [field], error: 'is required when customer is not given', when: isObject };
}

/** What is no object at all has no fields to judge. */
function isObject({ value }: { readonly value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}

/** Input of `POST /payment_request/` with the specification's defaults filled in. */
export const paymentRequestInput = z
  .object({
    action,
    currency,
    amount: moneyPositive,
    additional_amount: withDefault(moneyNonNegative, ZERO),
    additional_edit: withDefault(z.boolean(), false),
    allow_credit: z.boolean(),
    pos_id: reference,
    pos_tid: reference,
    customer: optional(personIdentifier),
    max_scan_age: withDefault(
      z.number().int().min(0).max(LIMITS.scanAgeSecondsMax),
      LIMITS.scanAgeSecondsDefault,
    ),
    text: optional(prose(LIMITS.textMax)),
    line_items: optional(lineItems),
    links: optional(z.array(paymentLink).max(LIMITS.linksMax)),
    cid: optional(line(LIMITS.cidMax)),
    display_message_uri: optional(callbackUri),
    callback_uri: optional(callbackUri),
    success_return_uri: optional(returnUri),
    failure_return_uri: optional(returnUri),
    expires_in: withDefault(
      z.number().int().min(0).max(LIMITS.expirySecondsMax),
      LIMITS.expirySecondsDefault,
    ),
    required_scope: optional(scope),
    required_scope_text: optional(prose(LIMITS.scopeTextMax)),
  })
  .refine((input) => canReturn(input, 'success_return_uri'), needed('success_return_uri'))
  .refine((input) => canReturn(input, 'failure_return_uri'), needed('failure_return_uri'))
  .refine((input) => !input.line_items?.length || totalOf(input.line_items) === input.amount, {
    path: ['line_items'],
    error: 'the totals of the lines must add up to amount',
  });
export type PaymentRequestInput = z.output<typeof paymentRequestInput>;
/** What a client may write: defaults left out, nulls allowed. */
export type PaymentRequestDraft = z.input<typeof paymentRequestInput>;

export const paymentRequestCreated = z.object({ id: z.string(), uri: z.string().nullable() });
export type PaymentRequestCreated = z.infer<typeof paymentRequestCreated>;

/** What a refund gives back of one tax rate of the payment's lines (D-572). */
const namedRate = z.object({ vat_rate: optional(decimal), total: moneySigned });

const ACTIONS = ['reauth', 'capture', 'abort', 'release', 'refund'] as const;
export type PaymentAction = (typeof ACTIONS)[number];

const paymentUpdateObject = z.object({
  display_message_uri: optional(callbackUri),
  callback_uri: optional(callbackUri),
  line_items: optional(z.array(updateLine).max(LIMITS.lineItemsMax)),
  action: optional(
    z
      .string()
      .transform((word) => word.toLowerCase())
      .pipe(z.enum(ACTIONS, { error: `must be one of ${ACTIONS.join(', ')}` })),
  ),
  amount: optional(moneyNonNegative),
  additional_amount: optional(moneyNonNegative),
  capture_id: optional(reference),
  refund_id: optional(reference),
  currency: optional(currency),
  text: optional(prose(LIMITS.textMax)),
  rates: optional(z.array(namedRate).max(LIMITS.lineItemsMax)),
});

/** A line of the bill needs its price, and its members agree (D-466); a line of a refund has that of the sold line (D-250). */
const paymentUpdateMembers = paymentUpdateObject.superRefine(({ action, line_items }, context) => {
  if (action === 'refund') return;
  for (const [at, line] of (line_items ?? []).entries()) {
    if (line.item_cost === null) {
      context.addIssue({
        code: 'custom',
        path: ['line_items', at, 'item_cost'],
        message: 'is required',
      });
    }
    for (const { member, sentence: message } of disagreements(line)) {
      context.addIssue({ code: 'custom', path: ['line_items', at, member], message });
    }
  }
});

/** The members that only some actions use. */
const ACTION_MEMBERS = [
  'amount',
  'additional_amount',
  'currency',
  'capture_id',
  'refund_id',
  'text',
  'rates',
] as const;
type ActionMember = (typeof ACTION_MEMBERS)[number];
const USED: { readonly [action in PaymentAction]?: readonly ActionMember[] } = {
  capture: ['amount', 'additional_amount', 'currency', 'capture_id'],
  refund: ['amount', 'additional_amount', 'currency', 'refund_id', 'text', 'rates'],
};
/** The members that make a capture or refund a partial one. */
const PART_MEMBERS: readonly string[] = ['amount', 'additional_amount', 'capture_id', 'refund_id'];

/** Removes what the specification says is ignored, so that it cannot make a request invalid. */
function withoutUnused(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const action = actionOf('action' in input ? input.action : null);
  if (action === null) return input;
  const uses: readonly string[] = action === 'none' ? [] : (USED[action] ?? []);
  const unused = ACTION_MEMBERS.filter((name) => !uses.includes(name));
  const used = Object.entries(input).filter(([name]) => !unused.some((member) => member === name));
  const isPart = used.some(([name, value]) => PART_MEMBERS.includes(name) && isGiven(value));
  // A currency without an amount does not name a part: the action then applies to the whole (D-94).
  return Object.fromEntries(isPart ? used : used.filter(([name]) => name !== 'currency'));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Null for a word that is no action: then the whole input is judged, and every fault is named. */
function actionOf(given: unknown): PaymentAction | 'none' | null {
  if (!isGiven(given)) return 'none';
  const word = typeof given === 'string' ? given.toLowerCase() : null;
  return ACTIONS.find((action) => action === word) ?? null;
}

/** Input of `PUT /payment_request/<tid>/`, before the rules that join its fields (D-94). */
export const paymentUpdateInput = z.preprocess(withoutUnused, paymentUpdateMembers);
export type PaymentUpdateInput = z.output<typeof paymentUpdateInput>;
export type PaymentUpdateDraft = z.input<typeof paymentUpdateMembers>;

/** `GET /payment_request/<tid>/` (D-109). */
export const paymentRequestOutput = z.object({
  id: z.string(),
  uri: z.string().nullable(),
  display_message_uri: z.string().nullable(),
  callback_uri: z.string().nullable(),
  line_items: z.array(z.unknown()),
  customer: z.string().nullable(),
  max_scan_age: z.number().int(),
  currency: z.string(),
  amount: z.number().int(),
  additional_amount: z.number().int(),
  additional_edit: z.boolean(),
  pos_id: z.string(),
  pos_tid: z.string(),
  text: z.string().nullable(),
  success_return_uri: z.string().nullable(),
  failure_return_uri: z.string().nullable(),
  cid: z.string().nullable(),
  links: z.array(z.unknown()),
  date_expires: dateTime,
  required_scope: z.string().nullable(),
  allow_credit: z.boolean(),
});
export type PaymentRequestOutput = z.infer<typeof paymentRequestOutput>;
