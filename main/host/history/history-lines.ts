import { z } from 'zod';
import type { HistorySale } from '../../../shared/device/history/history.ts';
import { currency, moneyNonNegative, moneyPositive } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { SERVICE_REFUSALS } from '../../../shared/refusals/service-refusal.ts';
import type {
  PaymentMethod,
  RefundView,
  SaleStateKind,
} from '../../../shared/terminal/sale/state.ts';

const at = z.int().nonnegative();
const name = z.string().max(200);
const text = z.string().max(LIMITS.textMax).nullable();

const WAYS = ['qr', 'phone', 'scan_token', 'sticker', 'qr_and_sticker', 'device_code'] as const;
const STATES = [
  'creating',
  'waiting_scan',
  'waiting_sticker',
  'waiting_approval',
  'authorised',
  'capturing',
  'paid',
  'declined',
  'expired',
  'aborting',
  'aborted',
  'releasing',
  'vending',
  'undelivered',
  'released',
  'refunded',
  'refused',
  'failed',
  'unclear',
] as const;
// A new state or method must be readable here as well.
const way: z.ZodType<PaymentMethod['kind']> = z.enum(
  WAYS satisfies readonly PaymentMethod['kind'][],
);
const state: z.ZodType<SaleStateKind> = z.enum(STATES satisfies readonly SaleStateKind[]);

export const historySale: z.ZodType<HistorySale> = z.strictObject({
  id: name,
  number: z.int().positive(),
  tid: name.nullable(),
  amount: moneyNonNegative,
  additional: moneyNonNegative,
  currency,
  text,
  label: name.nullable(),
  reference: name.nullable(),
  way,
  state,
  started: at,
  ended: at.nullable(),
  taken: moneyNonNegative,
  refunded: moneyNonNegative,
  tender: name.exactOptional(),
});

/** The lines of a day's file. */
export const dayLine = z.discriminatedUnion('kind', [
  /** A sale when it was decided, or later; the last line of a sale counts. */
  z.strictObject({ kind: z.literal('sale'), sale: historySale }),
  /** More money of a sale was taken. `total`: all taken so far. */
  z.strictObject({
    kind: z.literal('taken'),
    at,
    sale: name,
    way,
    currency,
    amount: moneyNonNegative,
    additional: moneyNonNegative,
    total: moneyPositive,
  }),
  z.strictObject({
    kind: z.literal('tender'),
    at,
    method: z.string().max(LIMITS.labelMax).nullable(),
    currency,
    amount: moneyPositive.nullable(),
    /** The tender of a bill; left out if the screen recorded it itself. */
    tender: name.optional(),
  }),
]);
export type DayLine = z.output<typeof dayLine>;

export const refundLine: z.ZodType<RefundView> = z.strictObject({
  id: name,
  tid: name,
  amount: moneyNonNegative,
  currency,
  text: z.string().max(2_000).nullable(),
  approver: name.nullable(),
  at,
  state: z.enum(['under_way', 'done', 'refused']),
  sentence: z.string().max(2_000).nullable(),
  reason: z.enum(SERVICE_REFUSALS).optional(),
  lines: z
    .array(
      z.strictObject({
        index: z.int().nonnegative(),
        product: name,
        name,
        quantity: z.string().max(20),
        total: moneyNonNegative,
        vat: moneyNonNegative,
        rate: z.int().nonnegative(),
      }),
    )
    .max(LIMITS.lineItemsMax)
    .optional(),
});
