import type { BillAct, NewLine } from '../../../shared/bill/acts.ts';
import { amountsOf, equalShares, linesOf } from '../../../shared/bill/amounts.ts';
import { type Bill, type Bills, NO_BILLS } from '../../../shared/bill/bill.ts';
import type { BillCommand, BillRecord, BillResult } from '../../../shared/bill/commands.ts';
import { type BillDecision, decideBill, decideResult } from '../../../shared/bill/decide.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import { unstatedOf } from '../../../shared/bill/parts.ts';
import { pieces, quantity } from '../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { partsOfTender } from '../../../shared/books/receipts.ts';
import { type LineId, lineId, resultId, tenderId } from '../../../shared/ids/host-ids.ts';
import type { RatedAmount } from '../../../shared/lines/divide.ts';
import { type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { createPrng, type Prng } from '../../simulation/prng.ts';
import { faultsOfLastPart } from '../../support/last-part.ts';
import { ANYTHING } from '../../support/permits.ts';

/*
 * Random histories of bills: three screens order, split, join, discount and pay, each with the versions that it saw some
 * time ago; answers get lost and are repeated. An account of its own counts what was ordered and paid.
 */

const SCREENS = 3;
const PERMIT = { ...ANYTHING, discountMax: 2_000 };

export type History = {
  readonly state: Bills;
  readonly journal: readonly BillRecord[];
  readonly accepted: number;
  readonly refused: number;
  readonly findings: readonly string[];
};

/** The rules that a history plays with; a planted defect replaces one of them. */
export type Rules = {
  readonly decide: typeof decideBill;
  readonly reduce: typeof reduceBill;
};

/** Plays one history of `steps` commands. */
export function playHistory(seed: number, steps: number, rules: Partial<Rules> = {}): History {
  const { decide, reduce } = { decide: decideBill, reduce: reduceBill, ...rules };
  const prng = createPrng(seed);
  const findings: string[] = [];
  const journal: BillRecord[] = [];
  let state = NO_BILLS;
  let refusals = 0;
  /** What each screen sees. */
  const seen: Bills[] = Array.from({ length: SCREENS }, () => NO_BILLS);
  const account = newAccount();
  const tookEffect = new Set<string>();

  function take(decision: BillDecision, screen: number): void {
    if (!decision.ok) {
      refusals += 1;
      // A refusal shows the screen the present bills.
      seen[screen] = state;
      return;
    }
    const { record } = decision;
    if (record === null) {
      findings.push('a new command is a repeat');
      return;
    }
    const before = state;
    count(account, before, record);
    state = reduce(before, record);
    journal.push(record);
    tookEffect.add(record.id);
    findings.push(...faultsOf(before, state, record, account));
  }

  for (let step = 0; step < steps; step += 1) {
    const screen = prng.between(0, SCREENS - 1);
    if (prng.chance(0.7)) seen[screen] = state;
    const view = seen[screen] ?? state;
    const result = prng.chance(0.3) ? resultFor(prng, state) : null;
    if (result !== null) {
      take(decideResult(state, result, step), screen);
      continue;
    }
    const command = commandFor(prng, view, `c${step}`);
    take(decide(state, command, step, PERMIT), screen);
    if (prng.chance(0.1)) {
      const again = decide(state, command, step, PERMIT);
      if (tookEffect.has(command.id) && (!again.ok || again.record !== null))
        findings.push('a repeat does something');
    }
  }
  const replayed = journal.reduce(reduce, NO_BILLS);
  if (JSON.stringify([...replayed.bills]) !== JSON.stringify([...state.bills])) {
    findings.push('the journal gives other bills');
  }
  return { state, journal, accepted: journal.length, refused: refusals, findings };
}

/** The rules that these records break, one after the other; and whether they give these bills. */
export function faultsOfJournal(records: readonly BillRecord[], bills: Bills): readonly string[] {
  const { state, findings } = replay(records);
  const isSame = JSON.stringify([...state.bills]) === JSON.stringify([...bills.bills]);
  return isSame ? findings : [...findings, 'the journal gives other bills'];
}

/** The bills after these records, and the rules that the records break. */
export function replay(records: readonly BillRecord[]): {
  readonly state: Bills;
  readonly findings: readonly string[];
} {
  const account = newAccount();
  const findings: string[] = [];
  let state = NO_BILLS;
  for (const record of records) {
    count(account, state, record);
    const before = state;
    try {
      state = reduceBill(before, record);
    } catch (error) {
      // A till with a planted bug writes a record that does not fit the bills before it.
      return { state, findings: [...findings, `a record does not fit the bills: ${error}`] };
    }
    findings.push(...faultsOf(before, state, record, account));
  }
  return { state, findings };
}

/** What was ordered, paid and given back, counted from the commands only. */
type Account = {
  /** Units that were ordered and are neither removed nor cleared, by order. */
  readonly orders: Map<LineId, number>;
  /** Minor units by bill. */
  readonly paid: Map<string, number>;
  /** What the receipts of the payments of each bill state of each rate, the oldest first. */
  readonly parts: Map<string, readonly (readonly RatedAmount[])[]>;
};

const newAccount = (): Account => ({ orders: new Map(), paid: new Map(), parts: new Map() });

function count({ orders, paid, parts }: Account, before: Bills, record: BillRecord): void {
  const line = 'line' in record && typeof record.line === 'string' ? record.line : null;
  const bill = before.bills.get(record.bill);
  const found = bill?.lines.find(({ id }) => id === line);
  const note = <Key>(of: Map<Key, number>, key: Key, by: number) =>
    of.set(key, (of.get(key) ?? 0) + by);
  const amount = paidBy(record);
  if (amount !== null) {
    note(paid, record.bill, amount);
    const asked = bill?.tenders.find(({ id }) => 'tender' in record && id === record.tender);
    const { vat = [] } =
      bill === undefined ? {} : partsOfTender(bill, amount, 'Part', asked?.amount ?? amount);
    parts.set(record.bill, [...(parts.get(record.bill) ?? []), vat]);
  }
  if (record.act === 'open') {
    for (const [place, one] of record.lines.entries()) {
      note(orders, lineId(record.id, place), one.quantity);
    }
  }
  if (record.act === 'add') note(orders, lineId(record.id, 0), record.line.quantity);
  if (record.act === 'remove' && found !== undefined) note(orders, found.order, -found.quantity);
  if (record.act === 'set_quantity' && found !== undefined) {
    note(orders, found.order, record.quantity - found.quantity);
  }
  // With other options or with money off it is another order of the same units.
  const isOther = record.act === 'discount_line' && record.discount?.kind === 'amount';
  if ((record.act === 'options' || isOther) && found !== undefined) {
    note(orders, found.order, -found.quantity);
    note(orders, lineId(record.id, 0), found.quantity);
  }
  if (record.act === 'clear') {
    for (const one of bill?.lines ?? []) note(orders, one.order, -one.quantity);
  }
}

/** What a record pays of its bill; null if it is no payment. */
function paidBy(record: BillRecord): MoneyInteger | null {
  if (record.act === 'tender_paid') return record.amount;
  return record.act === 'pay' && record.method.kind !== 'phone' ? record.amount : null;
}

const some = <T>(prng: Prng, list: readonly T[]): T | undefined =>
  list.length === 0 ? undefined : prng.pick(list);

const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0);

function faultsOf(
  before: Bills,
  after: Bills,
  record: BillRecord,
  { orders, paid, parts }: Account,
): readonly string[] {
  const faults: string[] = [];
  if ('version' in record && record.version !== (before.bills.get(record.bill)?.version ?? 0)) {
    faults.push('a command on another version took effect');
  }
  const charged = new Map<LineId, number>();
  for (const bill of after.bills.values()) {
    if (!bill.closed || isPaid(bill)) {
      for (const line of bill.lines) {
        charged.set(line.order, (charged.get(line.order) ?? 0) + line.quantity);
      }
    }
    faults.push(...billFaults(bill));
    if (amountsOf(bill).paid !== (paid.get(bill.id) ?? 0)) faults.push('a payment is not counted');
    faults.push(...partFaults(bill, parts.get(bill.id) ?? []));
  }
  for (const order of new Set([...orders.keys(), ...charged.keys()])) {
    if ((orders.get(order) ?? 0) !== (charged.get(order) ?? 0)) {
      faults.push(
        `${record.act}: ${order} was ordered ${orders.get(order)}, is ${charged.get(order)}`,
      );
    }
  }
  if (paidBy(record) !== null) {
    faults.push(...firstPartFaults(before.bills.get(record.bill), parts.get(record.bill) ?? []));
  }
  if (record.act === 'move') faults.push(...moveFaults(before, after, record));
  if (record.act === 'discount_line') faults.push(...discountFaults(after, record));
  return faults;
}

/** Money off a line takes off what the person said, at most all of it. */
function discountFaults(
  after: Bills,
  { bill, line, discount }: BillRecord & { act: 'discount_line' },
): readonly string[] {
  const lines = after.bills.get(bill)?.lines ?? [];
  const place = lines.findIndex(({ id }) => id === line);
  const { discount: off = 0, gross = 0 } = linesOf({ lines, discounts: [] })[place] ?? {};
  const isLess = discount?.kind === 'amount' && off < Math.min(discount.amount, gross);
  return isLess ? ['money off a line takes off less'] : [];
}

/** What holds for every bill at any time. */
function billFaults(bill: Bill): readonly string[] {
  const { total, due, gross, discounts, vat } = amountsOf(bill);
  const faults: string[] = [];
  const hasReturns = bill.lines.some(({ kind }) => kind === 'deposit_return');
  if (total < 0 && !hasReturns) faults.push('a negative total');
  if (due < 0 && due !== total) faults.push('more is paid than the bill');
  if (gross - discounts !== total) faults.push('discounts do not add up');
  if (sum(vat.map((one) => one.total)) !== total) faults.push('rates do not add up');
  for (const line of linesOf(bill)) {
    const [one, other] = [Math.abs(line.vat), Math.abs(line.total)];
    if (one > other) faults.push('more VAT than the line');
    if (line.gross > 0 && line.total < 0) faults.push('a line costs less than nothing');
  }
  return faults;
}

/** The first payment of a bill without returned deposits has nothing to correct. */
function firstPartFaults(
  bill: Bill | undefined,
  parts: readonly (readonly RatedAmount[])[],
): readonly string[] {
  const hasReturns = bill?.lines.some(({ kind }) => kind === 'deposit_return');
  const isOdd = ({ total, vat }: RatedAmount) => total < 0 || vat < 0 || vat > total;
  return parts.length === 1 && hasReturns === false && parts.flat().some(isOdd)
    ? ['a part is negative or has more VAT than its total']
    : [];
}

/** What the payments state is their amount, and that of a paid bill is the bill in each rate. */
function partFaults(bill: Bill, parts: readonly (readonly RatedAmount[])[]): readonly string[] {
  const faults: string[] = [];
  const { paid, due, open, vat } = amountsOf(bill);
  if (sum(parts.flat().map(({ total }) => total)) !== paid) faults.push('parts are not the amount');
  const left = faultsOfLastPart(vat, parts.flat(), []);
  if (isPaid(bill)) return [...faults, ...left];
  // A bill of which all is paid and stated is over.
  const isOver = parts.length > 0 && due === 0 && open === 0 && bill.lines.length > 0;
  const isStated = left.length === 0 && unstatedOf(bill).discounts.length === 0;
  return isOver && isStated ? [...faults, 'a bill that is paid is open'] : faults;
}

/** A move neither makes nor loses money, and no VAT as long as no discount in money is divided. */
function moveFaults(
  before: Bills,
  after: Bills,
  record: BillRecord & { act: 'move' },
): readonly string[] {
  const both = [record.bill, record.to.bill];
  const totals = (state: Bills) =>
    both.flatMap((id) => {
      const bill = state.bills.get(id);
      return bill === undefined ? [] : [amountsOf(bill)];
    });
  const [one, other] = [totals(before), totals(after)];
  const faults: string[] = [];
  if (sum(one.map(({ total }) => total)) !== sum(other.map(({ total }) => total))) {
    faults.push('a move changed the total');
  }
  const hasMoneyOff = both.some((id) => (before.bills.get(id)?.discounts.length ?? 0) > 0);
  const vatOf = (all: typeof one) => sum(all.flatMap(({ vat }) => vat.map(({ vat: tax }) => tax)));
  if (!hasMoneyOff && vatOf(one) !== vatOf(other)) faults.push('a move changed the VAT');
  return faults;
}

/** A result for a payment that waits. */
function resultFor(prng: Prng, state: Bills): BillResult | null {
  for (const bill of state.bills.values()) {
    const tender = bill.tenders.find((one) => one.state === 'open');
    if (tender !== undefined) {
      const head = { id: resultId(tender.id), bill: bill.id, tender: tender.id } as const;
      if (prng.chance(0.4)) return { ...head, act: 'tender_failed' };
      const amount = money(prng.chance(0.2) ? Math.floor(tender.amount / 2) : tender.amount);
      return { ...head, act: 'tender_paid', amount, tip: tender.tip };
    }
  }
  return null;
}

/** A command of a person who sees these bills. */
export function commandFor(prng: Prng, view: Bills, id: string): BillCommand {
  const bills = [...view.bills.values()];
  const open = bills.filter((bill) => !bill.closed && !isPaid(bill));
  const bill = prng.chance(0.85) ? some(prng, open.length > 0 ? open : bills) : some(prng, bills);
  const approvedBy = prng.chance(0.5) ? 'Sam' : null;
  const base = { id, by: 'Kim', approvedBy } as const;
  if (bill === undefined || bills.length < 2 || prng.chance(0.05)) {
    const name = prng.chance(0.5) ? `Table ${prng.between(1, 5)}` : null;
    const lines = prng.chance(0.5) ? [newLine(prng)] : [];
    return { ...base, bill: `b-${id}`, version: 0, act: 'open', name, lines };
  }
  return { ...base, bill: bill.id, version: bill.version, ...actFor(prng, view, bill, id) };
}

function actFor(prng: Prng, view: Bills, bill: Bill, id: string): BillAct {
  const line = some(prng, bill.lines);
  const { due } = amountsOf(bill);
  if (line === undefined || prng.chance(0.3)) return { act: 'add', line: newLine(prng) };
  const draw = prng.between(0, 10);
  switch (draw) {
    case 0: {
      const units = quantity(prng.between(1, line.quantity + 1_000));
      return { act: 'set_quantity', line: line.id, quantity: units };
    }
    case 1:
      return { act: 'remove', line: line.id };
    case 2:
      return { act: 'discount_line', line: line.id, discount: discountFor(prng) };
    case 3:
      return { act: 'discount_bill', discount: discountFor(prng) };
    case 4:
    case 5:
    case 6:
      return moveFor(prng, view, bill, id);
    case 7:
      return prng.chance(0.2)
        ? { act: 'clear', reason: 'left' }
        : { act: 'note', line: line.id, note: { to: 'kitchen', text: 'no onions' } };
    case 8:
      return { act: 'options', line: line.id, options: optionsFor(prng) };
    default: {
      const kind = prng.pick(['phone', 'cash'] as const);
      if (due < 0) {
        const cash = { kind: prng.chance(0.8) ? 'cash' : kind } as const;
        return { act: 'pay', tender: tenderId(id), method: cash, amount: due, tip: ZERO };
      }
      const amount = prng.chance(0.6) ? due : (equalShares(due, 3)[0] ?? due);
      const tip = money(prng.chance(0.3) ? 500 : 0);
      return { act: 'pay', tender: tenderId(id), method: { kind }, amount, tip };
    }
  }
}

function moveFor(prng: Prng, view: Bills, bill: Bill, id: string): BillAct {
  const all = prng.chance(0.3);
  const chosen = bill.lines.filter(() => all || prng.chance(0.5));
  const lines = chosen.map((line) => {
    const units = all || prng.chance(0.5) ? line.quantity : prng.between(1, line.quantity);
    return { line: line.id, quantity: quantity(units) };
  });
  const other = some(prng, [...view.bills.values()]);
  const to =
    other === undefined || prng.chance(0.4)
      ? ({ kind: 'new', bill: `b-${id}`, name: null } as const)
      : ({ kind: 'open', bill: other.id, version: other.version } as const);
  const off = sum(bill.discounts.map(({ amount }) => amount));
  return { act: 'move', lines, to, discount: off === 0 ? null : money(prng.between(0, off)) };
}

function discountFor(prng: Prng) {
  if (prng.chance(0.2)) return null;
  if (prng.chance(0.5)) {
    const basisPoints = prng.pick([500, 1_000, 2_000, 3_333, 10_000]);
    return { kind: 'percent', basisPoints, reason: 'regular' } as const;
  }
  return { kind: 'amount', amount: money(prng.between(1, 9_000)), reason: 'late' } as const;
}

function newLine(prng: Prng): NewLine {
  const isWeighed = prng.chance(0.3);
  const kind = prng.chance(0.85) ? 'goods' : prng.chance(0.5) ? 'deposit' : 'deposit_return';
  const unit = prng.chance(0.05) ? 0 : prng.between(1, 20_000);
  // Most bottles are worth what a shop takes back; a few are not.
  const price = money(kind === 'deposit_return' && unit % 5 > 0 ? unit % 500 : unit);
  return {
    kind,
    product: 'p',
    name: 'Coffee',
    unit: isWeighed ? 'kg' : 'piece',
    quantity: isWeighed ? quantity(prng.between(1, 2_500)) : pieces(prng.between(1, 4)),
    price,
    vatRate: prng.pick(['0.25', '0.15', '0.12', null]),
    options: prng.chance(0.8) ? [] : optionsFor(prng),
    note: null,
  };
}

function optionsFor(prng: Prng): NewLine['options'] {
  const surcharge = money(prng.pick([0, 600, 7]));
  return prng.chance(0.3) ? [] : [{ group: 'milk', option: 'oat', name: 'Oat milk', surcharge }];
}
