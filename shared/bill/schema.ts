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
import { schemaOf } from '../protocol/schema-of.ts';
import type { BillAmounts, LineAmounts } from './amounts.ts';
import type { Bill } from './bill.ts';
import type { BillNow } from './bill-now.ts';
import type { BillRecord } from './commands.ts';
import { MEMBER_NUMBER } from './member-number.ts';
import { QUANTITY_MAX, type Quantity, quantity } from './quantity.ts';

/*
 * Schemas of bills. The screens' commands and the journal share them, so a record that a command made can always be
 * read again.
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
const resultName = ownId<ResultId>('result');
const name = line(LIMITS.tableNameMax);
const reason = prose(LIMITS.labelMax);
const person = z.string().max(LIMITS.lineTextMax);
const quantityFrom = (least: number): z.ZodType<Quantity, number> =>
  z.int().min(least).max(QUANTITY_MAX).transform(quantity);
const units = quantityFrom(1);
const basisPoints = z.int().min(1).max(10_000);
const at = z.int().nonnegative();

const memberNumber = z.string().regex(MEMBER_NUMBER, 'must be 1 to 40 letters and digits');

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
const ordered = {
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

const ordinaryActs = [
  z.object({
    act: z.literal('open'),
    name: name.nullable(),
    lines: z.array(newLine).max(LIMITS.basketLinesMax).readonly(),
  }),
  z.object({ act: z.literal('add'), line: newLine }),
  z.object({ act: z.literal('set_quantity'), line: lineName, quantity: units }),
  z.object({ act: z.literal('remove'), line: lineName }),
  z.object({ act: z.literal('note'), line: lineName, note: note.nullable() }),
  z.object({ act: z.literal('options'), line: lineName, options }),
  z.object({ act: z.literal('discount_line'), line: lineName, discount: discount.nullable() }),
  z.object({ act: z.literal('discount_bill'), discount: discount.nullable() }),
  z.object({ act: z.literal('rename'), name: name.nullable() }),
  z.object({ act: z.literal('member'), number: memberNumber.nullable() }),
  z.object({ act: z.literal('clear'), reason }),
  z.object({
    act: z.literal('move'),
    lines: someUnits.min(1).readonly(),
    to: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('new'), bill: reference, name: name.nullable() }),
      z.object({ kind: z.literal('open'), bill: reference, version: billVersion }),
    ]),
    discount: moneyNonNegative.nullable(),
  }),
] as const;

/** The acts that a screen may order. A payment has a command of its own. */
export const billAct = z.discriminatedUnion('act', ordinaryActs);

const method = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phone') }),
  z.object({ kind: z.literal('cash') }),
  z.object({ kind: z.literal('other'), name: prose(LIMITS.labelMax) }),
]);

/** Negative of a payout. */
const sums = { amount: moneySigned, tip: moneyNonNegative };

const rounding = z.int().min(-MONEY_MAX).max(MONEY_MAX).transform(money);

const pay = z.object({
  act: z.literal('pay'),
  tender: tenderName,
  method,
  ...sums,
  rounding: rounding.exactOptional(),
  received: moneyNonNegative.exactOptional(),
});

const command = z.object({
  id: madeId,
  bill: reference,
  version: billVersion,
  by: person,
  approvedBy: person.nullable(),
  at,
});
const result = z.object({ id: resultName, bill: reference, at });

/** A record of the journal about a bill. */
export const billRecord = schemaOf<BillRecord>()(
  z.union([
    z.discriminatedUnion('act', [...ordinaryActs, pay]).and(command),
    z
      .discriminatedUnion('act', [
        z.object({ act: z.literal('tender_paid'), tender: tenderName, ...sums }),
        z.object({ act: z.literal('tender_failed'), tender: tenderName }),
      ])
      .and(result),
  ]),
);

const taker = { by: person, approvedBy: person.nullable() };
const granted = { reason, by: person, approvedBy: person.nullable() };
const grant = { id: madeId, ...granted };
const percentOff = z.object({ ...grant, kind: z.literal('percent'), basisPoints });
const moneyOff = z.object({
  ...grant,
  kind: z.literal('amount'),
  amount: moneyPositive,
  over: moneyNonNegative,
});

const stated = z.object({
  rates: z.array(
    z.object({ vatRate: z.string().nullable(), total: moneySigned, vat: moneySigned }),
  ),
  discounts: z.array(z.object({ ...granted, amount: moneySigned })),
  returned: z.array(z.object({ ...taker, pieces: z.int(), amount: moneySigned })),
});

const amount = z.int().transform((value) => money(value));

/** All amounts of a bill, as the host makes them. */
const billAmounts = schemaOf<BillAmounts>()(
  z.object({
    gross: amount,
    discounts: amount,
    total: amount,
    vat: z.array(z.object({ vatRate: z.string().nullable(), total: amount, vat: amount })),
    paid: amount,
    open: amount,
    due: amount,
    tips: amount,
  }),
);

/** Whether somebody may still order on a bill or pay it, and how it ended. */
export const billState = z.enum(['open', 'paid', 'cleared']);

const lineAmounts = schemaOf<LineAmounts>()(
  z.object({ gross: amount, discount: amount, share: amount, total: amount, vat: amount }),
);

/** A whole bill, as a compacted journal has it. */
export const keptBill = schemaOf<Bill>()(
  z.object({
    id: reference,
    version: billVersion,
    name: name.nullable(),
    member: memberNumber.nullable(),
    openedAt: at,
    changedAt: at,
    lines: z.array(
      z.object({
        ...ordered,
        id: lineName,
        order: lineName,
        from: quantityFrom(0),
        discounts: z.array(z.discriminatedUnion('kind', [percentOff, moneyOff])),
        returned: z.object(taker).exactOptional(),
      }),
    ),
    percent: percentOff.nullable(),
    discounts: z.array(z.object({ ...grant, amount: moneyNonNegative })),
    tenders: z.array(
      z.object({
        id: tenderName,
        method,
        ...sums,
        rounding: rounding,
        received: moneyNonNegative,
        by: person,
        state: z.enum(['open', 'paid', 'failed']),
        at,
      }),
    ),
    stated: stated,
    closed: z.boolean(),
  }),
);

/** A bill with what follows from it, as the host makes it. */
export const shownBill = z.object({
  bill: keptBill,
  state: billState,
  amounts: billAmounts,
  lineAmounts: z.array(lineAmounts).readonly(),
});
// A member of it that its schema lacks does not compile.
schemaOf<BillNow>()(shownBill);
