import { z } from 'zod';
import { billAct, billVersion, tenderName } from '../../bill/acts.ts';
import type { Bill } from '../../bill/bill.ts';
import { type BillRefusal, CHANGE_REFUSALS, PAY_REFUSALS } from '../../bill/commands.ts';
import { keptBill, shownBill } from '../../bill/schema.ts';
import { ZERO } from '../../money/money.ts';
import { clientId, moneyNonNegative, moneySigned, prose, reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { paymentMethod } from '../../terminal/sale/payment-methods.ts';
import { PAYMENT } from './refusals.ts';
import type { RoomRows } from './row.ts';
import { NOTHING } from './values.ts';

/** What the customer's display says of a payment at the till. */
const shownPayment = z.discriminatedUnion('kind', [
  /** The customer pays this part of the bill in cash now, with the tip that he has chosen. */
  z.object({
    kind: z.literal('cash'),
    amount: moneyNonNegative,
    tip: moneyNonNegative.default(ZERO),
  }),
  /** This tender has just paid: what was received, and the change. */
  z.object({ kind: z.literal('tendered'), tender: tenderName }),
]);
export type ShownPayment = z.output<typeof shownPayment>;

export type ScreenAct = z.output<typeof billAct>;

const { bill, state, amounts, lineAmounts } = shownBill.shape;
/** The reasons of the bills, as the till's refusals name them. */
const named = <Reason extends BillRefusal>(reasons: readonly Reason[]) =>
  reasons.map((reason): `bill_${Reason}` => `bill_${reason}`);

/** The bill as it is now, and all its amounts; null if the till has dropped it since, because it ended. */
const billNow = {
  bill: bill.nullable(),
  state: state.nullable(),
  amounts: amounts.nullable(),
  lineAmounts: lineAmounts.nullable(),
};

/** What a refused command on a bill says beside the refusal: the bill as it is now, if the till has one by this id. */
export type RefusedOnBill = { readonly bill?: Bill };

/**
 * The bills. `version` is the version that the person saw; 0 opens a bill. `id` is the same in a repeat after a lost
 * answer. A refusal has the bill too ({@link RefusedOnBill}).
 */
export const BILLS = {
  bill: {
    summary: 'Opens or changes a bill',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [
      ...named(CHANGE_REFUSALS),
      'bill_gone',
      'bill_too_many',
      'bill_command_used',
      'bill_not_saved',
    ],
    input: z.object({
      id: clientId,
      bill: reference,
      version: billVersion,
      act: billAct,
      /** A supervisor's approval of a discount above the person's own limit. */
      approval: reference.optional(),
    }),
    answer: z.object(billNow),
  },
  // The tender has the id `tenderId(id)`.
  pay_bill: {
    summary: 'Pays a part of a bill, or all that is due; `sale` is the sale of a payment by phone',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [...named(PAY_REFUSALS), ...PAYMENT],
    input: z.object({
      id: clientId,
      bill: reference,
      version: billVersion,
      /** Negative where returned deposits are more than the goods: then it is paid out in cash (D-531). */
      amount: moneySigned,
      tip: moneyNonNegative,
      method: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('phone'),
          method: paymentMethod,
          place: z.enum(['main_screen', 'aside']).default('main_screen'),
          /** Whether `tip` is fixed, or the customer changes it on the phone. */
          tipEdit: z.enum(['fixed', 'by_customer']).default('fixed'),
        }),
        /** `received`: what the customer hands over; exactly the sum to pay when left out. */
        z.object({ kind: z.literal('cash'), received: moneyNonNegative.optional() }),
        z.object({ kind: z.literal('other'), name: prose(LIMITS.labelMax) }),
      ]),
    }),
    answer: z.object({ ...billNow, sale: z.string().nullable() }),
  },
  read_bill: {
    summary: 'Reads a whole bill',
    // A register reads `GET /bills/<id>/`, which can wait for a change.
    who: { screen: 'cashier', also: [] },
    input: z.object({ bill: reference }),
    answer: z.object({ bill: keptBill }),
  },
  show_bill: {
    summary: 'Shows a bill on the customer’s display; null takes it off',
    who: { screen: 'cashier', also: [] },
    input: z.object({ bill: reference.nullable(), pays: shownPayment.optional() }),
    answer: NOTHING,
  },
  // Each such bill is given to one screen.
  restore_bill: {
    summary:
      'A screen that has just started asks for a bill without a name that was being filled when the till stopped',
    who: { screen: 'cashier', also: [] },
    input: z.object({}),
    answer: z.object({ bill: keptBill.nullable() }),
  },
} as const satisfies RoomRows;
