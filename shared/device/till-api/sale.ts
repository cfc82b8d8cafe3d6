import { z } from 'zod';
import {
  clientId,
  currency,
  line,
  moneyNonNegative,
  moneyPositive,
  optional,
  prose,
  reference,
  withDefault,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { checkLine, lineItem } from '../../protocol/line-items.ts';
import { MSISDN } from '../../protocol/phone-number.ts';
import type { SaleAction, SaleStateKind } from '../../terminal/sale/state.ts';
import { ACTION_WORDS, STATE_WORDS } from './words.ts';

/** A time: UTC, ISO 8601. */
export const time = z.iso.datetime({ precision: 3 });

/** How a register names a sale: one line, unique for each sale. */
export const registerReference = line(LIMITS.registerReferenceMax);

const msisdn = z.string().regex(MSISDN, 'must be a number with country code, digits only');

/** A printed code, by the number on it or by the service's id. */
const sticker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serial'), serial: line(LIMITS.serialNumberMax) }),
  z.object({ kind: z.literal('shortlink'), id: line(LIMITS.serialNumberMax) }),
]);

/** How the customer is reached. */
const methodInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('qr') }),
  z.object({ kind: z.literal('phone'), msisdn }),
  z.object({ kind: z.literal('scan_token'), token: line(LIMITS.customerMax) }),
  z.object({ kind: z.literal('sticker'), sticker }),
  z.object({ kind: z.literal('qr_and_sticker'), sticker }),
  z.object({ kind: z.literal('device_code'), code: optional(reference) }),
]);

/** What happens to the money after the customer has approved. */
const modeInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sale') }),
  z.object({ kind: z.literal('authorise') }),
  z.object({
    kind: z.literal('vend'),
    item: reference,
    order: z.enum(['deposit', 'pay_first']),
  }),
]);

/** An amount besides the price, such as a tip. */
const additionalInput = z.object({
  amount: moneyNonNegative,
  edit: withDefault(z.enum(['fixed', 'by_customer']), 'fixed' as const),
});

/** A line of the bill as the service has it; what a register has no use for is left out. */
const lineInput = lineItem.omit({ metadata: true, tags: true }).superRefine(checkLine);

/** The person at the register; null if it names nobody. */
export const person = optional(line(LIMITS.labelMax));

/** What a register asks for. Lines are the whole bill: they add up to the amount. */
export const saleInput = z
  .object({
    reference: registerReference,
    amount: moneyPositive,
    currency: optional(currency),
    text: optional(prose(LIMITS.textMax)),
    lines: optional(z.array(lineInput).min(1).max(LIMITS.basketLinesMax)),
    method: optional(methodInput),
    mode: withDefault(modeInput, { kind: 'sale' } as const),
    additional: optional(additionalInput),
    label: optional(line(LIMITS.labelMax)),
    by: person,
    place: withDefault(z.enum(['main_screen', 'aside']), 'main_screen' as const),
  })
  .refine(({ amount, lines }) => lines === null || sumOf(lines) === amount, {
    path: ['lines'],
    error: 'must add up to the amount',
  });
export type SaleInput = z.output<typeof saleInput>;

/** How the customer of a call is reached; by a code unless the call says otherwise. */
export function methodOf<T>({
  method,
}: {
  readonly method: T | null;
}): T | { readonly kind: 'qr' } {
  return method ?? { kind: 'qr' };
}

/** A part of a reservation; without an amount all of it is taken. */
export const captureInput = z
  .object({
    amount: optional(moneyNonNegative),
    additional_amount: optional(moneyNonNegative),
    capture_id: optional(clientId),
    rest: optional(z.enum(['keep', 'release'])),
  })
  .refine(({ amount, ...more }) => amount !== null || Object.values(more).every(isNull), {
    path: ['amount'],
    error: 'is required to take a part',
  });

function sumOf(lines: readonly z.output<typeof lineInput>[]): number {
  return lines.reduce((sum, { total }) => sum + total, 0);
}

function isNull(value: unknown): boolean {
  return value === null;
}

// The tables' keys are exactly the words; `Object.keys` only knows that they are text.
const stateKind = z.enum(Object.keys(STATE_WORDS) as [SaleStateKind, ...SaleStateKind[]]);
const saleAction = z.enum(Object.keys(ACTION_WORDS) as [SaleAction, ...SaleAction[]]);

/** The engine's state of a sale; only the members that belong to this state are present. */
export const saleState = z.object({
  kind: stateKind,
  final: z.boolean(),
  uri: z.string().optional(),
  expires: time.optional(),
  at: time.optional(),
  because: z
    .union([z.string(), z.object({ kind: z.string(), sentence: z.string().optional() })])
    .optional(),
  what: z.string().optional(),
  code: z.int().optional(),
  item: z.string().optional(),
  missing: moneyNonNegative.optional(),
  refund: z.string().optional(),
  known: z.array(z.string()).optional(),
  asking: z.array(z.string()).optional(),
  next_try: time.optional(),
});

const logLine = z.object({
  at: time,
  key: z.string(),
  text: z.string().optional(),
  amount: z.int().min(0).optional(),
});

/** All amounts of a payment, additional amounts included. */
const saleMoney = z.object({
  asked: moneyNonNegative,
  authorised: moneyNonNegative,
  captured: moneyNonNegative,
  released: moneyNonNegative,
  refunded: moneyNonNegative,
  net: moneyNonNegative,
});

/** A sale as the till API shows it. */
export const saleOutput = z.object({
  id: reference,
  /** Changes whenever anything of the sale does; good for `since`. */
  version: z.string(),
  reference: z.string().nullable(),
  label: z.string().nullable(),
  number: z.int().min(1),
  receipt: z.int().min(1).nullable(),
  tid: z.string().nullable(),
  amount: moneyPositive,
  additional_amount: moneyNonNegative,
  mode: z.looseObject({ kind: z.string() }),
  money: saleMoney,
  renewal: z
    .object({ state: z.enum(['not_yet', 'due', 'under_way']), from: time, expires: time })
    .nullable(),
  currency: z.string(),
  text: z.string().nullable(),
  method: z.looseObject({ kind: z.string() }),
  state: saleState,
  actions: z.array(saleAction),
  aside: z.boolean(),
  started: time,
  log: z.array(logLine),
});
export type SaleOutput = z.input<typeof saleOutput>;

export const salesOutput = z.object({ sales: z.array(saleOutput) });

/** Which sales are listed. */
export const salesQuery = z.object({
  reference: optional(registerReference),
  open: optional(z.enum(['true', 'false'], 'must be true or false')),
});

const seconds = z
  .string()
  .regex(/^\d{1,2}$/, `must be a number of seconds, 0 to ${LIMITS.outcomeWaitSecondsMax}`)
  .transform(Number)
  .pipe(
    z
      .int()
      .min(0)
      .max(LIMITS.outcomeWaitSecondsMax, `must be at most ${LIMITS.outcomeWaitSecondsMax}`),
  );

/** How long to wait for a change, and from which version on. */
export const saleQuery = z.object({
  wait: optional(seconds),
  since: optional(z.string().max(100, 'must be at most 100 characters')),
});

/** A result that fits no sale of this till. */
export const unclaimedOutput = z.object({
  tid: z.string(),
  pos_tid: z.string().nullable(),
  amount: moneyNonNegative.nullable(),
  money: saleMoney.nullable(),
  currency: z.string().nullable(),
  status_code: z.int().nullable(),
  at: time,
});
export type UnclaimedOutput = z.input<typeof unclaimedOutput>;

export const unclaimedList = z.object({ unclaimed: z.array(unclaimedOutput) });

const connection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('online'), push: z.boolean() }),
  z.object({ kind: z.literal('offline'), since: time }),
]);

/** Why no sale can be started now; `none` when one can. */
export const obstacle = z.enum(['none', 'busy', 'offline', 'journal_full', 'starting']);

/** The till as a whole. */
export const statusOutput = z.object({
  api: z.literal('v1'),
  pos_id: z.string(),
  currency: z.string(),
  connection,
  obstacle,
  open_sales: z.int().nonnegative(),
  unclaimed: z.int().nonnegative(),
  run: z.string(),
  seq: z.int().nonnegative(),
});
export type StatusOutput = z.input<typeof statusOutput>;
