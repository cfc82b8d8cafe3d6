import { z } from 'zod';
import { billAct, billVersion } from '../../bill/schema.ts';
import type { DaySums } from '../../documents/day.ts';
import { moneyPositive, moneySigned, optional, prose, reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { receiptNumber } from '../../protocol/receipt-number.ts';
import type { Refundable } from '../../terminal/refunds/refundable.ts';
import type { RefundView } from '../../terminal/sale/state.ts';
import type { Instant } from '../../time/clock.ts';
import type { HistorySale } from '../history/history.ts';
import { staffChange } from '../staff/person.ts';
import type { Role } from '../staff/role.ts';

/** `YYYY-MM-DD` in the shop's time zone. */
export const dayText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day: YYYY-MM-DD');
/** A PIN that is only compared: what it may look like is for the one who sets it. */
const typedPin = z.string().min(1).max(20);

/** Groups that a person looks for, rather than every state there is. */
const stateGroup = z.enum(['open', 'paid', 'refunded', 'not_paid']);
const method = z.enum(['screen_code', 'phone', 'customer_code', 'sticker']);

/** A search for sales. A sale must fit every member that is given. */
export const historyFilter = z.object({
  /** An amount, a sale's number, a label, a text or a reference. */
  text: z.string().max(LIMITS.historyTextMax).nullish(),
  states: stateGroup.nullish(),
  method: method.nullish(),
  /** `YYYY-MM-DD` in the shop's time zone. */
  day: dayText.nullish(),
  /** `next` of the page before. */
  cursor: z.string().max(40).nullish(),
});
export type HistoryFilter = z.input<typeof historyFilter>;

/** What the back office adds to the bridge's commands. */
export const backOfficeCommands = [
  /** Opens a locked till for a person, by their PIN. */
  z.object({ type: z.literal('unlock'), personId: reference, pin: typedPin }),
  z.object({ type: z.literal('lock') }),
  /** A person touches the screen: the till does not lock for a while. */
  z.object({ type: z.literal('present') }),
  /** `code` is what the till's start printed, where the first supervisor needs it. */
  z.object({
    type: z.literal('staff'),
    change: staffChange,
    code: optional(z.string().max(20)),
  }),
  /** Checks the code that the till's start printed, before the first supervisor types more. */
  z.object({ type: z.literal('first_code'), code: z.string().max(20) }),
  /** A supervisor approves one refund of one payment with their PIN; returns the approval's id. */
  z.object({
    type: z.literal('approve'),
    personId: reference,
    pin: typedPin,
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
  /**
   * A supervisor approves this act on this version of a bill with their PIN; returns the approval's id. The act is the
   * one that the bill's host has refused with `bill_needs_approval`.
   */
  z.object({
    type: z.literal('approve_bill'),
    personId: reference,
    pin: typedPin,
    bill: reference,
    version: billVersion,
    act: billAct,
  }),
  /** Reads from the service what of a payment can still be refunded, with its lines. */
  z.object({ type: z.literal('refundable'), tid: reference }),
  /** Gives back what was approved; the same approval again gives nothing back twice. */
  z.object({ type: z.literal('refund'), approvalId: reference }),
  z.object({ type: z.literal('history'), filter: historyFilter }),
  /** The sums of a day; today's when it is left out. */
  z.object({ type: z.literal('day'), day: optional(dayText) }),
] as const;

const backOfficeCommand = z.discriminatedUnion('type', backOfficeCommands);
/** One of them, after the check. */
export type BackOfficeCommand = z.output<typeof backOfficeCommand>;

/** A person as screens know one: never a PIN, never its hash. */
export type PersonView = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Too many wrong PINs: until when this person's pad refuses; null when it does not. */
  readonly lockedUntil: Instant | null;
};

/** The person at the till, and what this till can do after a sale. */
export type BackOfficeView = {
  /** `open`: no staff are configured, so the till does not lock. */
  readonly state: 'open' | 'locked' | 'unlocked';
  /** Who has unlocked it. */
  readonly personId: string | null;
  readonly staff: readonly PersonView[];
  /** `by_code`: the first person needs the code that the start printed; left out where none is. */
  readonly firstSupervisor?: 'by_code';
  /** Whether this till holds a key that signs refunds. */
  readonly refunds: 'possible' | 'no_key';
  /** Page of the shop's settlements, where this till knows one. */
  readonly settlements: string | null;
  /** IANA name of the shop's time zone; its midnight is where a day ends. */
  readonly timeZone: string;
  /** The day it is, as `YYYY-MM-DD` in that zone. */
  readonly today: string;
};

/** A page of sales, newest first. */
export type HistoryPage = {
  readonly sales: readonly HistorySale[];
  readonly refunds: readonly RefundView[];
  /** Numbers of the receipts in the till's books, by the id of the sale. */
  readonly receipts: Readonly<Record<string, number>>;
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
};

/** A day's sums, and which other days there are. */
export type DayPage = {
  readonly day: string;
  /** The time of the sums. */
  readonly at: Instant;
  readonly sums: DaySums;
  /** Days that this till remembers, newest first. */
  readonly days: readonly string[];
};

/** Values that only the back office's commands are answered with. */
export type BackOfficeValue =
  | { readonly history: HistoryPage; readonly id?: undefined }
  | { readonly day: DayPage; readonly id?: undefined }
  | { readonly refundable: Refundable; readonly id?: undefined };
