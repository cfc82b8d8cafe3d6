import { z } from 'zod';
import { tenderName } from '../../bill/acts.ts';
import { currency, moneyNonNegative, moneySigned } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { schemaOf } from '../../protocol/schema-of.ts';
import { SERVICE_REFUSALS } from '../../refusals/service-refusal.ts';
import { refundedGoods } from '../../terminal/sale/refunded-goods.ts';
import type { PaymentMethod, RefundView, SaleStateKind } from '../../terminal/sale/state.ts';
import type { HistorySale } from './history.ts';

/* The sales and refunds that a till remembers: in the files of its days, and in the answer to a search. */

const at = z.int().nonnegative();
const name = z.string().max(200);

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
export const saleMethod = schemaOf<PaymentMethod['kind']>()(z.enum(METHODS));
const state = schemaOf<SaleStateKind>()(z.enum(STATES));

export const historySale = schemaOf<HistorySale>()(
  z.strictObject({
    id: name,
    number: z.int().positive(),
    tid: name.nullable(),
    amount: moneyNonNegative,
    additional: moneyNonNegative,
    currency,
    text: z.string().max(LIMITS.textMax).nullable(),
    label: name.nullable(),
    reference: name.nullable(),
    method: saleMethod,
    state,
    started: at,
    ended: at.nullable(),
    captured: moneyNonNegative,
    refunded: moneyNonNegative,
    tender: tenderName.exactOptional(),
  }),
);

/** A refund to a phone. */
export const refundView = schemaOf<RefundView>()(
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
