import { add, ZERO } from '../money/money.ts';
import { discountable, linesOf } from './amounts.ts';
import type { Bill, BillLine, Bills, Grant, LineDiscount } from './bill.ts';
import type { BillCommand } from './commands.ts';
import { changedIn } from './reduce.ts';

/*
 * What is off a price, as a share of it: 0.2 is 20 %. Shares are compared with a limit and never booked, so they are
 * derived from the rules of the discounts, before any amount is rounded.
 */

type DiscountLimits = { readonly discountMax: number; readonly memberMax?: number };

/** Shares that differ by less are the same: their multiplications had another order. */
const SAME = 1e-9;

/**
 * True if a command exceeds the limit of the person who gives it. One invariant holds for every command: no line of a
 * bill that the command changed, also of the other bill of a move, has a larger unapproved share off than before, if
 * that share is above the limit. A supervisor who approves the command lifts it.
 *
 * Unapproved is what persons took off within their own limits, on the line and on its bill together. A supervisor's
 * approval stays with what it approved: a discount on a line with the price that the line had, and money off a bill with
 * the share of the price that it was. Where the line then costs more, or the money becomes a larger share, all of it
 * counts as unapproved (D-243).
 *
 * A move changes no discount of a line, so the share of a moved line before it has the money off the bill that it was
 * on. Limits are hundredths of a per cent of the price. A bill with a membership number can have a higher one: a line
 * whose bill has a lower limit than the bill on which it was has its whole share judged anew (D-371). Other bills of the
 * command do not matter: what stays on its bill is not judged by the number of the bill to which something else goes.
 */
export function exceedsLimit(
  before: Bills,
  after: Bills,
  command: BillCommand,
  { discountMax, memberMax = 0 }: DiscountLimits,
): boolean {
  if (command.approvedBy !== null || discountMax >= 10_000) return false;
  const limitOf = ({ member }: Bill) =>
    (member === null ? discountMax : Math.max(discountMax, memberMax)) / 10_000;
  const changed = changedIn(before, after, command);
  const old = changed.flatMap(({ id }) => before.bills.get(id) ?? []);
  const most = Math.max(0, ...old.map((bill) => approvedMoney(bill)));
  const isMove = command.act === 'move';
  const source = before.bills.get(command.bill);
  // A move divides money into minor units, so one part can have a minor unit more than its share.
  const less = isMove ? 1 : 0;
  return changed.some((bill) => {
    const isDenser = approvedMoney(bill, less) > most + SAME;
    const denser = isDenser ? approvedMoney(bill) : 0;
    const limit = limitOf(bill);
    const known = before.bills.get(bill.id);
    return bill.lines.filter(isPriced).some((line) => {
      const origins = originsOf(line, known, isMove ? source : undefined);
      const { own, had } = isMove ? sharesOfMoved(line, origins) : sharesOfLine(line, bill, known);
      const isLower = origins.some((one) => limitOf(one) > limit);
      const isLarger = isLower || isDenser || together(own, ownMoney(bill, less)) > had + SAME;
      return isLarger && together(together(own, ownMoney(bill)), denser) > limit + SAME;
    });
  });
}

/** What two discounts take off together: the second one applies to what the first one leaves. */
const together = (first: number, second: number) => 1 - (1 - first) * (1 - second);

const isOwn = ({ approvedBy }: Grant) => approvedBy === null;

/** Only goods are discounted, and a line without a price has no share. */
const isPriced = (line: BillLine) => line.kind === 'goods' && grossOf(line) > 0;

const grossOf = (line: BillLine) => linesOf({ lines: [line], discounts: [] })[0]?.gross ?? ZERO;

/** The share that the unapproved ones of these discounts take off their line. */
function ownShare(discounts: readonly LineDiscount[]): number {
  return discounts
    .filter(isOwn)
    .map((one) => (one.kind === 'percent' ? one.basisPoints / 10_000 : one.amount / one.over))
    .reduce(together, 0);
}

/** The unapproved share that a line's own discounts take off it, and the share that was off it before the command. */
function sharesOfLine(line: BillLine, { percent }: Bill, before: Bill | undefined) {
  const money = before === undefined ? 0 : ownMoney(before);
  const known = before?.lines.find(({ id }) => id === line.id);
  if (known !== undefined && grossOf(line) <= grossOf(known)) {
    return { own: ownShare(line.discounts), had: together(ownShare(known.discounts), money) };
  }
  // The rule of the bill is for what is ordered later. Another discount was allowed for less than this.
  const rule = before?.percent ?? null;
  const discounts = line.discounts.map((one) =>
    one.id === percent?.id ? one : { ...one, approvedBy: null },
  );
  const had = together(ownShare(rule === null ? [] : [rule]), money);
  return { own: ownShare(discounts), had };
}

/** The bills on which the units of a line were. Units that a move brings join those that were there. */
function originsOf(
  line: BillLine,
  before: Bill | undefined,
  source: Bill | undefined,
): readonly Bill[] {
  const there = before?.lines.find(({ id }) => id === line.id);
  const hasCome = there === undefined || line.quantity > there.quantity;
  return [there === undefined ? undefined : before, hasCome ? source : undefined].filter(
    (bill) => bill !== undefined,
  );
}

/**
 * The shares of a line after a move. Its own discounts are the same ones, and of the money off the bills on which its
 * units were it had the smallest share.
 */
function sharesOfMoved(line: BillLine, origins: readonly Bill[]) {
  const own = ownShare(line.discounts);
  const money = origins.map((bill) => ownMoney(bill));
  return { own, had: together(own, money.length === 0 ? 0 : Math.min(...money)) };
}

/** The share that unapproved money off a bill takes off what its lines cost. `less` minor units of it do not count. */
function ownMoney(bill: Bill, less = 0): number {
  return partOf(sumOf(bill.discounts.filter(isOwn)) - less, discountable(bill));
}

/**
 * The share of approved money off a bill. It is a share of the price before discounts, so that another discount does not
 * make it larger.
 */
function approvedMoney(bill: Bill, less = 0): number {
  const approved = bill.discounts.filter((one) => !isOwn(one));
  const prices = bill.lines.filter(({ kind }) => kind === 'goods').map(grossOf);
  return partOf(sumOf(approved) - less, add(ZERO, ...prices));
}

const sumOf = (discounts: Bill['discounts']) => add(ZERO, ...discounts.map(({ amount }) => amount));

const partOf = (amount: number, price: number) =>
  amount <= 0 ? 0 : Math.min(1, amount / Math.max(1, price));
