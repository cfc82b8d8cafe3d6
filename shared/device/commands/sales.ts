import { z } from 'zod';
import {
  moneyNonNegative,
  moneyPositive,
  optional,
  prose,
  reference,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { soldLine } from '../../protocol/line-items.ts';
import { paymentMethod } from '../../terminal/sale/payment-methods.ts';
import { saleMode } from '../../terminal/sale/records.ts';
import type { RoomRows } from './row.ts';
import { MADE, NOTHING } from './values.ts';

const saleRequest = z.object({
  amount: moneyPositive,
  text: optional(prose(LIMITS.textMax)),
  lines: z.array(soldLine).min(1).max(LIMITS.basketLinesMax).readonly().exactOptional(),
  method: paymentMethod,
  label: optional(prose(LIMITS.labelMax)),
  place: z.enum(['main_screen', 'aside']).default('main_screen'),
  mode: saleMode.exactOptional(),
  additional: z
    .object({ amount: moneyNonNegative, edit: z.enum(['fixed', 'by_customer']) })
    .exactOptional(),
  expiresInSeconds: z.int().min(1).max(LIMITS.expirySecondsMax).exactOptional(),
});
/** A sale request; amounts in minor units of the shop's currency. */
export type StartSale = z.input<typeof saleRequest>;

const saleAction = z.enum([
  'cancel',
  'capture',
  'release',
  'renew',
  'settle',
  'ask_again',
  'set_aside',
  'bring_to_front',
  'dismiss',
]);

/** Payments by phone. */
export const SALES = {
  // A register starts a sale under a reference of its own, `POST /sales/`, so that a repeat finds it. It ends its sale by
  // the calls below `/sales/<id>/`, which answer the sale.
  start_sale: {
    summary: 'Starts a payment by phone without a bill',
    who: { screen: 'cashier', also: ['kiosk'] },
    input: z.object({ request: saleRequest }),
    answer: MADE,
  },
  act: {
    summary: 'Acts on a sale: cancel, capture, release, renew, settle and more',
    who: { screen: 'cashier', also: ['kiosk'] },
    input: z.object({ saleId: reference, action: saleAction }),
    answer: NOTHING,
  },
  open_code: {
    summary: 'Shows the device’s own code before the total is known',
    who: { screen: 'cashier', also: ['register'] },
    refusals: ['too_many_codes', 'no_code', 'not_saved'],
    input: z.object({ label: optional(prose(LIMITS.labelMax)) }),
    answer: MADE.extend({ uri: z.string() }),
  },
  close_code: {
    summary: 'Takes a code off',
    who: { screen: 'cashier', also: ['register'] },
    refusals: ['code_gone', 'not_saved'],
    input: z.object({ codeId: reference }),
    answer: NOTHING,
  },
  // Nothing is changed by it, and a locked till must go on asking about its sales.
  refresh: {
    summary: 'Asks the service about the open sales now',
    who: { screen: 'nobody', also: ['kiosk'] },
    input: z.object({}),
    answer: NOTHING,
  },
} as const satisfies RoomRows;
