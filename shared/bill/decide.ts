import type { LineId } from '../ids/host-ids.ts';
import { MONEY_MAX, type MoneyInteger, ZERO } from '../money/money.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { Instant } from '../time/clock.ts';
import type { Discount, LineUnits } from './acts.ts';
import { amountsOf, discountable } from './amounts.ts';
import type { Bill, BillLine, Bills } from './bill.ts';
import { openBillsOf } from './bill-index.ts';
import type {
  BillCommand,
  BillRecord,
  BillRefusal,
  BillResult,
  ChangeRefusal,
  PayRefusal,
} from './commands.ts';
import { exceedsLimit } from './limit.ts';
import { isPaid } from './paid.ts';
import { QUANTITY_MAX } from './quantity.ts';
import { cashToPay, changedIn, reduceBill } from './reduce.ts';
import { type ReturnLimits, returnsFault } from './return-limits.ts';

/** What the host knows of the person who gives a command. */
export type Permit = {
  /** The largest discount that the person gives alone, in hundredths of a per cent of the price. */
  readonly discountMax: number;
  /** The same on a bill with a membership number, if that is more. */
  readonly memberMax?: number;
  /** What the person takes back of deposits. */
  readonly returns: ReturnLimits;
  /** What the drawer should hold, in minor units; null for a caller that does not know it. */
  readonly drawer: MoneyInteger | null;
};

/** The record to write, none for a repeat; or why the command changes nothing. */
export type BillDecision =
  | { readonly ok: true; readonly record: BillRecord | null }
  | { readonly ok: false; readonly reason: BillRefusal };

const refused = (reason: BillRefusal): BillDecision => ({ ok: false, reason });
const REPEAT: BillDecision = { ok: true, record: null };

/**
 * Decides a command of a person. The host writes the record before it answers, and then applies it with `reduceBill`. A
 * command on another version than the current one is refused, so that nobody changes or pays what he does not see.
 */
export function decideBill(
  state: Bills,
  command: BillCommand,
  at: Instant,
  permit: Permit,
): BillDecision {
  if (state.done.includes(command.id)) return REPEAT;
  const record = { ...command, at };
  const reason = command.act === 'open' ? openFault(state, command) : billFault(state, command);
  if (reason !== null) return refused(reason);
  if (isAboveDrawer(command, permit)) return refused('payout_no_cash');
  const next = reduceBill(state, record);
  const fault = changedIn(state, next, command)
    .map(balanceFault)
    .find((one) => one !== null);
  if (fault !== undefined && fault !== null) return refused(fault);
  const returns = returnsFault(state, next, command, permit.returns);
  if (returns !== null) return refused(returns);
  return exceedsLimit(state, next, command, permit)
    ? refused('needs_approval')
    : { ok: true, record };
}

/** Decides a result of the engine. It is a fact, so it is refused only if its tender does not wait for it. */
export function decideResult(state: Bills, result: BillResult, at: Instant): BillDecision {
  if (state.done.includes(result.id)) return REPEAT;
  const tenders = state.bills.get(result.bill)?.tenders;
  const waits = tenders?.some(({ id, state: now }) => id === result.tender && now === 'open');
  return waits === true ? { ok: true, record: { ...result, at } } : refused('no_tender');
}

/** Nobody pays out what the drawer should not hold: a person counts it, or pays cash in (D-531). */
const isAboveDrawer = (command: BillCommand, { drawer }: Permit) =>
  command.act === 'pay' &&
  drawer !== null &&
  cashToPay(command) < 0 &&
  -cashToPay(command) > drawer;

/** What no change may leave behind. */
function balanceFault(bill: Bill): ChangeRefusal | null {
  if (bill.lines.length > LIMITS.basketLinesMax) return 'full';
  if (bill.lines.some(({ quantity }) => quantity > QUANTITY_MAX)) return 'too_much';
  const { gross, total, due } = amountsOf(bill);
  if (Math.max(gross, Math.abs(total)) > MONEY_MAX) return 'too_much';
  // Returned deposits can be more than the goods, and then the shop pays out (D-531). What was paid goes back by a refund.
  if (due < 0 && due !== total) return 'paid_more';
  const off = bill.discounts.reduce((sum, { amount }) => sum + amount, 0);
  return off > discountable(bill) ? 'discount_too_large' : null;
}

function openFault(
  state: Bills,
  { bill, name, lines }: BillCommand & { act: 'open' },
): ChangeRefusal | null {
  if (state.bills.has(bill)) return 'changed';
  if (lines.some(({ quantity }) => quantity === 0)) return 'no_lines';
  return isNameFree(state, name, bill) ? null : 'name_in_use';
}

/** The names of open bills differ, whatever their case. */
function isNameFree(state: Bills, name: string | null, own: string): boolean {
  if (name === null) return true;
  const wanted = name.toLowerCase();
  return openBillsOf(state).every((bill) => bill.id === own || bill.name?.toLowerCase() !== wanted);
}

type OnBill = Exclude<BillCommand, { act: 'open' }>;

function billFault(state: Bills, command: OnBill): BillRefusal | null {
  const bill = state.bills.get(command.bill);
  if (bill === undefined || bill.version !== command.version) return 'changed';
  if (bill.closed) return 'closed';
  if (command.act === 'pay') return payFault(bill, command);
  return lockOf(bill) ?? changeFault(state, bill, command);
}

/** Why the lines of a bill cannot change now. */
function lockOf(bill: Bill): ChangeRefusal | null {
  if (bill.tenders.some(({ state }) => state === 'open')) return 'being_paid';
  return isPaid(bill) ? 'paid' : null;
}

type Change = Exclude<OnBill, { act: 'pay' }>;

function changeFault(state: Bills, bill: Bill, command: Change): ChangeRefusal | null {
  switch (command.act) {
    case 'add':
      return command.line.quantity === 0 ? 'no_lines' : null;
    case 'rename':
      return isNameFree(state, command.name, bill.id) ? null : 'name_in_use';
    case 'member':
      return null;
    case 'clear':
      return bill.tenders.some((one) => one.state === 'paid') ? 'paid_more' : null;
    case 'discount_bill':
      return discountFault(command.discount, bill.lines);
    case 'move':
      return moveFault(state, bill, command);
    default: {
      const line = bill.lines.find(({ id }) => id === command.line);
      if (line === undefined) return 'no_line';
      if (command.act === 'set_quantity') return quantityFault(line, command.quantity);
      if (command.act === 'options') return optionsFault(line);
      return command.act === 'discount_line' ? discountFault(command.discount, [line]) : null;
    }
  }
}

/** More units of a line with money off are a line of their own: they do not have that discount. */
function quantityFault(line: BillLine, wanted: number): ChangeRefusal | null {
  if (wanted === 0) return 'no_lines';
  const hasMoneyOff = line.discounts.some(({ kind }) => kind === 'amount');
  return wanted > line.quantity && hasMoneyOff ? 'discount_too_large' : null;
}

/** Money off was given for another price. The person takes it off first, and gives it again on the new price. */
const optionsFault = ({ discounts }: BillLine): ChangeRefusal | null =>
  discounts.some(({ kind }) => kind === 'amount') ? 'money_off' : null;

/** Only goods are discounted, and by no more than they cost. */
function discountFault(
  discount: Discount | null,
  lines: readonly BillLine[],
): ChangeRefusal | null {
  if (discount === null) return null;
  const bare = lines
    .filter(({ kind }) => kind === 'goods')
    .map((line) => ({ ...line, discounts: [] }));
  const price = discountable({ lines: bare });
  if (price === 0) return 'no_lines';
  return discount.kind === 'amount' && discount.amount > price ? 'discount_too_large' : null;
}

function moveFault(
  state: Bills,
  bill: Bill,
  { lines, to, discount }: BillCommand & { act: 'move' },
): ChangeRefusal | null {
  if (to.bill === bill.id) return 'same_bill';
  if (lines.length === 0) return 'no_lines';
  const fault = unitsFault(
    lines,
    (line) => bill.lines.find(({ id }) => id === line)?.quantity ?? 0,
  );
  if (fault !== null) return fault;
  const off = bill.discounts.reduce((sum, { amount }) => sum + amount, 0);
  if ((discount === null) !== (off === 0)) return 'choose_discount';
  if (discount !== null && (discount < 0 || discount > off)) return 'discount_too_large';
  const target = state.bills.get(to.bill);
  if (to.kind === 'new') {
    if (target !== undefined) return 'changed';
    return isNameFree(state, to.name, to.bill) ? null : 'name_in_use';
  }
  if (target === undefined || target.version !== to.version) return 'changed';
  return target.closed ? 'closed' : lockOf(target);
}

/** Each line once, and no more units than there are. */
function unitsFault(
  lines: readonly LineUnits[],
  most: (line: LineId) => number,
): ChangeRefusal | null {
  if (new Set(lines.map(({ line }) => line)).size < lines.length) return 'no_line';
  return lines.every(({ line, quantity }) => quantity > 0 && quantity <= most(line))
    ? null
    : 'no_line';
}

function payFault(bill: Bill, command: BillCommand & { act: 'pay' }): PayRefusal | null {
  const { amount, tip, method, rounding = ZERO, received } = command;
  // Two people could otherwise pay the same part.
  if (bill.tenders.some(({ state }) => state === 'open')) return 'unclear';
  const { due } = amountsOf(bill);
  if (bill.lines.length === 0) return 'no_lines';
  if (due < 0) return payoutFault(command, due);
  if (amount > due) return 'more_than_due';
  // Only the last cash of a bill is rounded, so its cash differs from the bill by one rounding.
  if (rounding !== 0 && (method.kind !== 'cash' || amount !== due)) return 'no_tender';
  if (received !== undefined && received < cashToPay(command)) return 'received_less';
  // A tender of nothing ends a bill of free lines, or of goods that were exchanged at the same price. No phone pays nothing.
  const isOfNothing = amount === 0 && (due !== 0 || isPaid(bill) || method.kind === 'phone');
  return tip < 0 || amount < 0 || isOfNothing ? 'no_tender' : null;
}

/** A payout is one: all that is due, in cash, with nothing beside it (D-531). */
function payoutFault(
  { amount, tip, method, received = ZERO }: BillCommand & { act: 'pay' },
  due: MoneyInteger,
): PayRefusal | null {
  if (method.kind !== 'cash' || amount !== due) return 'payout_in_cash';
  return tip !== 0 || received !== 0 ? 'no_tender' : null;
}
