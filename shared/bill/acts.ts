import { z } from 'zod';
import type { LineId, ResultId, TenderId } from '../ids/host-ids.ts';
import { MONEY_MAX, money } from '../money/money.ts';
import {
  line,
  moneyNonNegative,
  moneyPositive,
  moneySigned,
  prose,
  reference,
} from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import { MEMBER_NUMBER } from './member-number.ts';
import { QUANTITY_MAX, type Quantity, quantity } from './quantity.ts';

/*
 * What is done to a bill. The screens' commands and the journal share these schemas, so a record that a command made can
 * always be read again; the types follow from them.
 */

/** An id that is made from the id of a command, so it may be longer than a reference. */
export const madeId = z
  .string()
  .min(1)
  .max(LIMITS.referenceMax + 20);

/** An id that the till makes and no client can choose, because it has a colon (D-485). */
const ownId = <Id extends TenderId | LineId | ResultId>(word: 'tender' | 'line' | 'result') =>
  z
    .string()
    .max(LIMITS.referenceMax + 20)
    .regex(
      new RegExp(`^${word}:`),
      `must be the id of a ${word}`,
    ) as z.ZodType<string> as z.ZodType<Id, Id>;
export const tenderName = ownId<TenderId>('tender');
export const lineName = ownId<LineId>('line');
export const resultName = ownId<ResultId>('result');
export const name = line(LIMITS.tableNameMax);
export const reason = prose(LIMITS.labelMax);
export const person = z.string().max(LIMITS.lineTextMax);
export const quantityFrom = (least: number): z.ZodType<Quantity, number> =>
  z.int().min(least).max(QUANTITY_MAX).transform(quantity);
const units = quantityFrom(1);
export const basisPoints = z.int().min(1).max(10_000);

export const memberNumber = z.string().regex(MEMBER_NUMBER, 'must be 1 to 40 letters and digits');

/** The version of a bill that a person saw; 0 opens one. */
export const billVersion = z.int().nonnegative();

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

/** A product has at most ten groups, and a group thirty options. */
const LINE_OPTIONS_MAX = 300;

const options = z.array(option).max(LINE_OPTIONS_MAX).readonly();

const note = z.object({ to: z.enum(['kitchen', 'customer']), text: prose(LIMITS.labelMax) });

/** What a line has from its order until its end. */
export const ordered = {
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
  options,
  note: note.nullable(),
};

/** A line as a person orders it. */
export const newLine = z.object(ordered);

const lineUnits = z.object({ line: lineName, quantity: units });
const someUnits = z.array(lineUnits).max(LIMITS.basketLinesMax);

/** Where lines go: to a bill that is made for them, or to one that is open in the version that the person saw. */
const moveTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new'), bill: reference, name: name.nullable() }),
  z.object({ kind: z.literal('open'), bill: reference, version: billVersion }),
]);

const ordinaryActs = [
  /** A bill with the lines that are on it from the beginning; they have the ids `lineId`, as a line that is added has. */
  z.object({
    act: z.literal('open'),
    name: name.nullable(),
    lines: z.array(newLine).max(LIMITS.basketLinesMax).readonly(),
  }),
  z.object({ act: z.literal('add'), line: newLine }),
  z.object({ act: z.literal('set_quantity'), line: lineName, quantity: units }),
  z.object({ act: z.literal('remove'), line: lineName }),
  z.object({ act: z.literal('note'), line: lineName, note: note.nullable() }),
  /** Replaces the options of a line. It is an order of its own from then on (D-281). */
  z.object({ act: z.literal('options'), line: lineName, options }),
  /** Replaces the line's own discount; null takes it off. A rule of the whole bill stays. */
  z.object({ act: z.literal('discount_line'), line: lineName, discount: discount.nullable() }),
  /** Replaces the discounts of the bill; null takes them off. */
  z.object({ act: z.literal('discount_bill'), discount: discount.nullable() }),
  z.object({ act: z.literal('rename'), name: name.nullable() }),
  /** The customer's membership number; null takes it off. */
  z.object({ act: z.literal('member'), number: memberNumber.nullable() }),
  /** Ends a bill that nobody pays, for the reason that the day reports. */
  z.object({ act: z.literal('clear'), reason }),
  z.object({
    act: z.literal('move'),
    lines: someUnits.min(1).readonly(),
    to: moveTarget,
    /** How much of the money off the bill goes along; null if the bill has none. */
    discount: moneyNonNegative.nullable(),
  }),
] as const;

/** The acts that a screen may order. A payment has a command of its own. */
export const billAct = z.discriminatedUnion('act', ordinaryActs);

export const method = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phone') }),
  z.object({ kind: z.literal('cash') }),
  z.object({ kind: z.literal('other'), name: prose(LIMITS.labelMax) }),
]);

/** Negative of a payout. */
export const sums = { amount: moneySigned, tip: moneyNonNegative };

export const rounding = z.int().min(-MONEY_MAX).max(MONEY_MAX).transform(money);

const pay = z.object({
  act: z.literal('pay'),
  tender: tenderName,
  method,
  ...sums,
  /** As of a tender; zero when left out. */
  rounding: rounding.exactOptional(),
  /** Cash that is handed over; exactly the sum to pay when left out. */
  received: moneyNonNegative.exactOptional(),
});

/** The acts of commands: those that a screen may order, and the payment. */
export const anyAct = z.discriminatedUnion('act', [...ordinaryActs, pay]);
export type BillAct = z.output<typeof anyAct>;

/** A line as a person orders it. */
export type NewLine = z.output<typeof newLine>;
/** What a person takes off. */
export type Discount = z.output<typeof discount>;
/** Units of a line. */
export type LineUnits = z.output<typeof lineUnits>;
