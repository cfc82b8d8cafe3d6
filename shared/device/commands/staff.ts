import { z } from 'zod';
import { billAct, billVersion } from '../../bill/acts.ts';
import {
  moneyPositive,
  moneySigned,
  optional,
  prose,
  receiptNumber,
  reference,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { historySale, refundView } from '../history/schema.ts';
import { staffChange } from '../staff/person.ts';
import { refundable } from './book-answers.ts';
import { daySums } from './day-sums.ts';
import type { RoomRows } from './row.ts';
import { MADE, NOTHING } from './values.ts';

/** `YYYY-MM-DD` in the shop's time zone. */
export const dayText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day: YYYY-MM-DD');
/** A PIN that is only compared: what it may look like is for the one who sets it. */
const typedPin = z.string().min(1).max(20);
/** A supervisor approves with a PIN. */
export const supervisor = { personId: reference, pin: typedPin };

/** Groups that a person looks for, rather than every state there is. */
const stateGroup = z.enum(['open', 'paid', 'refunded', 'not_paid']);
const method = z.enum(['screen_code', 'phone', 'customer_code', 'sticker']);

/** A search for sales. A sale must fit every member that is given. */
const historyFilter = z.object({
  /** An amount, a sale's number, a label, a text or a reference. */
  text: z.string().max(LIMITS.historyTextMax).nullish(),
  states: stateGroup.nullish(),
  method: method.nullish(),
  /** `YYYY-MM-DD` in the shop's time zone. */
  day: dayText.nullish(),
  /** Only payments without a receipt: open ones, and those that ended without money or whose result is not known. */
  withoutReceipt: z.boolean().nullish(),
  /** `next` of the page before. */
  cursor: z.string().max(40).nullish(),
});
export type HistoryFilter = z.input<typeof historyFilter>;

/** A page of sales, newest first. */
const historyPage = z.object({
  sales: z.array(historySale).readonly(),
  refunds: z.array(refundView).readonly(),
  /** Numbers of the receipts in the till's books, by the id of the sale. */
  receipts: z.record(z.string(), z.int()),
  /** Where the next page begins; null on the last one. */
  next: z.string().nullable(),
});
export type HistoryPage = z.output<typeof historyPage>;

/** A day's sums, and which other days there are. */
const dayPage = z.object({
  day: z.string(),
  /** The time of the sums. */
  at: z.int(),
  sums: daySums,
  /** Days that this till remembers, newest first. */
  days: z.array(z.string()).readonly(),
});
export type DayPage = z.output<typeof dayPage>;

/** Staff lock, history and days of a till. */
export const STAFF = {
  unlock: {
    summary: 'Opens a locked till for a person, by their PIN',
    who: { screen: 'nobody', also: [] },
    input: z.object(supervisor),
    answer: NOTHING,
  },
  lock: {
    summary: 'Locks the till',
    who: { screen: 'nobody', also: [] },
    input: z.object({}),
    answer: NOTHING,
  },
  present: {
    summary: 'A person touches the screen: the till does not lock for a while',
    who: { screen: 'cashier', also: [] },
    input: z.object({}),
    answer: NOTHING,
  },
  staff: {
    summary: 'Changes the staff of the till',
    who: { screen: 'supervisor', also: [] },
    input: z.object({
      change: staffChange,
      /** What the till's start printed, where the first supervisor needs it. */
      code: optional(z.string().max(20)),
    }),
    answer: MADE,
  },
  first_code: {
    summary:
      'Checks the code that the till’s start printed, before the first supervisor types more',
    who: { screen: 'supervisor', also: [] },
    input: z.object({ code: z.string().max(20) }),
    answer: NOTHING,
  },
  // The command has a supervisor's PIN, and its handler checks it.
  approve: {
    summary: 'A supervisor approves one refund of one payment',
    who: { screen: 'cashier', also: [] },
    input: z.object({
      ...supervisor,
      tid: reference,
      /** Minor units of the shop's currency, additional amounts included. */
      amount: moneyPositive,
      text: optional(prose(LIMITS.textMax)),
      /** The sold lines that are returned; left out for a refund of an amount (D-250). */
      lines: z
        .array(
          z.object({
            index: z.int().nonnegative(),
            quantity: z.string().max(20),
            total: moneySigned,
          }),
        )
        .min(1)
        .max(LIMITS.lineItemsMax)
        .optional(),
      /** The number of the receipt at the till that sold it; left out for a sale of this till (D-424). */
      otherReceipt: receiptNumber.optional(),
    }),
    answer: MADE,
  },
  // The same for an act on a bill, which the bill's host has refused with `bill_needs_approval`.
  approve_bill: {
    summary: 'A supervisor approves this act on this version of a bill',
    who: { screen: 'cashier', also: [] },
    input: z.object({ ...supervisor, bill: reference, version: billVersion, act: billAct }),
    answer: MADE,
  },
  // A register reads `GET /refunds/left/`, and names the approver of a refund in its own call, `POST /refunds/`.
  refundable: {
    summary: 'Reads from the service what of a payment can still be refunded, with its lines',
    who: { screen: 'cashier', also: [] },
    input: z.object({ tid: reference }),
    answer: z.object({ refundable }),
  },
  refund: {
    summary: 'Refunds what was approved; the same approval again refunds nothing twice',
    who: { screen: 'approval', also: [] },
    input: z.object({ approvalId: reference }),
    answer: MADE,
  },
  history: {
    summary: 'Finds sales of this till, the newest first',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [],
    input: z.object({ filter: historyFilter }),
    answer: z.object({ history: historyPage }),
  },
  day: {
    summary: 'Reads the sums of a day; today’s when it is left out',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [],
    input: z.object({ day: optional(dayText) }),
    answer: z.object({ day: dayPage }),
  },
} as const satisfies RoomRows;
