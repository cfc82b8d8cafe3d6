import { readQuantity } from '../../../shared/bill/quantity.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import type { Refused, ValueOf } from '../../../shared/device/commands/table.ts';
import type { DrawerOutput } from '../../../shared/device/till-api/drawer.ts';
import { type TillErrorType, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import { timeOnWire } from '../../../shared/device/till-api/wire.ts';
import { entryOfCommand } from '../../../shared/ids/host-ids.ts';
import { add, ZERO } from '../../../shared/money/money.ts';
import { reference } from '../../../shared/protocol/basic.ts';
import { problemOf, type TillProblem } from '../../../shared/refusals/problem-types.ts';
import { done } from './act.ts';
import type { TillHandler } from './handler.ts';
import { REFUND_ERRORS } from './start-refund.ts';

/** `POST /drawer/`: a command on the drawer, given to the same books as a screen's. */
export const commandDrawer: TillHandler<'drawer'> = async ({ deps: { hostBooks }, body }) => {
  const { command_id: id, act, by: person } = body;
  const caller = { at: 'register', person } as const;
  switch (act.act) {
    case 'count': {
      const { counted, reason, explains } = act;
      const answered = await hostBooks.count_drawer({ id, counted, reason, explains }, caller);
      return answered.ok ? done(200, outputOf(answered.value)) : refused(answered);
    }
    case 'close': {
      const { counted, keep, last_close: lastClose, open_bills: openBills } = act;
      const { reason, explains } = act;
      const seen = { id, counted, keep, lastClose, openBills };
      const answered = await hostBooks.close_period({ ...seen, reason, explains }, caller);
      return answered.ok ? done(200, outputOf(answered.value)) : refused(answered);
    }
    default: {
      const answered = await hostBooks.drawer({ id, act }, caller);
      return answered.ok ? done(200, outputOf(null)) : refused(answered);
    }
  }
};

function outputOf(value: ValueOf<'count_drawer' | 'close_period'>): DrawerOutput {
  const nothing = { difference: null, close: null };
  if (value === null) return nothing;
  if ('difference' in value) return { ...nothing, difference: { ...value.difference } };
  if (value.report.closed === null) return nothing;
  const { report, closed, number } = value.report;
  const { sales, refunds, drawer } = report;
  const sums = { sales: sales.amount, refunds: refunds.amount, expected: drawer.expected };
  return { ...nothing, close: { number, at: timeOnWire(closed.at), ...sums } };
}

/**
 * `POST /receipts/<number>/refund/`: the register names the person who approved it, and the till's configuration limits
 * what changes hands. The same command again gives nothing back twice.
 */
export const refundReceipt: TillHandler<'receiptRefund'> = async ({ deps, params, body }) => {
  const { refundCeiling: ceiling, hostBooks } = deps;
  if (ceiling === null) return tillRefuse('refund_not_allowed');
  const number = /^[1-9]\d{0,8}$/.test(params.number) ? Number(params.number) : null;
  if (number === null) return tillRefuse('not_found', NO_NUMBER);
  const { command_id: id, by: person, approver, amount, tip, reason } = body;
  const lines = body.lines === null ? null : unitsOf(body.lines);
  if (lines?.some(({ quantity }) => quantity === 0) === true) {
    return NO_QUANTITY;
  }
  const order = { receipt: number, lines, amount: amount ?? ZERO, tip, reason };
  const answered = await hostBooks.refund_receipt(
    { id, ...order, approval: id },
    { at: 'register', person, approver, ceiling },
  );
  if (!answered.ok) return refused(answered);
  const { value } = answered;
  const { refunds, left } = value.receipt;
  const made = refunds.find((one) => one.id === entryOfCommand(id));
  const given = made === undefined ? ZERO : movedBy(made);
  return done(200, {
    receipt: number,
    number: value.number,
    given,
    left: add(left.total, left.tip),
  });
};

/**
 * `POST /bills/<id>/refund/`: products of a bill that was paid in shares. The register names who approved it, and the
 * till's configuration limits what changes hands. The same command again gives nothing back twice.
 */
export const refundBill: TillHandler<'billRefund'> = async ({ deps, params, body }) => {
  const { refundCeiling: ceiling, hostBooks } = deps;
  if (ceiling === null) return tillRefuse('refund_not_allowed');
  const { command_id: id, by: person, approver, reason } = body;
  const lines = unitsOf(body.lines);
  if (lines.some(({ quantity }) => quantity === 0)) return NO_QUANTITY;
  const bill = reference.safeParse(params.id).success ? params.id : null;
  if (bill === null) return tillRefuse('not_found', NO_SHARED_BILL);
  const answered = await hostBooks.refund_bill(
    { id, bill, lines, reason, approval: id },
    { at: 'register', person, approver, ceiling },
  );
  if (!answered.ok) return refused(answered);
  const refunds = answered.value.billRefund.parts.map(({ refund, method, amount, number }) => {
    return { id: refund, method: { ...method }, amount, number };
  });
  return done(200, { given: add(ZERO, ...refunds.map(({ amount }) => amount)), refunds });
};

const NO_SHARED_BILL = 'The books of this till have no bill of this id that was paid in shares.';

/** Units in thousandths, as the books count them; zero for what is no quantity. */
const unitsOf = (lines: readonly { readonly index: number; readonly quantity: string }[]) =>
  lines.map(({ index, quantity }) => ({ line: index, quantity: readQuantity(quantity) ?? 0 }));

const NO_QUANTITY = tillRefuse('validation_error', undefined, {
  lines: ['each quantity must be more than zero, in at most three decimals'],
});
const NO_NUMBER = 'The books of this till have no receipt of this number.';

function refused({ refusal }: Refused) {
  const reason = problemOf(refusal);
  return tillRefuse(ERRORS[reason] ?? 'drawer_refused', refusal.description, { reason });
}

/** Everything else is a command that the books do not allow now. */
const ERRORS: Readonly<Partial<Record<TillProblem, TillErrorType>>> = {
  ...REFUND_ERRORS,
  books_not_saved: 'journal_full',
  bill_not_shared: 'not_found',
  receipt_gone: 'not_found',
  receipt_by_phone: 'refund_refused',
};
