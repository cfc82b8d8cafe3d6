import { z } from 'zod';
import { tenderName } from '../../bill/schema.ts';
import type { SharedBill } from '../../books/bill-refund.ts';
import type { BookEntry } from '../../books/entry.ts';
import type { LeftOfReceipt, ReceiptFact, RefundFact } from '../../books/refunds.ts';
import type { ReportPage } from '../../documents/report.ts';
import type { MoneyInteger } from '../../money/money.ts';
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
import type { Refundable } from '../../terminal/refunds/refundable.ts';
import type { Instant } from '../../time/clock.ts';

/*
 * What a screen and its host say to each other about the cash drawer and the books. The host holds the books; a screen
 * reads a report when a person asks for it. A blind count needs that no view says what the drawer should hold.
 */

const reason = prose(LIMITS.labelMax);

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

/** `id` is the same in a repeat after a lost answer. */
export const booksCommands = [
  z.object({
    type: z.literal('drawer'),
    id: clientId,
    act: z.discriminatedUnion('act', drawerActs),
  }),
  /**
   * A count without a close, such as at the change of a shift. Without a reason a difference is refused once with what
   * was expected (`difference` in the answer); the person counts again or gives the reason.
   */
  z.object({
    type: z.literal('count_drawer'),
    id: clientId,
    counted: countedCash,
    ...explained,
  }),
  /** The report of the open period, or of a closed one by its number. */
  z.object({ type: z.literal('read_report'), period: z.int().positive().nullable() }),
  /**
   * Prints it. The report of the open period is an X report: it is booked first, also if the browser prints it. The
   * browser prints the report of the answer, which is the booked one.
   */
  z.object({
    type: z.literal('print_report'),
    period: z.int().positive().nullable(),
    on: z.enum(['printer', 'browser']),
  }),
  /** A receipt of the books by its number, with what of it was refunded. */
  z.object({ type: z.literal('find_receipt'), receipt: z.int().positive() }),
  /** A receipt by its code, which somebody scanned. */
  z.object({ type: z.literal('open_receipt'), code: z.string().min(1).max(200) }),
  /** The receipt of a payment in cash or by another tender, by the id of the tender. */
  z.object({ type: z.literal('find_tender'), tender: tenderName }),
  /** Prints a receipt or a refund of the books; a second time as a copy. */
  z.object({ type: z.literal('print_booked'), receipt: z.int().positive() }),
  /** Prints the receipt of a refund to a phone, by the id of the refund; a second time as a copy. */
  z.object({ type: z.literal('print_refund'), refund: reference }),
  /** A supervisor approves this refund of a receipt up to an amount with a PIN; returns the approval's id. */
  z.object({
    type: z.literal('approve_receipt_refund'),
    personId: reference,
    pin: z.string().min(1).max(20),
    refund: refundSeen,
    /** The most that may change hands, with the tip and after the rounding of cash. */
    amount: moneyNonNegative,
  }),
  /** Gives cash or the amount of another tender back. A phone payment is refunded by its own command. */
  z.object({
    type: z.literal('refund_receipt'),
    id: clientId,
    ...seenRefund,
    approval: reference,
  }),
  /**
   * A bill that was paid in shares, with what of it can be given back. Refused with `bill_not_shared` for any other bill,
   * which is refunded by its receipt.
   */
  z.object({ type: z.literal('find_bill'), bill: reference }),
  /** A supervisor approves this refund of products of a bill up to an amount with a PIN; returns the approval's id. */
  z.object({
    type: z.literal('approve_bill_refund'),
    personId: reference,
    pin: z.string().min(1).max(20),
    refund: billRefundSeen,
    /** The most that may change hands, after the rounding of cash. */
    amount: moneyNonNegative,
  }),
  /** Gives products of a bill back to its payments in their order (D-572). */
  z.object({
    type: z.literal('refund_bill'),
    id: seriesId,
    ...seenBillRefund,
    approval: reference,
  }),
  /** The person at the till has seen that an earlier day was not closed. */
  z.object({ type: z.literal('saw_missed_close') }),
  /** A supervisor approves this close with a PIN; returns the approval's id. */
  z.object({
    type: z.literal('approve_close'),
    personId: reference,
    pin: z.string().min(1).max(20),
    close: closeSeen,
  }),
  /**
   * Ends the period with a Z report. `keep` stays in the drawer for the next period; the rest is paid out to the bank.
   * Other open bills than those that the person saw are refused, so that nobody closes over a bill that he does not know
   * of. After another Z report than `lastClose` it is refused, so that two screens do not both close one day.
   */
  z.object({
    type: z.literal('close_period'),
    ...seenClose,
    ...explained,
    approval: reference.optional(),
  }),
] as const;

const command = z.discriminatedUnion('type', booksCommands);
/** One of them, after the check. */
export type BooksCommand = z.output<typeof command>;

/** A receipt of the books, what was refunded of it, and what is left. */
export type ReceiptPage = {
  readonly number: number;
  readonly day: BookEntry['day'];
  readonly receipt: ReceiptFact;
  readonly refunds: readonly RefundFact[];
  readonly left: LeftOfReceipt;
};

/** A payment by phone that another till of the shop sold: its receipt there, and what the service says of it. */
export type OtherTillReceipt = {
  /** The number of the receipt as people read it, `till2-R12`. */
  readonly receipt: string;
  readonly at: Instant;
  readonly tid: string;
  /** What the customer paid, tip included. */
  readonly total: MoneyInteger;
  readonly refundable: Refundable;
};

/** A bill that was paid in shares, with what of it can be given back. */
export type BillPage = SharedBill & {
  readonly bill: string;
  readonly name: string | null;
  /** When it was paid completely. */
  readonly at: Instant;
  /** Units that one refund can give back of each line, in thousandths. */
  readonly left: readonly number[];
};

/** What a refund of products of a bill gives back, to each payment. */
export type BillRefunded = {
  readonly parts: readonly {
    readonly refund: string;
    readonly method:
      | { readonly kind: 'phone' | 'cash' }
      | { readonly kind: 'other'; readonly name: string };
    /** After the rounding of cash. */
    readonly amount: MoneyInteger;
    /** Of its own receipt; null of one to a phone until the service has made it. */
    readonly number: number | null;
  }[];
};

/** What only the commands of the books are answered with. */
export type BooksValue =
  | { readonly report: ReportPage; readonly id?: undefined }
  /** Also the answer of a refund, with the number of its own receipt. */
  | { readonly receipt: ReceiptPage; readonly number?: number; readonly id?: undefined }
  /** The answer of `find_bill`. */
  | { readonly sharedBill: BillPage; readonly id?: undefined }
  /** The answer of `refund_bill`. */
  | { readonly billRefund: BillRefunded; readonly id?: undefined }
  /** The answer of `open_receipt` for a phone payment of another till. */
  | { readonly otherTill: OtherTillReceipt; readonly id?: undefined }
  | {
      /** The count differs by this, and no reason was given. Nothing was booked. */
      readonly difference: { readonly expected: number; readonly counted: number };
      readonly id?: undefined;
    };

/** What every snapshot says about the books. */
export type BooksView = {
  /** `unwritable`: the last event could not be written yet; it is kept and written again. */
  readonly state: 'ok' | 'unwritable' | 'damaged';
  /** The business day now, `YYYY-MM-DD`. */
  readonly day: string;
  /** True if the clock was set back: it has an earlier business day than the last entries of the books. */
  readonly behind: boolean;
  /** True once this drawer had a float, a pay-in or a payment in cash, in this period or the one before. */
  readonly hasCash: boolean;
  /** Numbers of the receipts of sales that the terminal still shows, by the id of the sale. */
  readonly receipts: Readonly<Record<string, number>>;
  /** Number of the last Z report; 0 before the first. */
  readonly lastClose: number;
  /** Days of the open period, in order; more than one means that a close was missed. */
  readonly days: readonly string[];
  /** The first day that was not closed, until the person at the till has seen it on this business day; otherwise null. */
  readonly missed: string | null;
  /** Cash that can be paid is rounded to this many minor units; 1 where it is not rounded. */
  readonly cashStep: number;
  /** Names of the shop's other tenders, such as `Bank card`. */
  readonly otherTenders: readonly string[];
};
