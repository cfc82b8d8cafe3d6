import { z } from 'zod';
import type { Bill } from '../bill/bill.ts';
import type { BillAct } from '../bill/commands.ts';
import { QUANTITY_MAX, type Quantity, quantity } from '../bill/quantity.ts';
import type { MoneyInteger } from '../money/money.ts';
import { line, moneyNonNegative, moneyPositive, prose, reference } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import { paymentMethod } from '../terminal/sale/payment-methods.ts';
import type { Instant } from '../time/clock.ts';

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
};

const name = line(LIMITS.tableNameMax);
const reason = prose(LIMITS.labelMax);
const units: z.ZodType<Quantity, number> = z.int().min(1).max(QUANTITY_MAX).transform(quantity);
const version = z.int().nonnegative();
const basisPoints = z.int().min(1).max(10_000);

const discount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), basisPoints, reason }),
  z.object({ kind: z.literal('amount'), amount: moneyPositive, reason }),
]);

const option = z.object({
  group: reference,
  option: reference,
  name: prose(LIMITS.labelMax),
  surcharge: moneyNonNegative,
});

/** A line as a person orders it. */
export const newLine = z.object({
  kind: z.enum(['goods', 'deposit', 'deposit_return']),
  product: reference.nullable(),
  name: prose(LIMITS.labelMax),
  unit: z.string().max(10),
  quantity: units,
  price: moneyNonNegative,
  vatRate: z
    .string()
    .regex(/^0(?:\.\d{1,4})?$/)
    .nullable(),
  options: z.array(option).max(20),
  note: prose(LIMITS.labelMax).nullable(),
});

const lineUnits = z.object({ line: reference, quantity: units });

/** The acts that a screen may order. The amounts of a payment and of a refund have commands of their own. */
export const billAct = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('open'),
    name: name.nullable(),
    lines: z.array(newLine).max(LIMITS.basketLinesMax),
  }),
  z.object({ act: z.literal('add'), line: newLine }),
  z.object({ act: z.literal('set_quantity'), line: reference, quantity: units }),
  z.object({ act: z.literal('remove'), line: reference }),
  z.object({ act: z.literal('note'), line: reference, note: prose(LIMITS.labelMax).nullable() }),
  z.object({ act: z.literal('discount_line'), line: reference, discount: discount.nullable() }),
  z.object({ act: z.literal('discount_bill'), discount: discount.nullable() }),
  z.object({ act: z.literal('rename'), name: name.nullable() }),
  z.object({ act: z.literal('clear'), reason }),
  z.object({
    act: z.literal('move'),
    lines: z.array(lineUnits).min(1).max(LIMITS.basketLinesMax),
    to: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('new'), bill: reference, name: name.nullable() }),
      z.object({ kind: z.literal('open'), bill: reference, version }),
    ]),
    discount: moneyNonNegative.nullable(),
  }),
]);
export type ScreenAct = Extract<BillAct, { act: z.output<typeof billAct>['act'] }>;

/**
 * The commands of a screen on bills. `version` is the version that the person saw; 0 opens a bill. `id` is the same in
 * a repeat after a lost answer. Each answer has the bill as it is now, a refusal too.
 */
export const billCommands = [
  /** `approval` is a supervisor's approval of a discount above the person's own limit. */
  z.object({
    type: z.literal('bill'),
    id: reference,
    bill: reference,
    version,
    act: billAct,
    approval: reference.optional(),
  }),
  /** Pays a part of a bill, or all that is due. Answers the id of the sale of a phone payment. */
  z.object({
    type: z.literal('pay_bill'),
    id: reference,
    bill: reference,
    version,
    amount: moneyNonNegative,
    tip: moneyNonNegative,
    with: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('phone'),
        method: paymentMethod,
        place: z.enum(['main_screen', 'aside']).default('main_screen'),
      }),
      z.object({ kind: z.literal('cash') }),
      z.object({ kind: z.literal('other'), name: prose(LIMITS.labelMax) }),
    ]),
  }),
  /** Answers the whole bill. */
  z.object({ type: z.literal('read_bill'), bill: reference }),
  /** The bill that this screen shows now, for the customer's display; null takes it off. */
  z.object({ type: z.literal('show_bill'), bill: reference.nullable() }),
  /**
   * A screen that has just started asks for the bill without a name that was being filled when the till stopped. Each
   * such bill is given to one screen. Answers null if there is none.
   */
  z.object({ type: z.literal('restore_bill') }),
] as const;
