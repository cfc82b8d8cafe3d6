import { MONEY_MAX, type MoneyInteger, money, ZERO } from '../money/money.ts';
import { unitPrice } from './amounts.ts';
import type { Bill, Bills } from './bill.ts';
import type { BillCommand, BillRefusal } from './commands.ts';
import { changedIn } from './reduce.ts';
import { returnedOn } from './returned.ts';

/*
 * What a shop takes back of deposits. A returned deposit needs no sold one before it, so only the shop's limits keep a person
 * from giving away the goods with it (D-530).
 */

/** What a shop takes back on one bill. Money in minor units. */
export type ReturnLimits = {
  readonly pieces: number;
  /** The most for one piece. */
  readonly piece: MoneyInteger;
  /** The most for all pieces of a bill. */
  readonly bill: MoneyInteger;
  /** From this value of a bill on a supervisor approves; null for a person who needs no approval. */
  readonly approvalFrom: MoneyInteger | null;
};

/** What a caller allows that judges nothing: a screen shows at once what its host decides. */
export const ANY_RETURNS: ReturnLimits = {
  pieces: Infinity,
  piece: money(MONEY_MAX),
  bill: money(MONEY_MAX),
  approvalFrom: null,
};

/**
 * Why a command takes back more than the shop allows; null if it does not. Each figure of a bill that the command changed is
 * judged where it is larger than on every bill of the command before. So lines move freely, and what was allowed once can
 * become less.
 */
export function returnsFault(
  before: Bills,
  after: Bills,
  command: BillCommand,
  { pieces, piece, bill: most, approvalFrom }: ReturnLimits,
): BillRefusal | null {
  const changed = changedIn(before, after, command);
  const had = changed.flatMap(({ id }) => before.bills.get(id) ?? []).map(figuresOf);
  const isAbove = (name: 'pieces' | 'piece' | 'amount', limit: number) =>
    changed
      .map((bill) => figuresOf(bill)[name])
      .some((now) => now > limit && now > Math.max(0, ...had.map((one) => one[name])));
  if (isAbove('piece', piece)) return 'deposit_too_large';
  if (isAbove('pieces', pieces)) return 'deposits_too_many';
  if (isAbove('amount', most)) return 'deposits_too_much';
  if (approvalFrom === null || command.approvedBy !== null) return null;
  return isAbove('amount', approvalFrom - 1) ? 'needs_approval' : null;
}

function figuresOf(bill: Bill) {
  const returns = bill.lines.filter(({ kind }) => kind === 'deposit_return');
  const sums = returnedOn(bill);
  return {
    piece: Math.max(0, ...returns.map(unitPrice)),
    pieces: sums.reduce((sum, one) => sum + one.pieces, 0),
    amount: sums.reduce((sum, { amount }) => money(sum + amount), ZERO),
  };
}
