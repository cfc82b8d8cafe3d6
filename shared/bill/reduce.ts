import { type LineId, lineId, type TenderId } from '../ids/host-ids.ts';
import { apportion } from '../money/apportion.ts';
import { type MoneyInteger, money, ZERO } from '../money/money.ts';
import type { Discount, NewLine } from './acts.ts';
import { linesOf, unitPrice } from './amounts.ts';
import {
  type Bill,
  type BillDiscount,
  type BillLine,
  type Bills,
  type LineDiscount,
  newBill,
  type Tender,
} from './bill.ts';
import { withBills } from './bill-index.ts';
import type { BillCommand, BillRecord } from './commands.ts';
import { statedWith } from './parts.ts';
import { quantity } from './quantity.ts';

/** How many commands are remembered. A repeat comes within seconds, after a restart within minutes. */
const DONE_MAX = 1_000;

/**
 * The bills after a record. The journal is read with this function, and `decideBill` uses it to see what a command would
 * make, so both always agree.
 */
export function reduceBill(state: Bills, record: BillRecord): Bills {
  const changed = changedBy(state, record).map((bill) => {
    const version = (state.bills.get(bill.id)?.version ?? 0) + 1;
    return { ...bill, version, changedAt: record.at };
  });
  return { ...withBills(state, changed), done: [...state.done, record.id].slice(-DONE_MAX) };
}

/** The bills that a command has changed, as they are after it. */
export function changedIn(
  before: Bills,
  after: Bills,
  command: BillCommand | BillRecord,
): readonly Bill[] {
  const ids = command.act === 'move' ? [command.bill, command.to.bill] : [command.bill];
  return ids
    .flatMap((id) => after.bills.get(id) ?? [])
    .filter((bill) => bill !== before.bills.get(bill.id));
}

type Moved = Extract<BillCommand, { act: 'move' }>;

/** The bills that a record changes, as it leaves them. */
function changedBy(state: Bills, record: BillRecord): readonly Bill[] {
  if (record.act === 'open') return [opened(record)];
  const bill = state.bills.get(record.bill);
  if (bill === undefined) return [];
  return record.act === 'move' ? moved(state, bill, record) : [changed(bill, record)];
}

type Changing = Exclude<BillRecord, { act: 'open' } | { act: 'move' }>;

function changed(bill: Bill, record: Changing): Bill {
  switch (record.act) {
    case 'add':
      return { ...bill, lines: [...bill.lines, ordered(bill, record, record.line)] };
    case 'set_quantity':
      return withLine(bill, record.line, (line) => {
        const isMore = record.quantity > line.quantity;
        return { ...line, quantity: record.quantity, ...(isMore ? takerOf(line, record) : {}) };
      });
    case 'remove':
      return without(bill, record.line);
    case 'note':
      return withLine(bill, record.line, (line) => ({ ...line, note: record.note }));
    case 'options': {
      const { options } = record;
      const order = lineId(record.id, 0);
      const again = { options, order, from: quantity(0) };
      return withLine(bill, record.line, (line) => ({ ...line, ...again }));
    }
    case 'discount_line': {
      const { discount } = record;
      return withLine(bill, record.line, (line) => {
        // Money off was given for the price of these units, so they are an order of their own, also as a part of one.
        const own = { ...line, order: lineId(record.id, 0), from: quantity(0) };
        const discounted = discount?.kind === 'amount' ? own : line;
        return {
          ...discounted,
          discounts: [
            ...(discount === null ? [] : [onLine(discounted, discount, record)]),
            // The rule of the whole bill applies to what is left.
            ...line.discounts.filter(({ id }) => id === bill.percent?.id),
          ],
        };
      });
    }
    case 'discount_bill':
      return discounted(bill, record.discount, record);
    case 'rename':
      return { ...bill, name: record.name };
    case 'member':
      return { ...bill, member: record.number };
    case 'clear':
      return { ...bill, closed: true };
    case 'pay': {
      const { tender: id, method, amount, tip, rounding = ZERO, by, at } = record;
      // Only a phone payment has a result that comes later.
      const state = method.kind === 'phone' ? 'open' : 'paid';
      const isPaidOut = amount < 0;
      const received =
        method.kind !== 'cash' || isPaidOut ? ZERO : (record.received ?? cashToPay(record));
      const tender = { id, method, amount, tip, state, at, by, rounding, received } as const;
      const stated = state === 'paid' ? statedWith(bill, amount) : bill.stated;
      return { ...bill, stated, tenders: [...bill.tenders, tender] };
    }
    case 'tender_paid': {
      const { amount, tip } = record;
      const asked = bill.tenders.find(({ id }) => id === record.tender)?.amount;
      const stated = statedWith(bill, amount, asked);
      return { ...withTender(bill, record.tender, { state: 'paid', amount, tip }), stated };
    }
    case 'tender_failed':
      return withTender(bill, record.tender, { state: 'failed' });
  }
}

/** What coins and notes must pay: the amount, its tip and the rounding. */
export function cashToPay({
  amount,
  tip,
  rounding = ZERO,
}: Pick<Tender, 'amount' | 'tip'> & Partial<Pick<Tender, 'rounding'>>): MoneyInteger {
  return money(amount + tip + rounding);
}

function opened(record: Extract<BillRecord, { act: 'open' }>): Bill {
  const bill = newBill(record.bill, record.name, record.at);
  const lines = record.lines.map((line, place) => ordered(bill, record, line, place));
  return { ...bill, lines };
}

/** A part of a bill that was paid by another tender than the phone. */
export function isOtherTender(record: BillRecord): boolean {
  return record.act === 'pay' && record.method.kind !== 'phone';
}

/** A new line has the rule in per cent that the whole bill has. */
function ordered(bill: Bill, record: Granting, line: NewLine, place = 0): BillLine {
  const id = lineId(record.id, place);
  const discounts = bill.percent === null || line.kind !== 'goods' ? [] : [bill.percent];
  return { ...line, id, order: id, from: quantity(0), discounts, ...takerOf(line, record) };
}

/** A returned deposit knows who took it back: whoever made it the most. */
const takerOf = ({ kind }: Pick<BillLine, 'kind'>, { by, approvedBy }: Granting) =>
  kind === 'deposit_return' ? { returned: { by, approvedBy } } : {};

function withLine(bill: Bill, id: LineId, to: (line: BillLine) => BillLine): Bill {
  return { ...bill, lines: bill.lines.map((line) => (line.id === id ? to(line) : line)) };
}

/** Without the line. A discount on the whole bill ends with the last line. */
function without(bill: Bill, id: LineId): Bill {
  const lines = bill.lines.filter((line) => line.id !== id);
  return lines.length === 0 ? { ...bill, lines, percent: null, discounts: [] } : { ...bill, lines };
}

type Granting = Pick<BillCommand, 'id' | 'by' | 'approvedBy'>;

const grantOf = ({ id, by, approvedBy }: Granting, reason: string) => ({
  id,
  reason,
  by,
  approvedBy,
});

function onLine(line: BillLine, discount: Discount, granting: Granting): LineDiscount {
  const grant = grantOf(granting, discount.reason);
  if (discount.kind === 'percent') {
    return { ...grant, kind: 'percent', basisPoints: discount.basisPoints };
  }
  return { ...grant, kind: 'amount', amount: discount.amount, over: orderPrice(line) };
}

/** What the units of a line cost without discounts. */
function orderPrice(line: BillLine): MoneyInteger {
  return (
    linesOf({ lines: [{ ...line, discounts: [] }], discounts: [] })[0]?.gross ?? unitPrice(line)
  );
}

/** Replaces what is off the whole bill. Per cent is a rule of each line, which the lines take along. */
function discounted(bill: Bill, discount: Discount | null, granting: Granting): Bill {
  const { percent } = bill;
  const lines = bill.lines.map((line) => ({
    ...line,
    discounts: line.discounts.filter(({ id }) => id !== percent?.id),
  }));
  const bare = { ...bill, lines, percent: null, discounts: [] };
  if (discount === null) return bare;
  const grant = grantOf(granting, discount.reason);
  if (discount.kind === 'amount')
    return { ...bare, discounts: [{ ...grant, amount: discount.amount }] };
  const rule = { ...grant, kind: 'percent', basisPoints: discount.basisPoints } as const;
  return {
    ...bare,
    percent: rule,
    lines: lines.map((line) =>
      line.kind === 'goods' ? { ...line, discounts: [...line.discounts, rule] } : line,
    ),
  };
}

function withTender(bill: Bill, id: TenderId, to: Partial<Bill['tenders'][number]>): Bill {
  return { ...bill, tenders: bill.tenders.map((one) => (one.id === id ? { ...one, ...to } : one)) };
}

/** What a new bill takes over when all lines go to it: every member that is not the bill's own. */
type OfGuests = Omit<
  Bill,
  | 'id'
  | 'version'
  | 'name'
  | 'openedAt'
  | 'changedAt'
  | 'lines'
  | 'discounts'
  | 'tenders'
  | 'stated'
  | 'closed'
>;

/** Both bills after lines moved. A bill without lines and without payments is closed. */
function moved(state: Bills, bill: Bill, record: Moved & BillRecord): readonly Bill[] {
  const units = new Map(record.lines.map(({ line, quantity: many }) => [line, many]));
  const parts = bill.lines.map((line) => cut(line, units.get(line.id) ?? 0));
  const rest = parts.flatMap(({ kept }) => kept ?? []);
  const out = parts.flatMap(({ gone }, place) =>
    gone === null ? [] : [{ ...gone, id: lineId(record.id, place) }],
  );
  const shares = splitDiscounts(bill.discounts, record.discount ?? ZERO);
  const target =
    record.to.kind === 'new'
      ? newBill(record.to.bill, record.to.name, record.at)
      : state.bills.get(record.to.bill);
  if (target === undefined) return [];
  const isEmpty = rest.length === 0;
  const along: OfGuests = { percent: bill.percent, member: bill.member };
  return [
    {
      ...bill,
      lines: rest,
      discounts: shares.stay,
      percent: isEmpty ? null : bill.percent,
      closed: isEmpty && bill.tenders.every(({ state: one }) => one === 'failed'),
    },
    {
      ...target,
      lines: out.reduce(joined, target.lines),
      discounts: [...target.discounts, ...shares.go],
      ...(isEmpty && record.to.kind === 'new' ? along : {}),
    },
  ];
}

/** The first units of a line, and what stays of it. */
function cut(line: BillLine, units: number): { gone: BillLine | null; kept: BillLine | null } {
  if (units === 0) return { gone: null, kept: line };
  if (units === line.quantity) return { gone: line, kept: null };
  return {
    gone: { ...line, quantity: quantity(units) },
    kept: {
      ...line,
      from: quantity(line.from + units),
      quantity: quantity(line.quantity - units),
    },
  };
}

/** Adds a line. Two parts of one order that follow each other become one again. */
function joined(lines: readonly BillLine[], line: BillLine): readonly BillLine[] {
  const place = lines.findIndex((one) => isNext(one, line) || isNext(line, one));
  const other = lines[place];
  if (other === undefined) return [...lines, line];
  const whole = {
    ...other,
    from: quantity(Math.min(other.from, line.from)),
    quantity: quantity(other.quantity + line.quantity),
  };
  return lines.map((one, at) => (at === place ? whole : one));
}

function isNext(first: BillLine, second: BillLine): boolean {
  return (
    first.order === second.order &&
    first.from + first.quantity === second.from &&
    first.note?.text === second.note?.text &&
    first.discounts.map(({ id }) => id).join() === second.discounts.map(({ id }) => id).join()
  );
}

/** Divides the discounts in money, so that `moving` of their sum goes along. */
function splitDiscounts(discounts: readonly BillDiscount[], moving: MoneyInteger) {
  const going = apportion(
    moving,
    discounts.map(({ amount }) => amount),
  );
  const stay = discounts.map((one, at) => ({
    ...one,
    amount: money(one.amount - (going[at] ?? 0)),
  }));
  const go = discounts.map((one, at) => ({ ...one, amount: going[at] ?? ZERO }));
  const some = ({ amount }: BillDiscount) => amount > 0;
  return { stay: stay.filter(some), go: go.filter(some) };
}
