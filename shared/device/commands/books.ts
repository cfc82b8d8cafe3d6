import { z } from 'zod';
import { tenderName } from '../../bill/acts.ts';
import {
  clientId,
  moneyNonNegative,
  moneyPositive,
  optional,
  prose,
  reference,
  seriesId,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import {
  billPage,
  billRefunded,
  goodsLeft,
  otherTillReceipt,
  receiptPage,
  receiptsPage,
  reportPage,
  shownReceipt,
} from './book-answers.ts';
import { ONCE, PAPER, READ, REFUND } from './refusals.ts';
import type { RoomRows } from './row.ts';
import { dayText, supervisor } from './staff.ts';
import { MADE, NOTHING } from './values.ts';

const reason = prose(LIMITS.labelMax);

/** What a supervisor has approved at the screen. A register has none: its caller names the approver. */
const approval = reference.optional();

/**
 * Why a count differs, and what was expected in the difference that `reason` explains. If that has changed, the
 * difference is asked about again.
 */
export const explained = { reason: optional(reason), explains: optional(z.int()) };

/** Notes and coins that a person counted, by their value in minor units. */
export const countedCash = z
  .array(z.object({ value: moneyPositive, count: z.int().min(1).max(100_000) }))
  .max(40)
  .readonly();

/** Put cash into the drawer or take it out, or only open it. Each of them opens the drawer. */
export const drawerActs = [
  z.object({ act: z.literal('float'), amount: moneyNonNegative }),
  z.object({ act: z.literal('pay_in'), amount: moneyPositive, reason }),
  z.object({ act: z.literal('pay_out'), amount: moneyPositive, reason }),
  z.object({ act: z.literal('no_sale'), reason }),
] as const;

/** An open bill in the version that a person saw. */
const seenBill = z.object({ id: reference, version: z.int().nonnegative() });
export type SeenBill = z.output<typeof seenBill>;

/**
 * A close as its person saw it: the command's id, what was counted (null on a till that has no cash), what stays in the
 * drawer, the last Z report, and the open bills. A supervisor approves exactly this.
 */
const seenClose = {
  id: clientId,
  counted: countedCash.nullable(),
  keep: moneyNonNegative,
  lastClose: optional(z.int().nonnegative()),
  openBills: z.array(seenBill).max(LIMITS.billsMax).readonly(),
};
const closeSeen = z.object(seenClose);
export type SeenClose = z.output<typeof closeSeen>;

/** A refund of a receipt as its person chose it. `lines` are units of its lines in thousandths; null: only `amount`. */
const seenRefund = {
  receipt: z.int().positive(),
  lines: z
    .array(z.object({ line: z.int().nonnegative(), quantity: z.int().positive() }))
    .min(1)
    .max(LIMITS.basketLinesMax)
    .nullable(),
  amount: moneyNonNegative,
  tip: moneyNonNegative,
  reason: optional(reason),
};
const refundSeen = z.object(seenRefund);
export type SeenRefund = z.output<typeof refundSeen>;

/** A refund of products of a bill that was paid in shares. `lines` are units of the bill's lines in thousandths. */
const seenBillRefund = {
  bill: reference,
  lines: z
    .array(z.object({ line: z.int().nonnegative(), quantity: z.int().positive() }))
    .min(1)
    .max(LIMITS.basketLinesMax),
  reason: optional(reason),
};
const billRefundSeen = z.object(seenBillRefund);
export type SeenBillRefund = z.output<typeof billRefundSeen>;

/** A search in all receipts. A receipt must fit every member that is given (D-581). */
const receiptsFilter = z.object({
  /** A number, an amount, an item, a bill, the end of a phone number, a reference, or a time such as 09:16. */
  text: z.string().max(LIMITS.historyTextMax).nullish(),
  tender: z.enum(['phone', 'cash', 'other']).nullish(),
  /** The shop's name of another tender. */
  tenderName: z.string().max(LIMITS.labelMax).nullish(),
  /** Only refunds, and receipts of which something was refunded. */
  refunds: z.boolean().nullish(),
  /** The first and the last business day. */
  from: dayText.nullish(),
  to: dayText.nullish(),
  /** `next` of the page before. */
  before: z.int().positive().nullish(),
});
export type ReceiptsFilter = z.input<typeof receiptsFilter>;

const report = z.object({ report: reportPage });
const receipt = z.object({ receipt: receiptPage });
/** The count differs by this, and no reason was given. Nothing was booked. */
const difference = z.object({
  difference: z.object({ expected: z.int(), counted: z.int() }),
});

/**
 * The drawer and the books. `id` is the same in a repeat after a lost answer. A blind count needs that no answer says what
 * the drawer should hold.
 */
export const BOOKS = {
  drawer: {
    summary: 'Puts cash into the drawer, takes it out, or only opens it',
    who: { screen: 'cashier', also: ['register'] },
    refusals: ONCE,
    input: z.object({ id: clientId, act: z.discriminatedUnion('act', drawerActs) }),
    answer: NOTHING,
  },
  // Without a reason a difference is answered once, with what was expected; the person counts again or gives the reason.
  count_drawer: {
    summary: 'Counts the drawer without a close, such as at the change of a shift',
    who: { screen: 'cashier', also: ['register'] },
    refusals: ONCE,
    input: z.object({ id: clientId, counted: countedCash, ...explained }),
    answer: difference.nullable(),
  },
  read_report: {
    summary: 'Reads the report of the open period (X), or of a closed one (Z) by its number',
    who: { screen: 'cashier', also: ['register'] },
    refusals: ['period_gone'],
    input: z.object({ period: z.int().positive().nullable() }),
    answer: report,
  },
  // An X report is booked first, also if the browser prints it: then it prints the report of the answer, the booked one.
  print_report: {
    summary: 'Prints a report',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [...PAPER, 'books_not_saved'],
    input: z.object({ period: z.int().positive().nullable(), on: z.enum(['printer', 'browser']) }),
    answer: z.union([report, MADE]).nullable(),
  },
  receipts: {
    summary: 'Finds receipts and refunds of every tender, the newest first',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [],
    input: z.object({ filter: receiptsFilter }),
    answer: z.object({ receipts: receiptsPage }),
  },
  read_receipt: {
    summary: 'Reads a receipt or a refund as the document that paper, page and e-mail show',
    who: { screen: 'cashier', also: ['register'] },
    refusals: ['receipt_gone'],
    input: z.object({ receipt: z.int().positive() }),
    answer: z.object({ shown: shownReceipt }),
  },
  find_receipt: {
    summary: 'Finds a receipt by its number, with what of it was refunded',
    who: { screen: 'cashier', also: ['register'] },
    refusals: ['receipt_gone'],
    input: z.object({ receipt: z.int().positive() }),
    answer: receipt,
  },
  // The second answer is a phone payment of another till of the shop.
  open_receipt: {
    summary: 'Finds a receipt by its code, which somebody scanned',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [
      ...READ,
      'receipt_unknown',
      'receipt_not_found',
      'receipt_no_sale',
      'receipt_foreign',
    ],
    input: z.object({ code: z.string().min(1).max(200) }),
    answer: z.union([receipt, z.object({ otherTill: otherTillReceipt })]),
  },
  find_tender: {
    summary: 'Finds the receipt of a payment of a bill, by the id of the tender',
    who: { screen: 'cashier', also: ['register'] },
    refusals: ['receipt_gone'],
    input: z.object({ tender: tenderName }),
    answer: receipt,
  },
  print_booked: {
    summary: 'Prints a receipt or a refund of the books; a second time as a copy',
    who: { screen: 'cashier', also: ['register'] },
    refusals: PAPER,
    input: z.object({ receipt: z.int().positive() }),
    answer: MADE,
  },
  print_refund: {
    summary: 'Prints the receipt of a refund to a phone, by its id; a second time as a copy',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [...PAPER, 'receipt_gone'],
    input: z.object({ refund: reference }),
    answer: MADE,
  },
  // The command has a supervisor's PIN, and its handler checks it.
  approve_receipt_refund: {
    summary: 'A supervisor approves this refund of a receipt up to an amount',
    who: { screen: 'cashier', also: [] },
    input: z.object({
      ...supervisor,
      refund: refundSeen,
      /** The most that may change hands, with the tip and after the rounding of cash. */
      amount: moneyNonNegative,
    }),
    answer: MADE,
  },
  refund_receipt: {
    summary:
      'Gives cash, or the amount of another tender, back; `number` is the refund’s own receipt',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [...REFUND, 'receipt_gone', 'receipt_by_phone'],
    approver: true,
    input: z.object({ id: clientId, ...seenRefund, approval }),
    answer: receipt.extend({ number: z.int() }),
  },
  // Refused with `bill_not_shared` for any other bill, which is refunded by its receipt.
  find_bill: {
    summary: 'Finds a bill that was paid in shares, with what of it can be refunded',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [...READ, 'bill_not_shared', 'books_not_saved'],
    input: z.object({ bill: reference }),
    answer: z.object({ sharedBill: billPage, left: goodsLeft }),
  },
  // The command has a supervisor's PIN, and its handler checks it.
  approve_bill_refund: {
    summary: 'A supervisor approves this refund of products of a bill up to an amount',
    who: { screen: 'cashier', also: [] },
    input: z.object({
      ...supervisor,
      refund: billRefundSeen,
      /** The most that may change hands, after the rounding of cash. */
      amount: moneyNonNegative,
    }),
    answer: MADE,
  },
  refund_bill: {
    summary: 'Gives products of a bill back to its payments in their order',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [...READ, ...REFUND, 'bill_not_shared', 'not_written'],
    approver: true,
    input: z.object({ id: seriesId, ...seenBillRefund, approval }),
    answer: z.object({ billRefund: billRefunded }),
  },
  saw_missed_close: {
    summary: 'The person at the till has seen that an earlier day was not closed',
    who: { screen: 'cashier', also: [] },
    input: z.object({}),
    answer: NOTHING,
  },
  // The command has a supervisor's PIN, and its handler checks it.
  approve_close: {
    summary: 'A supervisor approves this close',
    who: { screen: 'cashier', also: [] },
    input: z.object({ ...supervisor, close: closeSeen }),
    answer: MADE,
  },
  // `keep` stays in the drawer; the rest is paid out to the bank. Other open bills than those that the person saw are
  // refused, so that nobody closes over a bill that he does not know of. After another Z report than `lastClose` it is
  // refused, so that two screens do not both close one day. The handler wants a supervisor or an approval.
  close_period: {
    summary: 'Ends the period with a Z report',
    who: { screen: 'cashier', also: ['register'] },
    refusals: [
      ...ONCE,
      'role',
      'close_done',
      'close_open_bills',
      'close_needs_count',
      'keep_too_much',
    ],
    input: z.object({ ...seenClose, ...explained, approval }),
    answer: z.union([report, difference]).nullable(),
  },
} as const satisfies RoomRows;
