import { z } from 'zod';
import { money } from '../money/money.ts';
import { moneyNonNegative, moneyPositive, moneySigned, reference } from '../protocol/basic.ts';
import { schemaOf } from '../protocol/schema-of.ts';
import {
  anyAct,
  basisPoints,
  billVersion,
  lineName,
  madeId,
  memberNumber,
  method,
  name,
  ordered,
  person,
  quantityFrom,
  reason,
  resultName,
  rounding,
  sums,
  tenderName,
} from './acts.ts';
import type { BillAmounts, LineAmounts } from './amounts.ts';
import type { Bill } from './bill.ts';
import type { BillNow } from './bill-now.ts';
import type { BillRecord } from './commands.ts';

/* Schemas of bills, and of the journal's records about them. */

const at = z.int().nonnegative();

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
    anyAct.and(command),
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
