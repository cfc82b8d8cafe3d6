import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answered,
  afterAnswer,
  type BillCopies,
  type HostAnswer,
  learned,
  NO_COPIES,
  nextCommand,
  pendingLines,
  shownBills,
  type Want,
  want,
  withSent,
} from '../../../../renderer/state/bills/bill-copies.ts';
import type { NewLine } from '../../../../shared/bill/acts.ts';
import { type Bills, NO_BILLS } from '../../../../shared/bill/bill.ts';
import { decideBill } from '../../../../shared/bill/decide.ts';
import { pieces } from '../../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../../shared/bill/reduce.ts';
import { money } from '../../../../shared/money/money.ts';
import { ANYTHING } from '../../../support/permits.ts';

const BILL = 'b1';
const PRODUCTS = ['coffee', 'tea', 'bun'] as const;

const lineOf = (product: string): NewLine => ({
  ...{ kind: 'goods', product, name: product, unit: '', quantity: pieces(1) },
  ...{ price: money(5_000), vatRate: '0.25', options: [], note: null },
});
const order = (product: string): Want => ({ kind: 'order', line: lineOf(product) });
const open = (product: string): Want => ({
  kind: 'act',
  act: { act: 'open', name: null, lines: [lineOf(product)] },
});

/** A host with the real rules, and its screens. Each message is delivered when the test says so. */
function house(screens = 2) {
  let state: Bills = NO_BILLS;
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `c${ids}`;
  };
  const copies: BillCopies[] = Array.from({ length: screens }, () => NO_COPIES);
  const takenBack: string[] = [];
  /** Units that each accepted order has added. */
  const orders: number[] = [];
  const unitsOf = ({ bills }: Bills) =>
    [...bills.values()].flatMap(({ lines }) => lines).reduce((sum, one) => sum + one.quantity, 0);
  const settle = (screen: number, { copies: next, takenBack: back }: Answered) => {
    copies[screen] = next;
    takenBack.push(...back.filter((one) => one.want.kind === 'order').map(({ id }) => id));
  };
  const get = (screen: number) => copies[screen] ?? NO_COPIES;
  const host = (screen: number): HostAnswer | null => {
    const command = nextCommand(get(screen));
    if (command === null) return null;
    const isOrder = get(screen).pending[0]?.want.kind === 'order';
    copies[screen] = withSent(get(screen), command);
    const { act, ...head } = command;
    const given = { ...act, ...head, by: 'kari', approvedBy: null };
    const decision = decideBill(state, given, 0, { ...ANYTHING, discountMax: 2_000 });
    if (decision.ok && decision.record !== null) {
      const before = unitsOf(state);
      state = reduceBill(state, decision.record);
      if (isOrder) orders.push(unitsOf(state) - before);
    }
    const bill = state.bills.get(command.bill) ?? null;
    return decision.ok ? { ok: true, bill } : { ok: false, reason: decision.reason, bill };
  };
  return {
    takenBack,
    orders,
    host: () => state,
    shown: (screen: number) => shownBills(get(screen), 0),
    pendingOn: (screen: number, bill = BILL) => {
      const shown = shownBills(get(screen), 0).get(bill);
      return shown === undefined ? [] : [...pendingLines(get(screen), shown)];
    },
    isQuiet: (screen: number) => get(screen).pending.length === 0,
    tap: (screen: number, wanted: Want, bill = BILL) => {
      const taken = want(get(screen), { id: newId(), bill, want: wanted }, 0);
      if (taken.ok) copies[screen] = taken.copies;
      return taken.ok ? null : taken.reason;
    },
    /** The host decides the next command of a screen; its answer arrives or is lost. */
    send: (screen: number, lost = false) => {
      const answer = host(screen);
      if (answer !== null && !lost) settle(screen, afterAnswer(get(screen), answer, newId, 0));
      return answer;
    },
    read: (screen: number) => {
      for (const bill of state.bills.values()) settle(screen, learned(get(screen), bill));
    },
  };
}

describe('the copies of bills on a screen', () => {
  it('show a tap at once, as pending until the host has answered', () => {
    const one = house();
    one.tap(0, open('coffee'));
    one.tap(0, order('tea'));
    expect(
      one
        .shown(0)
        .get(BILL)
        ?.lines.map(({ name }) => name),
    ).toEqual(['coffee', 'tea']);
    expect(one.pendingOn(0)).toHaveLength(2);
    one.send(0);
    expect(one.pendingOn(0)).toHaveLength(1);
    one.send(0);
    expect(one.pendingOn(0)).toEqual([]);
  });

  it('count another unit of the same product on its line', () => {
    const one = house();
    one.tap(0, open('coffee'));
    one.tap(0, order('coffee'));
    one.send(0);
    one.send(0);
    expect(one.host().bills.get(BILL)?.lines).toMatchObject([{ quantity: 2_000 }]);
  });

  it('add what was tapped to the bill as another screen has changed it', () => {
    const one = house();
    one.tap(0, open('coffee'));
    one.send(0);
    one.read(1);
    one.tap(1, order('tea'));
    one.tap(0, order('bun'));
    one.send(1);
    one.send(0);
    one.send(0);
    one.read(1);
    const names = one
      .host()
      .bills.get(BILL)
      ?.lines.map(({ name }) => name);
    expect(names).toEqual(['coffee', 'tea', 'bun']);
    expect(one.takenBack).toEqual([]);
  });

  it('keep what was done to the line of an order that is sent again', () => {
    const one = house();
    one.tap(0, open('coffee'));
    one.send(0);
    one.read(1);
    one.tap(1, order('tea'));
    one.tap(0, order('bun'));
    const line = one.shown(0).get(BILL)?.lines.at(-1)?.id ?? 'line:';
    one.tap(0, { kind: 'act', act: { act: 'set_quantity', line, quantity: pieces(3) } });
    one.send(1);
    while (!one.isQuiet(0)) one.send(0);
    expect(one.host().bills.get(BILL)?.lines.at(-1)).toMatchObject({
      name: 'bun',
      quantity: 3_000,
    });
  });

  it('take back what depends on lines that another screen has changed', () => {
    const one = house();
    one.tap(0, open('coffee'));
    one.send(0);
    one.read(1);
    const line = one.host().bills.get(BILL)?.lines[0]?.id ?? 'line:';
    one.tap(1, order('tea'));
    one.tap(0, { kind: 'act', act: { act: 'remove', line } });
    expect(one.shown(0).get(BILL)?.lines).toEqual([]);
    one.send(1);
    one.send(0);
    expect(one.shown(0)).toEqual(one.host().bills);
    expect(one.isQuiet(0)).toBe(true);
  });

  it('refuse at once what the host would refuse', () => {
    const one = house();
    one.tap(0, open('coffee'));
    const discount = { kind: 'amount', amount: money(5_001), reason: 'x' } as const;
    expect(one.tap(0, { kind: 'act', act: { act: 'discount_bill', discount } })).toBe(
      'discount_too_large',
    );
  });
});

type Step =
  | { readonly kind: 'order'; readonly screen: number; readonly product: string }
  | { readonly kind: 'change'; readonly screen: number; readonly to: number; readonly line: number }
  | { readonly kind: 'off'; readonly screen: number }
  | { readonly kind: 'send'; readonly screen: number; readonly lost: boolean }
  | { readonly kind: 'read'; readonly screen: number };

const screen = fc.integer({ min: 0, max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: tapOf('order', { product: fc.constantFrom(...PRODUCTS) }) },
  { weight: 2, arbitrary: tapOf('change', { to: fc.nat(3), line: fc.nat(3) }) },
  { weight: 1, arbitrary: tapOf('off', {}) },
  { weight: 5, arbitrary: tapOf('send', { lost: fc.boolean() }) },
  { weight: 1, arbitrary: tapOf('read', {}) },
);

function tapOf<K extends Step['kind'], R extends object>(
  kind: K,
  rest: { [P in keyof R]: fc.Arbitrary<R[P]> },
) {
  return fc.record({ kind: fc.constant(kind), screen, ...rest }) as unknown as fc.Arbitrary<Step>;
}

function changeOf(
  one: ReturnType<typeof house>,
  { screen: at, to, line }: Step & { kind: 'change' },
) {
  const lines = one.shown(at).get(BILL)?.lines ?? [];
  const id = lines[line % Math.max(lines.length, 1)]?.id;
  if (id === undefined) return;
  const act =
    to === 0
      ? ({ act: 'remove', line: id } as const)
      : ({ act: 'set_quantity', line: id, quantity: pieces(to) } as const);
  one.tap(at, { kind: 'act', act });
}

it('no order of two screens is lost or doubled, and both show the host’s bill when all is quiet', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const one = house();
      one.tap(0, open('coffee'));
      one.send(0);
      one.read(1);
      let tapped = 0;
      for (const now of steps) {
        if (now.kind === 'order')
          tapped += one.tap(now.screen, order(now.product)) === null ? 1 : 0;
        if (now.kind === 'change') changeOf(one, now);
        if (now.kind === 'off') {
          const discount = { kind: 'percent', basisPoints: 1_000, reason: 'regular' } as const;
          one.tap(now.screen, { kind: 'act', act: { act: 'discount_bill', discount } });
        }
        if (now.kind === 'send') one.send(now.screen, now.lost);
        if (now.kind === 'read') one.read(now.screen);
      }
      for (let turn = 0; turn < 400 && !(one.isQuiet(0) && one.isQuiet(1)); turn += 1)
        one.send(turn % 2);
      expect([one.isQuiet(0), one.isQuiet(1)]).toEqual([true, true]);
      for (const at of [0, 1]) {
        one.read(at);
        expect(new Map(one.shown(at))).toEqual(new Map(one.host().bills));
        expect(one.pendingOn(at)).toEqual([]);
      }
      expect(one.orders.every((units) => units === 1_000)).toBe(true);
      expect(one.orders.length + one.takenBack.length).toBe(tapped);
    }),
    { numRuns: 300 },
  );
});
