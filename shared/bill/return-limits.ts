import { MONEY_MAX, type MoneyInteger, money, ZERO } from '../money/money.ts';
import type { LineItem } from '../protocol/line-items.ts';
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
  limits: ReturnLimits,
): BillRefusal | null {
  const changed = changedIn(before, after, command);
  const had = changed.flatMap(({ id }) => before.bills.get(id) ?? []).map(figuresOf);
  return faultIn(changed.map(figuresOf), had, limits, command.approvedBy !== null);
}

/**
 * The same for the lines of a sale that a cash register prices itself (D-575). What takes money off is a returned deposit to
 * the shop, whatever the register calls it, and nobody at a register approves it.
 */
export function pricedLinesFault(
  lines: readonly Pick<LineItem, 'quantity' | 'total' | 'item_cost'>[],
  limits: ReturnLimits,
): BillRefusal | null {
  const back = lines.filter(({ total }) => total < 0);
  const pieces = back.reduce((sum, { quantity }) => sum + Math.ceil(Number(quantity)), 0);
  const piece = Math.max(0, ...back.map((one) => -one.item_cost));
  const amount = back.reduce((sum, { total }) => sum - total, 0);
  return faultIn([{ pieces, piece, amount }], [], limits, false);
}

type Figures = { readonly [name in 'pieces' | 'piece' | 'amount']: number };

function faultIn(
  all: readonly Figures[],
  had: readonly Figures[],
  { pieces, piece, bill: most, approvalFrom }: ReturnLimits,
  isApproved: boolean,
): BillRefusal | null {
  const isAbove = (name: keyof Figures, limit: number) =>
    all
      .map((figures) => figures[name])
      .some((now) => now > limit && now > Math.max(0, ...had.map((one) => one[name])));
  if (isAbove('piece', piece)) return 'deposit_too_large';
  if (isAbove('pieces', pieces)) return 'deposits_too_many';
  if (isAbove('amount', most)) return 'deposits_too_much';
  if (approvalFrom === null || isApproved) return null;
  return isAbove('amount', approvalFrom - 1) ? 'needs_approval' : null;
}

function figuresOf(bill: Bill): Figures {
  const returns = bill.lines.filter(({ kind }) => kind === 'deposit_return');
  const sums = returnedOn(bill);
  return {
    piece: Math.max(0, ...returns.map(unitPrice)),
    pieces: sums.reduce((sum, one) => sum + one.pieces, 0),
    amount: sums.reduce((sum, { amount }) => money(sum + amount), ZERO),
  };
}
