import { describe, expect, it } from 'vitest';
import {
  BLANK_COUNTER,
  type Counter,
  type CounterEvent,
  stepCounter,
} from '../../../../renderer/state/mode/counter.ts';
import { type KeyOwner, keyOwner } from '../../../../renderer/state/mode/mode.ts';
import { APPROVAL, BILL, DONE, ORDER, PRICE, seven, TENDER } from './events.ts';

const after = (...events: readonly CounterEvent[]): Counter =>
  events.reduce(stepCounter, BLANK_COUNTER);

/** How a counter comes into each mode. */
const MODES = {
  amount: after(seven),
  phone: after(seven, { type: 'stage', stage: 'phone' }),
  scan: after(seven, { type: 'stage', stage: 'scan' }),
  window: after(seven, { type: 'open', window: PRICE }),
  tender: after(seven, { type: 'open', window: TENDER }),
  approval: after(seven, { type: 'open', window: PRICE }, { type: 'ask', question: APPROVAL }),
  clear: after(seven, { type: 'ask', question: { kind: 'clear', of: 'sale' } }),
  large: after(
    { type: 'open', window: TENDER },
    { type: 'ask', question: { kind: 'large_amount', amount: ORDER.amount, order: ORDER } },
  ),
  paying: after({ type: 'open', window: TENDER }, { type: 'pay', order: ORDER }),
  tip: after(
    { type: 'pay', order: ORDER },
    { type: 'tip', id: 1, tip: { price: ORDER.amount, question: 'q', waiting: 'yes' } },
  ),
  paid: after(
    { type: 'pay', order: ORDER },
    { type: 'pay_ended', id: 1, end: { kind: 'taken', done: DONE } },
  ),
} as const satisfies Readonly<Record<string, Counter>>;

type Name = keyof typeof MODES;

/** Each kind of event once, as a person, the host or another screen makes it. */
const EVENTS = {
  key: seven,
  C: { type: 'key', key: { kind: 'clear' }, bare: false, typesWeight: true },
  stage: { type: 'stage', stage: 'scan' },
  open: { type: 'open', window: { kind: 'part', typed: 0 } },
  close: { type: 'close', kinds: [] },
  ask: { type: 'ask', question: APPROVAL },
  pay: { type: 'pay', order: ORDER },
  escape: { type: 'escape', bare: false },
  next: { type: 'next' },
  home: { type: 'home' },
  cleared: { type: 'cleared' },
  locked: { type: 'locked' },
  shown: { type: 'shown' },
} as const satisfies Readonly<Record<string, CounterEvent>>;

type Owners = Readonly<Record<keyof typeof EVENTS, KeyOwner>>;

/** Who owns the keys after each event in each mode. */
const TABLE: Readonly<Record<Name, Owners>> = {
  amount: owners('amount', {
    stage: 'scan',
    open: 'part',
    ask: 'question',
    pay: 'nobody',
  }),
  phone: owners('phone', {
    stage: 'scan',
    open: 'part',
    ask: 'question',
    pay: 'nobody',
    escape: 'amount',
    home: 'amount',
    cleared: 'amount',
    C: 'question',
  }),
  scan: owners('scan', {
    open: 'part',
    ask: 'question',
    pay: 'nobody',
    escape: 'amount',
    home: 'amount',
    cleared: 'amount',
  }),
  window: owners('price', {
    stage: 'scan',
    open: 'part',
    close: 'amount',
    ask: 'question',
    pay: 'nobody',
    escape: 'amount',
    home: 'amount',
    cleared: 'amount',
  }),
  tender: owners('tender', {
    stage: 'scan',
    open: 'part',
    close: 'amount',
    ask: 'question',
    pay: 'nobody',
    escape: 'amount',
    home: 'amount',
    cleared: 'amount',
  }),
  approval: owners('question', {
    open: 'part',
    escape: 'price',
    home: 'amount',
    cleared: 'amount',
    locked: 'price',
    shown: 'price',
  }),
  clear: owners('question', {
    open: 'part',
    escape: 'amount',
    home: 'amount',
    cleared: 'amount',
    locked: 'amount',
  }),
  large: owners('question', {
    open: 'part',
    pay: 'nobody',
    escape: 'tender',
    home: 'amount',
    cleared: 'amount',
    locked: 'tender',
  }),
  paying: owners('nobody', {}),
  tip: owners('question', {}),
  paid: owners('paid', {
    key: 'amount',
    C: 'question',
    open: 'part',
    pay: 'nobody',
    next: 'amount',
    home: 'amount',
    cleared: 'amount',
  }),
};

function owners(stays: KeyOwner, changes: Partial<Owners>): Owners {
  const names = Object.keys(EVENTS) as (keyof typeof EVENTS)[];
  const all = names.map((name) => [name, changes[name] ?? stays] as const);
  return Object.fromEntries(all) as Owners;
}

describe.each(Object.keys(MODES) as Name[])('in the mode %s', (name) => {
  it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('the keys after %s', (event) => {
    const { mode } = stepCounter(MODES[name], EVENTS[event]);
    expect(keyOwner(mode)).toBe(TABLE[name][event]);
  });
});

it('a supervisor who is asked while the change is shown is asked after it', () => {
  const asked = stepCounter(MODES.paid, { type: 'ask', question: APPROVAL });
  expect(asked.mode).toMatchObject({ kind: 'paid', done: DONE });
  const next = stepCounter(asked, { type: 'next' });
  expect(next.mode).toMatchObject({ kind: 'question', question: APPROVAL });
});

it('a payment without an answer is found once, and not over another payment', () => {
  const unanswered = { bill: BILL.id, tender: DONE.tender };
  const lost = stepCounter(MODES.paying, {
    type: 'pay_ended',
    id: 2,
    end: { kind: 'unanswered', payment: unanswered },
  });
  const found: CounterEvent = { type: 'found', tender: DONE.tender, done: DONE };
  expect(lost).toMatchObject({ mode: { window: TENDER }, unanswered });
  expect(stepCounter(lost, { ...found, tender: 'tender:another' })).toBe(lost);
  expect(stepCounter(lost, found)).toMatchObject({ mode: { kind: 'paid' }, unanswered: null });
  const again = stepCounter(lost, { type: 'pay', order: ORDER });
  expect(stepCounter(again, found)).toMatchObject({ mode: again.mode, unanswered: null });
});
