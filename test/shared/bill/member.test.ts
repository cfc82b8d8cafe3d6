import { describe, expect, it } from 'vitest';
import type { BillAct } from '../../../shared/bill/acts.ts';
import { billAct } from '../../../shared/bill/acts.ts';
import { linesOf } from '../../../shared/bill/amounts.ts';
import { type Bill, type Bills, NO_BILLS } from '../../../shared/bill/bill.ts';
import { decideBill } from '../../../shared/bill/decide.ts';
import { pieces } from '../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { lineId } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { testSeed } from '../../simulation/first-seed.ts';
import { createPrng } from '../../simulation/prng.ts';
import { ANYTHING } from '../../support/permits.ts';
import { commandFor } from './histories.ts';

/* The membership number of a bill, and the discount that a person may give only with it. */

const LIMITS = { ...ANYTHING, discountMax: 1_000, memberMax: 3_000 };
const CAKE = {
  ...({ kind: 'goods', product: 'cake', name: 'Cake', unit: 'piece', vatRate: '0.25' } as const),
  ...{ quantity: pieces(2), price: money(5_000), options: [], note: null },
} as const;

function shop() {
  let [state, next] = [NO_BILLS, 0];
  const give = (
    bill: string,
    act: BillAct,
    approvedBy: string | null = null,
    id = `c${next++}`,
  ) => {
    const version = state.bills.get(bill)?.version ?? 0;
    const command = { ...act, id, bill, version, by: 'Kim', approvedBy };
    const decision = decideBill(state, command, 0, LIMITS);
    if (decision.ok && decision.record !== null) state = reduceBill(state, decision.record);
    return decision.ok ? 'done' : decision.reason;
  };
  give('a', { act: 'open', name: 'A', lines: [CAKE] }, null, 'a');
  give('b', { act: 'open', name: 'B', lines: [CAKE] }, null, 'b');
  const members = () => [...state.bills.values()].map(({ member }) => member);
  return { give, members, bill: (id: string) => state.bills.get(id) };
}

const number = (text: string | null) => ({ act: 'member', number: text }) as const;
const move = (line: string, units: number, to: object) =>
  ({
    ...{ act: 'move', discount: null, to },
    lines: [{ line, quantity: pieces(units) }],
  }) as BillAct;
const toNew = { kind: 'new', bill: 'n', name: 'N' };

it('a number is on its bill alone, and a repeat after a lost answer does nothing twice', () => {
  const { give, members } = shop();
  expect(give('a', number('4711'), null, 'once')).toBe('done');
  expect(give('a', number(null))).toBe('done');
  expect(give('a', number('4711'), null, 'once')).toBe('done');
  expect(members()).toEqual([null, null]);
  give('b', number('M-12.3'));
  expect(members()).toEqual([null, 'M-12.3']);
});

it('does not go with lines to another bill; a bill that gets a new name as a whole keeps it', () => {
  const { give, members } = shop();
  give('a', number('4711'));
  give('a', move(lineId('a', 0), 1, toNew));
  expect(members()).toEqual(['4711', null, null]);
  give('a', move(lineId('a', 0), 1, { kind: 'open', bill: 'b', version: 1 }));
  expect(members()).toEqual(['4711', null, null]);
  const whole = shop();
  whole.give('a', number('4711'));
  whole.give('a', move(lineId('a', 0), 2, toNew));
  expect(whole.members()).toEqual(['4711', null, '4711']);
  expect(whole.bill('a')?.closed).toBe(true);
});

it('is refused while a customer pays by phone', () => {
  const { give } = shop();
  const pay = { act: 'pay', tender: 'tender:t', amount: money(5_000), tip: money(0) } as const;
  give('a', { ...pay, method: { kind: 'phone' } });
  expect(give('a', number('4711'))).toBe('being_paid');
});

it.each(['', ' ', '47 11', '-47', '4711-', '=1+1', '٤٧', 'a'.repeat(41)])(
  '%j is no number',
  (text) => {
    expect(billAct.safeParse(number(text)).success).toBe(false);
  },
);

const off = (basisPoints: number): BillAct => ({
  act: 'discount_bill',
  discount: { kind: 'percent', basisPoints, reason: 'member' },
});

it('a larger discount needs a number, and the number cannot be taken off under it', () => {
  const { give, members } = shop();
  expect(give('a', off(3_000))).toBe('needs_approval');
  give('a', number('4711'));
  expect(give('a', off(3_001))).toBe('needs_approval');
  expect(give('a', off(3_000))).toBe('done');
  expect(give('a', number(null))).toBe('needs_approval');
  expect(give('a', number('4712'))).toBe('done');
  expect(give('a', move(lineId('a', 0), 1, toNew))).toBe('needs_approval');
  expect(give('a', off(1_000))).toBe('done');
  expect(give('a', number(null))).toBe('done');
  expect(members()).toEqual([null, null]);
  give('b', number('1'));
  give('b', off(3_000));
  expect(give('b', number(null), 'Sam')).toBe('done');
});

/** The largest share off a line, of booked amounts; the discounts of a line and of its bill are each rounded. */
const ROUNDED = 8;
function sharesOff({ lines, discounts }: Bill): readonly { off: number; price: number }[] {
  return linesOf({ lines, discounts }).flatMap(({ gross: price, total }, place) =>
    lines[place]?.kind === 'goods' && price > 0 ? [{ off: price - total, price }] : [],
  );
}

it('no command gets a bill without a number above the limit of the person', () => {
  for (let seed = testSeed().seed, last = seed + 200; seed < last; seed += 1) {
    const prng = createPrng(seed);
    let [state, moves]: [Bills, number] = [NO_BILLS, 0];
    for (let step = 0; step < 60; step += 1) {
      const random = commandFor(prng, state, `c${step}`);
      const isMember = random.act !== 'open' && prng.chance(0.2);
      const { id, bill, version, by } = random;
      const act = isMember ? number(prng.pick(['1', '2', null])) : random;
      const command = { ...act, id, bill, version, by, approvedBy: null };
      const decision = decideBill(state, command, step, LIMITS);
      if (!decision.ok || decision.record === null) continue;
      state = reduceBill(state, decision.record);
      if (command.act === 'move') moves += 1;
    }
    for (const bill of state.bills.values()) {
      const limit = bill.member === null ? 0.1 : 0.3;
      const above = sharesOff(bill).filter(
        ({ off: gone, price }) => gone > price * limit + ROUNDED + moves,
      );
      expect(above, `seed ${seed}`).toEqual([]);
    }
  }
});

describe('a move', () => {
  it('to a bill with a number needs no approval for what stays behind', () => {
    const { give } = shop();
    give('a', number('1'));
    give('a', off(3_000));
    give('a', number(null), 'Sam');
    give('b', number('2'));
    const toMember = { kind: 'open', bill: 'b', version: 2 };
    expect(give('a', move(lineId('a', 0), 1, toMember))).toBe('done');
  });

  it('asks for an approval only if lines go from a bill with a number to one without', () => {
    let moves = 0;
    for (let seed = testSeed().seed, last = seed + 200; seed < last; seed += 1) {
      const prng = createPrng(seed);
      let state: Bills = NO_BILLS;
      for (let step = 0; step < 60; step += 1) {
        const { by, approvedBy, ...random } = commandFor(prng, state, `c${step}`);
        const isMember = random.act !== 'open' && prng.chance(0.3);
        const { id, bill, version } = random;
        const act = isMember ? number(prng.pick(['1', null])) : random;
        // Money off a bill can become a larger share of what is left of it.
        if (act.act === 'discount_bill' && act.discount?.kind === 'amount') continue;
        const isMove = act.act === 'move';
        // A supervisor gives all but the moves, some of it as an approval.
        const approver = isMove || prng.chance(0.7) ? null : approvedBy;
        const command = { ...act, id, bill, version, by, approvedBy: approver };
        const permit = isMove ? LIMITS : ANYTHING;
        const decision = decideBill(state, command, step, permit);
        if (command.act === 'move' && (decision.ok || decision.reason === 'needs_approval')) {
          moves += 1;
          const from = state.bills.get(bill)?.member ?? null;
          const to = state.bills.get(command.to.bill)?.member ?? null;
          const isLeft = from !== null && to === null;
          expect(decision.ok || isLeft, `seed ${seed}, step ${step}`).toBe(true);
        }
        if (decision.ok && decision.record !== null) state = reduceBill(state, decision.record);
      }
    }
    expect(moves).toBeGreaterThan(200);
  });
});
