import { z } from 'zod';
import type { Bill } from '../../bill/bill.ts';
import type { BillAct } from '../../bill/commands.ts';
import { billAct, billVersion, tenderName } from '../../bill/schema.ts';
import type { MoneyInteger } from '../../money/money.ts';
import { ZERO } from '../../money/money.ts';
import { clientId, moneyNonNegative, moneySigned, prose, reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { paymentMethod } from '../../terminal/sale/payment-methods.ts';
import type { Instant } from '../../time/clock.ts';

/*
 * What a screen and its host say to each other about bills. The host holds every bill; a snapshot has a summary of each
 * open one, and a screen reads a whole bill when the summary has another version than its copy.
 */

/** One open bill: nobody has paid it completely, and nobody has cleared it. */
export type BillSummary = {
  readonly id: string;
  readonly version: number;
  /** The name of a table; null for a bill without one. */
  readonly name: string | null;
  readonly total: MoneyInteger;
  /** What is left to pay and nobody is paying now. */
  readonly due: MoneyInteger;
  /** Number of lines. */
  readonly things: number;
  /** Time of its last change. */
  readonly at: Instant;
  /** The sale by phone that pays a part of it now; null if none does. */
  readonly sale: string | null;
};

/** What every snapshot says about bills. */
export type BillsView = {
  /** Oldest first. */
  readonly open: readonly BillSummary[];
  /** The bill on the customer's display; null if none is shown. */
  readonly shown: Bill | null;
  /** How it is paid at the till now, or was just paid; null if it is not. */
  readonly pays: ShownPayment | null;
};

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

export type ScreenAct = Extract<BillAct, { act: z.output<typeof billAct>['act'] }>;

/**
 * The commands of a screen on bills. `version` is the version that the person saw; 0 opens a bill. `id` is the same in
 * a repeat after a lost answer. Each answer has the bill as it is now, a refusal too.
 */
export const billCommands = [
  /** `approval` is a supervisor's approval of a discount above the person's own limit. */
  z.object({
    type: z.literal('bill'),
    id: clientId,
    bill: reference,
    version: billVersion,
    act: billAct,
    approval: reference.optional(),
  }),
  /**
   * Pays a part of a bill, or all that is due. The tender has the id `tenderId(id)`. Answers the id of the sale of a
   * phone payment.
   */
  z.object({
    type: z.literal('pay_bill'),
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
  /** Answers the whole bill. */
  z.object({ type: z.literal('read_bill'), bill: reference }),
  /** The bill that this screen shows now, for the customer's display; null takes it off. */
  z.object({
    type: z.literal('show_bill'),
    bill: reference.nullable(),
    pays: shownPayment.optional(),
  }),
  /**
   * A screen that has just started asks for the bill without a name that was being filled when the till stopped. Each
   * such bill is given to one screen. Answers null if there is none.
   */
  z.object({ type: z.literal('restore_bill') }),
] as const;

const command = z.discriminatedUnion('type', billCommands);
/** One of them, after the check. */
export type BillsCommand = z.output<typeof command>;
