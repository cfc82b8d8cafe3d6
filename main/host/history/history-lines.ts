import { z } from 'zod';
import { tenderName } from '../../../shared/bill/schema.ts';
import type { HistorySale } from '../../../shared/device/history/history.ts';
import { present } from '../../../shared/objects/present.ts';
import {
  currency,
  moneyNonNegative,
  moneyPositive,
  moneySigned,
} from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { schemaOf } from '../../../shared/protocol/schema-of.ts';
import { SERVICE_REFUSALS } from '../../../shared/refusals/service-refusal.ts';
import { refundedGoods } from '../../../shared/terminal/sale/refunded-goods.ts';
import type {
  PaymentMethod,
  RefundView,
  SaleStateKind,
} from '../../../shared/terminal/sale/state.ts';

const at = z.int().nonnegative();
const name = z.string().max(200);
const text = z.string().max(LIMITS.textMax).nullable();

const METHODS = ['qr', 'phone', 'scan_token', 'sticker', 'qr_and_sticker', 'device_code'] as const;
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
const method = schemaOf<PaymentMethod['kind']>()(z.enum(METHODS));
const state = schemaOf<SaleStateKind>()(z.enum(STATES));

const writtenSale = z.strictObject({
  id: name,
  number: z.int().positive(),
  tid: name.nullable(),
  amount: moneyNonNegative,
  additional: moneyNonNegative,
  currency,
  text,
  label: name.nullable(),
  reference: name.nullable(),
  method,
  state,
  started: at,
  ended: at.nullable(),
  captured: moneyNonNegative,
  refunded: moneyNonNegative,
  tender: tenderName.exactOptional(),
});

/** A sale as its line has it. Its members have one order, so that two lines of a sale can be compared as texts. */
export function writtenSaleOf(sale: HistorySale): z.output<typeof writtenSale> {
  return {
    id: sale.id,
    number: sale.number,
    tid: sale.tid,
    amount: sale.amount,
    additional: sale.additional,
    currency: sale.currency,
    text: sale.text,
    label: sale.label,
    reference: sale.reference,
    method: sale.method,
    state: sale.state,
    started: sale.started,
    ended: sale.ended,
    captured: sale.captured,
    refunded: sale.refunded,
    ...present({ tender: sale.tender }),
  };
}

/** The lines of a day's file. */
export const dayLine = z.discriminatedUnion('kind', [
  /** A sale when it was decided, or later; the last line of a sale counts. */
  z.strictObject({ kind: z.literal('sale'), sale: writtenSale }),
  /** More money of a sale was captured. `total`: all that is captured so far. */
  z.strictObject({
    kind: z.literal('captured'),
    at,
    sale: name,
    method,
    currency,
    amount: moneyNonNegative,
    additional: moneyNonNegative,
    total: moneyPositive,
  }),
  /** A payment by another tender without an amount, which the books do not have. */
  z.strictObject({
    kind: z.literal('tender'),
    at,
    method: z.string().max(LIMITS.labelMax).nullable(),
    currency,
  }),
]);
export type DayLine = z.output<typeof dayLine>;

/** A line of a day as its file has it. */
export const writtenLineOf = (line: DayLine) =>
  line.kind === 'sale' ? { ...line, sale: writtenSaleOf(line.sale) } : line;

export const refundLine = schemaOf<RefundView>()(
  z.strictObject({
    id: name,
    tid: name,
    amount: moneyNonNegative,
    currency,
    text: z.string().max(2_000).nullable(),
    approver: name.nullable(),
    at,
    state: z.enum(['under_way', 'done', 'refused']),
    sentence: z.string().max(2_000).nullable(),
    reason: z.enum(SERVICE_REFUSALS).exactOptional(),
    goods: z.array(refundedGoods).exactOptional(),
    lines: z
      .array(
        z.strictObject({
          index: z.int().nonnegative(),
          product: name,
          name,
          quantity: z.string().max(20),
          total: moneySigned,
          vat: moneySigned,
          rate: z.int().nonnegative(),
        }),
      )
      .max(LIMITS.lineItemsMax)
      .exactOptional(),
  }),
);
