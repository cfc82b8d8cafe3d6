import { add, MONEY_MAX, ZERO } from '../money/money.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { Instant } from '../time/clock.ts';
import { amountsOf, discountable, isPaid, linesOf } from './amounts.ts';
import type { Bill, BillLine, Bills, Grant } from './bill.ts';
import type {
  BillCommand,
  BillRecord,
  BillRefusal,
  BillResult,
  Discount,
  LineUnits,
} from './commands.ts';
import { QUANTITY_MAX } from './quantity.ts';
import { cashToPay, reduceBill } from './reduce.ts';

/** What the host knows of the person who gives a command. */
export type Permit = {
  /** The largest discount that the person gives alone, in hundredths of a per cent of the price. */
  readonly discountMax: number;
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
  const reason =
    command.act === 'open' ? openFault(state, command) : billFault(state, command, permit);
  if (reason !== null) return refused(reason);
  const next = reduceBill(state, record);
  const fault = [...next.bills.values()]
    .filter((bill) => bill !== state.bills.get(bill.id))
    .map(balanceFault)
    .find((one) => one !== null);
  const off =
    fault ??
    stackFault(next.bills.get(command.bill), command, permit) ??
    denserFault(state, next, command, permit);
  return off === null ? { ok: true, record } : refused(off);
}

/**
 * Discounts on one line add up: a person's limit is for all that is off it, without what a supervisor approved. A minor
 * unit for each discount is the rounding of its line.
 */
function stackFault(
  bill: Bill | undefined,
  command: BillCommand,
  { discountMax }: Permit,
): BillRefusal | null {
  if (command.act !== 'discount_line' && command.act !== 'discount_bill') return null;
  if (bill === undefined || command.discount === null || command.approvedBy !== null) return null;
  const isOwn = ({ approvedBy }: Grant) => approvedBy === null;
  const lines = bill.lines.map((line) => ({ ...line, discounts: line.discounts.filter(isOwn) }));
  const amounts = linesOf({ lines, discounts: bill.discounts.filter(isOwn) });
  const only = command.act === 'discount_line' ? command.line : null;
  let [price, off] = [0, 0];
  for (const [place, { id, kind, discounts }] of lines.entries()) {
    const { gross, total } = amounts[place] ?? { gross: 0, total: 0 };
    if (kind !== 'goods' || (only !== null && id !== only)) continue;
    price += gross;
    off += gross - total - discounts.length - bill.discounts.length;
  }
  return off * 10_000 > price * discountMax ? 'needs_approval' : null;
}

/**
 * Money off a bill was allowed for its price then. Who takes lines away and leaves the money gives a larger discount
 * than anybody allowed.
 */
function denserFault(
  before: Bills,
  after: Bills,
  command: BillCommand,
  { discountMax }: Permit,
): BillRefusal | null {
  const isLess = ['remove', 'set_quantity', 'options', 'move'].includes(command.act);
  const source = before.bills.get(command.bill);
  if (!isLess || source === undefined || command.approvedBy !== null) return null;
  const old = densityOf(source);
  const isOver = [...after.bills.values()]
    .filter((bill) => bill !== before.bills.get(bill.id))
    .map(densityOf)
    .some(
      ({ off, price }) =>
        off * 10_000 > price * discountMax && (off - 1) * old.price > old.off * price,
    );
  return isOver ? 'needs_approval' : null;
}

/** The money off a whole bill, and the price of its goods. */
function densityOf({ lines, discounts }: Bill): { readonly off: number; readonly price: number } {
  const bare = lines.filter(({ kind }) => kind === 'goods');
  return {
    off: discounts.reduce((sum, { amount }) => sum + amount, 0),
    price: linesOf({ lines: bare, discounts: [] }).reduce((sum, { gross }) => sum + gross, 0),
  };
}

/** Decides a result of the engine. It is a fact, so it is refused only if its tender does not wait for it. */
export function decideResult(state: Bills, result: BillResult, at: Instant): BillDecision {
  if (state.done.includes(result.id)) return REPEAT;
  const tenders = state.bills.get(result.bill)?.tenders;
  const waits = tenders?.some(({ id, state: now }) => id === result.tender && now === 'open');
  return waits === true ? { ok: true, record: { ...result, at } } : refused('no_tender');
}

/** What no change may leave behind. */
function balanceFault(bill: Bill): BillRefusal | null {
  if (bill.lines.length > LIMITS.basketLinesMax) return 'full';
  if (bill.lines.some(({ quantity }) => quantity > QUANTITY_MAX)) return 'too_much';
  const { gross, total, due } = amountsOf(bill);
  if (gross > MONEY_MAX || total > MONEY_MAX) return 'too_much';
  if (total < 0) return 'negative';
  if (due < 0) return 'paid_more';
  const off = bill.discounts.reduce((sum, { amount }) => sum + amount, 0);
  return off > discountable(bill) ? 'discount_too_large' : null;
}

function openFault(
  state: Bills,
  { bill, name, lines }: BillCommand & { act: 'open' },
): BillRefusal | null {
  if (state.bills.has(bill)) return 'changed';
  if (lines.some(({ quantity }) => quantity === 0)) return 'no_lines';
  return isNameFree(state, name, bill) ? null : 'name_in_use';
}

/** The names of open bills differ, whatever their case. */
function isNameFree(state: Bills, name: string | null, own: string): boolean {
  if (name === null) return true;
  const wanted = name.toLowerCase();
  return [...state.bills.values()].every(
    (bill) => bill.id === own || bill.closed || isPaid(bill) || bill.name?.toLowerCase() !== wanted,
  );
}

type OnBill = Exclude<BillCommand, { act: 'open' }>;

function billFault(state: Bills, command: OnBill, permit: Permit): BillRefusal | null {
  const bill = state.bills.get(command.bill);
  if (bill === undefined || bill.version !== command.version) return 'changed';
  if (bill.closed) return 'closed';
  if (command.act === 'pay') return payFault(bill, command);
  return lockOf(bill) ?? changeFault(state, bill, command, permit);
}

/** Why the lines of a bill cannot change now. */
function lockOf(bill: Bill): BillRefusal | null {
  if (bill.tenders.some(({ state }) => state === 'open')) return 'being_paid';
  return isPaid(bill) ? 'paid' : null;
}

type Change = Exclude<OnBill, { act: 'pay' }>;

function changeFault(
  state: Bills,
  bill: Bill,
  command: Change,
  permit: Permit,
): BillRefusal | null {
  switch (command.act) {
    case 'add':
      return command.line.quantity === 0 ? 'no_lines' : null;
    case 'rename':
      return isNameFree(state, command.name, bill.id) ? null : 'name_in_use';
    case 'clear':
      return bill.tenders.some((one) => one.state === 'paid') ? 'paid_more' : null;
    case 'discount_bill':
      return discountFault(command, bill.lines, permit);
    case 'move':
      return moveFault(state, bill, command);
    default: {
      const line = bill.lines.find(({ id }) => id === command.line);
      if (line === undefined) return 'no_line';
      if (command.act === 'set_quantity') return quantityFault(line, command.quantity);
      if (command.act === 'options') return optionsFault(line);
      return command.act === 'discount_line' ? discountFault(command, [line], permit) : null;
    }
  }
}

/** More units of a line with money off are a line of their own: they do not have that discount. */
function quantityFault(line: BillLine, wanted: number): BillRefusal | null {
  if (wanted === 0) return 'no_lines';
  const hasMoneyOff = line.discounts.some(({ kind }) => kind === 'amount');
  return wanted > line.quantity && hasMoneyOff ? 'discount_too_large' : null;
}

/** Money off was given for another price. The person takes it off first, and gives it again on the new price. */
const optionsFault = ({ discounts }: BillLine): BillRefusal | null =>
  discounts.some(({ kind }) => kind === 'amount') ? 'money_off' : null;

type Granting = {
  readonly discount: Discount | null;
  readonly approvedBy: string | null;
};

function discountFault(
  { discount, approvedBy }: Granting,
  lines: readonly BillLine[],
  { discountMax }: Permit,
): BillRefusal | null {
  if (discount === null) return null;
  const bare = lines
    .filter(({ kind }) => kind === 'goods')
    .map((line) => ({ ...line, discounts: [] }));
  const price = add(ZERO, ...linesOf({ lines: bare, discounts: [] }).map(({ total }) => total));
  if (price === 0) return 'no_lines';
  const amount =
    discount.kind === 'amount' ? discount.amount : (price * discount.basisPoints) / 10_000;
  if (amount <= 0 || amount > price) return 'discount_too_large';
  return amount * 10_000 > price * discountMax && approvedBy === null ? 'needs_approval' : null;
}

function moveFault(
  state: Bills,
  bill: Bill,
  { lines, to, discount }: BillCommand & { act: 'move' },
): BillRefusal | null {
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
  most: (line: string) => number,
): BillRefusal | null {
  if (new Set(lines.map(({ line }) => line)).size < lines.length) return 'no_line';
  return lines.every(({ line, quantity }) => quantity > 0 && quantity <= most(line))
    ? null
    : 'no_line';
}

function payFault(bill: Bill, command: BillCommand & { act: 'pay' }): BillRefusal | null {
  const { amount, tip, method, rounding = ZERO, received } = command;
  // Two people could otherwise pay the same part.
  if (bill.tenders.some(({ state }) => state === 'open')) return 'unclear';
  const { due, total } = amountsOf(bill);
  if (bill.lines.length === 0) return 'no_lines';
  if (amount > due) return 'more_than_due';
  // Only the last cash of a bill is rounded, so its cash differs from the bill by one rounding.
  if (rounding !== 0 && (method.kind !== 'cash' || amount !== due)) return 'no_tender';
  if (received !== undefined && received < cashToPay(command)) return 'received_less';
  return tip < 0 || amount < 0 || (amount === 0 && total > 0) ? 'no_tender' : null;
}
