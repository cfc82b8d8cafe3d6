import { z } from 'zod';
import type { Bill } from '../../bill/bill.ts';
import { billAct, billAmounts, billVersion, newLine } from '../../bill/schema.ts';
import { type MoneyInteger, ZERO } from '../../money/money.ts';
import {
  clientId,
  moneyNonNegative,
  moneySigned,
  optional,
  prose,
  withDefault,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { paymentMethod } from '../../terminal/sale/payment-methods.ts';
import { person, saleOutput, time } from './sale.ts';

/** Who gives a command, once for each command, on the version that the register has read. */
const given = {
  command_id: clientId,
  version: billVersion,
  by: person,
};

/** A command on a bill: the acts of the till's own screens, in the same form (D-278). */
export const billInput = z.object({ ...given, act: billAct });

/** A payment of a bill, whole or a part. */
export const paymentInput = z.object({
  ...given,
  amount: moneySigned,
  tip: withDefault<typeof moneyNonNegative, MoneyInteger>(moneyNonNegative, ZERO),
  method: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('phone'),
      method: optional(paymentMethod),
      place: withDefault(z.enum(['main_screen', 'aside']), 'main_screen' as const),
    }),
    z.object({ kind: z.literal('cash'), received: moneyNonNegative.optional() }),
    z.object({ kind: z.literal('other'), name: prose(LIMITS.labelMax) }),
  ]),
});

const amount = z.int();
const id = z.string();
const billState = z.enum(['open', 'paid', 'cleared']);

/** What a list and an event say about a bill. */
export const billSummary = z.object({
  id,
  version: z.int().min(1),
  state: billState,
  name: z.string().nullable(),
  total: amount,
  due: amount,
  line_count: z.int().nonnegative(),
  changed: time,
  sale: z.string().nullable(),
});
export type BillSummaryOutput = z.input<typeof billSummary>;

export const billList = z.object({ bills: z.array(billSummary) });

const granted = { reason: z.string(), by: z.string(), approvedBy: z.string().nullable() };
const discountOutput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), basisPoints: z.int(), ...granted }),
  z.object({ kind: z.literal('amount'), amount, ...granted }),
]);

const lineOutput = newLine.extend({
  id,
  discounts: z.array(discountOutput),
  returned: z.object({ by: z.string(), approvedBy: z.string().nullable() }).optional(),
  amounts: z.object({ gross: amount, discount: amount, share: amount, total: amount, vat: amount }),
});

const tenderOutput = z.object({
  id,
  method: z.object({ kind: z.enum(['phone', 'cash', 'other']), name: z.string().optional() }),
  amount,
  tip: amount,
  rounding: amount,
  received: amount,
  by: z.string(),
  state: z.enum(['open', 'paid', 'failed']),
  sale: z.string().nullable(),
  at: time,
});

/** Members of a bill that an answer has by another name, with others, or not at all. */
type OtherOnWire = 'openedAt' | 'changedAt' | 'percent' | 'stated' | 'closed';

/** A whole bill with all its amounts. A member of a bill that the answer lacks does not compile. */
export const billOutput = z.object({
  id,
  version: z.int().min(1),
  state: billState,
  name: z.string().nullable(),
  member: z.string().nullable(),
  opened: time,
  changed: time,
  lines: z.array(lineOutput),
  discounts: z.array(discountOutput),
  amounts: billAmounts,
  tenders: z.array(tenderOutput),
} satisfies Readonly<Record<Exclude<keyof Bill, OtherOnWire> | (string & {}), z.ZodType>>);
export type BillOutput = z.input<typeof billOutput>;

/** The bill after a payment, and the sale of a payment by phone. */
export const paymentOutput = z.object({ bill: billOutput, sale: saleOutput.nullable() });
