import { z } from 'zod';
import { type MoneyInteger, ZERO } from '../../money/money.ts';
import {
  clientId,
  line,
  moneyNonNegative,
  moneyPositive,
  optional,
  prose,
  reference,
  seriesId,
  withDefault,
} from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { countedCash, drawerActs, explained } from '../commands/books.ts';
import { isOne, returnedLine } from './more.ts';
import { person, time } from './sale.ts';

/* The drawer and the books of a till, for a register: the same commands as those of the till's screens. */

/** What a register does with the drawer. */
export const drawerInput = z.object({
  command_id: clientId,
  by: person,
  act: z.discriminatedUnion('act', [
    ...drawerActs,
    z.object({ act: z.literal('count'), counted: countedCash, ...explained }),
    z.object({
      act: z.literal('close'),
      counted: countedCash.nullable(),
      keep: moneyNonNegative,
      last_close: optional(z.int().nonnegative()),
      open_bills: withDefault(
        z.array(z.object({ id: reference, version: z.int().positive() })).max(LIMITS.billsMax),
        [],
      ),
      ...explained,
    }),
  ]),
});
export type DrawerInput = z.output<typeof drawerInput>;

/** A difference that was not explained: nothing was booked. Or the close, with the sums of its Z report. */
export const drawerOutput = z.object({
  difference: z.object({ expected: z.int(), counted: z.int() }).nullable(),
  close: z
    .object({
      number: z.int().positive(),
      at: time,
      sales: z.int(),
      refunds: z.int(),
      expected: z.int(),
    })
    .nullable(),
});
export type DrawerOutput = z.input<typeof drawerOutput>;

/** A refund of a receipt of the books that was not paid by phone. */
export const receiptRefundInput = z
  .object({
    command_id: clientId,
    by: person,
    approver: line(LIMITS.labelMax),
    amount: optional(moneyPositive),
    lines: optional(z.array(returnedLine).min(1).max(LIMITS.basketLinesMax)),
    tip: withDefault<typeof moneyNonNegative, MoneyInteger>(moneyNonNegative, ZERO),
    reason: optional(prose(LIMITS.labelMax)),
  })
  .refine(({ amount, lines }) => isOne([amount, lines]), {
    path: ['amount'],
    error: 'exactly one of this and lines is required',
  });

/** A refund of products of a bill that was paid in shares (D-572). */
export const billRefundInput = z.object({
  command_id: seriesId,
  by: person,
  approver: line(LIMITS.labelMax),
  lines: z.array(returnedLine).min(1).max(LIMITS.basketLinesMax),
  reason: optional(prose(LIMITS.labelMax)),
});

export const billRefundOutput = z.object({
  given: moneyNonNegative,
  refunds: z.array(
    z.object({
      id: z.string(),
      method: z.object({ kind: z.enum(['phone', 'cash', 'other']), name: z.string().optional() }),
      amount: moneyNonNegative,
      number: z.int().positive().nullable(),
    }),
  ),
});

export const receiptRefundOutput = z.object({
  receipt: z.int().positive(),
  number: z.int().positive(),
  given: moneyNonNegative,
  left: moneyNonNegative,
});
