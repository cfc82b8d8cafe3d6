import { describe, expect, it } from 'vitest';
import type { BillAct, Discount, NewLine } from '../../../shared/bill/acts.ts';
import { discountable, linesOf } from '../../../shared/bill/amounts.ts';
import { type Bill, type Bills, NO_BILLS } from '../../../shared/bill/bill.ts';
import { decideBill } from '../../../shared/bill/decide.ts';
import { pieces } from '../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { lineId } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { testSeed } from '../../simulation/first-seed.ts';
import { createPrng, type Prng } from '../../simulation/prng.ts';
import { ANYTHING } from '../../support/permits.ts';
import { commandFor } from './histories.ts';

const LIMIT = { ...ANYTHING, discountMax: 2_000 };
const SHARE = 0.2;
/** Of a line: its discounts, its part of money off the bill, and the parts of an order are each rounded. */
const ROUNDED = 6;

/** Commands of a cashier and, where `approves` says so, of a supervisor. Counts the moves: each can round once. */
function play(start: Bills, prng: Prng, name: string, approves: (prng: Prng) => boolean) {
  let [state, moves] = [start, 0];
  for (let step = 0; step < 40; step += 1) {
    const command = commandFor(prng, state, `${name}${step}`);
    const approvedBy = approves(prng) ? 'Sam' : null;
    const permit = approves(prng) ? ANYTHING : LIMIT;
    const decision = decideBill(state, { ...command, approvedBy }, step, permit);
    if (!decision.ok || decision.record === null) continue;
    state = reduceBill(state, decision.record);
    if (command.act === 'move') moves += 1;
  }
  return { state, moves };
}

const isOwn = ({ approvedBy }: { readonly approvedBy: string | null }) => approvedBy === null;

type Off = { readonly off: number; readonly price: number };

/** What persons took off each line by themselves, from booked amounts: on the line, and of what it then costs on the bill. */
function offLines(bill: Bill): readonly Off[] {
  const sum = bill.discounts.filter(isOwn).reduce((all, one) => all + one.amount, 0);
  const money = sum === 0 ? 0 : sum / discountable(bill);
  const lines = bill.lines.map((line) => ({ ...line, discounts: line.discounts.filter(isOwn) }));
  return linesOf({ lines, discounts: [] }).flatMap(({ gross: price, total }, place) =>
    lines[place]?.kind === 'goods' && price > 0
      ? [{ off: price - total * (1 - money), price }]
      : [],
  );
}

/** What the rule of a bill takes off lines that are ordered later. */
const offLater = ({ percent }: Bill): readonly Off[] =>
  percent === null || !isOwn(percent) ? [] : [{ off: percent.basisPoints, price: 10_000 }];

/** The approved money off each bill. */
function offBill(bill: Bill): readonly Off[] {
  const off = bill.discounts
    .filter((one) => !isOwn(one))
    .reduce((sum, { amount }) => sum + amount, 0);
  const price = offLines(bill).reduce((sum, one) => sum + one.price, 0);
  return off === 0 ? [] : [{ off, price }];
}

const all = (state: Bills, of: (bill: Bill) => readonly Off[]) =>
  [...state.bills.values()].filter(({ closed }) => !closed).flatMap(of);

const largest = (offs: readonly Off[]) =>
  Math.max(SHARE, ...offs.map(({ off, price }) => (off + ROUNDED) / Math.max(1, price)));

const above = (offs: readonly Off[], share: number, rounded: number) =>
  offs.filter(({ off, price }) => off > share * price + rounded);

const SEEDS = Array.from({ length: 200 }, (_, place) => testSeed().seed + place);

describe('a cashier without a supervisor', () => {
  it('never has more off a line than the limit, whatever commands he gives', () => {
    for (const seed of SEEDS) {
      const { state, moves } = play(NO_BILLS, createPrng(seed), 'c', () => false);
      expect(above(all(state, offLines), SHARE, ROUNDED + moves), `seed ${seed}`).toEqual([]);
    }
  });

  it('never has a larger share off than what a supervisor left, whatever commands he gives', () => {
    for (const seed of SEEDS) {
      const prng = createPrng(seed);
      const left = play(NO_BILLS, prng, 's', (random) => random.chance(0.5)).state;
      const { state, moves } = play(left, prng, 'c', () => false);
      const rounded = ROUNDED + moves;
      const most = largest([...all(left, offLines), ...all(left, offLater)]);
      expect(above(all(state, offLines), most, rounded), `seed ${seed}`).toEqual([]);
      const mostOfBill = largest(all(left, offBill));
      expect(above(all(state, offBill), mostOfBill, rounded), `seed ${seed}`).toEqual([]);
    }
  });
});

const goods = (name: string, price: number, count = 1): NewLine => ({
  kind: 'goods',
  product: name,
  name,
  unit: 'piece',
  quantity: pieces(count),
  price: money(price),
  vatRate: '0.25',
  options: [],
  note: null,
});

const percent = (basisPoints: number): Discount => ({
  kind: 'percent',
  basisPoints,
  reason: 'kind',
});
const amount = (off: number): Discount => ({ kind: 'amount', amount: money(off), reason: 'kind' });

/** The bill `t` with these lines, which are those of the commands `l0`, `l1` and so on. */
function table(...lines: readonly NewLine[]) {
  let state: Bills = NO_BILLS;
  let next = 0;
  const give = (act: BillAct, approvedBy: string | null, discountMax: number, bill = 't') => {
    const version = state.bills.get(bill)?.version ?? 0;
    const id = act.act === 'add' ? `l${next++}` : `c${next++}-${act.act}`;
    const command = { id, bill, version, by: 'Kim', approvedBy, ...act };
    const decision = decideBill(state, command, 0, { ...ANYTHING, discountMax });
    if (decision.ok && decision.record !== null) state = reduceBill(state, decision.record);
    return decision.ok ? 'done' : decision.reason;
  };
  give({ act: 'open', name: null, lines: [] }, null, 0);
  next = 0;
  for (const line of lines) give({ act: 'add', line }, null, 0);
  return {
    cashier: (act: BillAct, bill?: string) => give(act, null, 2_000, bill),
    supervisor: (act: BillAct) => give(act, null, 10_000),
    approved: (act: BillAct) => give(act, 'Sam', 2_000),
  };
}

const toKari = { kind: 'new', bill: 'kari', name: 'Kari' } as const;

describe('an approval of a supervisor', () => {
  it('stays with a line in per cent, and is not for more units or dearer options', () => {
    const { approved, cashier } = table(goods('Latte', 5_000), goods('Cake', 4_000));
    approved({ act: 'discount_line', line: 'line:l0:0', discount: percent(10_000) });
    expect(cashier({ act: 'set_quantity', line: 'line:l0:0', quantity: pieces(2) })).toBe(
      'needs_approval',
    );
    const surcharge = money(600);
    const options = [{ group: 'milk', option: 'oat', name: 'Oat milk', surcharge }];
    expect(cashier({ act: 'options', line: 'line:l0:0', options })).toBe('needs_approval');
    expect(cashier({ act: 'remove', line: 'line:l1:0' })).toBe('done');
  });

  it('of money off a bill is for the share that it was: lines cannot leave it behind', () => {
    const { approved, cashier } = table(goods('Cake', 10_000), goods('Tea', 10_000));
    approved({ act: 'discount_bill', discount: amount(10_000) });
    const lines = [{ line: lineId('l0', 0), quantity: pieces(1) }];
    expect(cashier({ act: 'remove', line: 'line:l0:0' })).toBe('needs_approval');
    const move = { act: 'move', lines, to: toKari } as const;
    expect(cashier({ ...move, discount: money(0) })).toBe('needs_approval');
    expect(cashier({ ...move, discount: money(6_000) })).toBe('needs_approval');
    expect(cashier({ ...move, discount: money(5_000) })).toBe('done');
  });

  it('leaves the cashier the own limit on what it leaves', () => {
    const { approved, cashier } = table(goods('Cake', 10_000), goods('Tea', 2_000));
    approved({ act: 'discount_line', line: 'line:l0:0', discount: percent(10_000) });
    // The tea alone costs something, so all of this is off the tea.
    expect(cashier({ act: 'discount_bill', discount: amount(2_000) })).toBe('needs_approval');
    expect(cashier({ act: 'discount_bill', discount: amount(400) })).toBe('done');
  });
});

describe('a discount that a supervisor gives alone', () => {
  it('lets the cashier order, remove and move at the same share', () => {
    const { supervisor, cashier } = table(goods('Cake', 10_000), goods('Tea', 2_000));
    supervisor({ act: 'discount_bill', discount: percent(5_000) });
    expect(cashier({ act: 'add', line: goods('Bun', 3_000) })).toBe('done');
    expect(cashier({ act: 'remove', line: 'line:l0:0' })).toBe('done');
    const lines = [{ line: lineId('l1', 0), quantity: pieces(1) }];
    expect(cashier({ act: 'move', lines, to: toKari, discount: null })).toBe('done');
    const more = { act: 'discount_line', line: 'line:l1:0', discount: percent(1_000) } as const;
    expect(cashier(more)).not.toBe('done');
  });
});

it('a line with much off is no licence to move the money off the bill to another line', () => {
  const { cashier, supervisor } = table(
    goods('Tea', 1_000),
    goods('Ham', 5_000),
    goods('Wine', 5_000),
  );
  expect(cashier({ act: 'discount_bill', discount: amount(2_000) })).toBe('done');
  supervisor({ act: 'discount_line', line: 'line:l0:0', discount: percent(9_000) });
  const lines = [{ line: lineId('l1', 0), quantity: pieces(1) }];
  const move = (off: number) => cashier({ act: 'move', lines, to: toKari, discount: money(off) });
  expect(move(2_000)).toBe('needs_approval');
  expect(move(990)).toBe('done');
});

it('a cashier’s discounts add up on a line, and with those of the bill to which it moves', () => {
  const { cashier } = table(goods('Cake', 10_000), goods('Tea', 10_000));
  cashier({ act: 'discount_line', line: 'line:l0:0', discount: percent(2_000) });
  expect(cashier({ act: 'discount_bill', discount: percent(100) })).toBe('needs_approval');
  const lines = [{ line: lineId('l0', 0), quantity: pieces(1) }];
  expect(cashier({ act: 'move', lines, to: toKari, discount: null })).toBe('done');
  expect(cashier({ act: 'discount_bill', discount: amount(2_000) })).toBe('done');
});
