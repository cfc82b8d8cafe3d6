import { describe, expect, it } from 'vitest';
import { doneIn, windowIn } from '../../../renderer/state/mode/mode.ts';
import { createTill, type Till } from '../../../renderer/state/till-store.ts';
import type { NewLine } from '../../../shared/bill/acts.ts';
import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import { money } from '../../../shared/money/money.ts';
import { BOOKS, cashHost, UNEVEN } from '../../screens/cashier/books-shop.ts';
import { GOODS, lineOf } from '../../screens/cashier/goods-shop.ts';
import { SETTINGS, view } from '../../screens/cashier/sales.ts';
import { createRecordingBridge } from '../../support/recording-bridge.ts';
import { createTestDevice } from '../../support/scripted-host.ts';

const settle = () => new Promise((done) => setImmediate(done));

/** Two screens of one till: a host with the product's rules answers them, unless the test loses its answers. */
function openShop(lines = UNEVEN) {
  const host = cashHost(lines);
  const { bridge, show, sent, lose } = createRecordingBridge(host.call);
  const snapshot = (): Snapshot => ({
    settings: SETTINGS,
    view: view([]),
    goods: { ...GOODS, catalogue: null },
    bills: host.view(),
    books: BOOKS,
  });
  const screen = (name: string) => createTill(bridge, createTestDevice(name));
  const tell = async () => {
    show(snapshot());
    for (let turn = 0; turn < 10; turn += 1) await settle();
  };
  const till = screen('one');
  return {
    host,
    till,
    screen,
    tell,
    lose,
    sent,
    type: (digits: string) => {
      for (const digit of digits) till.press({ kind: 'digit', digit: Number(digit) });
    },
    done: () => doneIn(till.store.getState().mode),
    taking: () => windowIn(till.store.getState().mode, 'tender'),
  };
}

/** The customer of this price has chosen a tip, and the payment by phone has ended without one. */
function chooseTip(till: Till, price: number, amount: number): void {
  const chosen = { amount: money(amount), edit: 'fixed' } as const;
  const tip = { bill: till.bills.current()?.id ?? null, price: money(price), chosen };
  till.store.setState(({ entry }) => ({ entry: { ...entry, tip } }));
}

describe('cash', () => {
  it('is asked for in coins, and the host’s answer alone says that it is paid', async () => {
    const { till, host, tell, done, sent } = openShop();
    await tell();
    till.tenders.ask('cash');
    const release = host.hold();
    const taken = till.tenders.takeCash(money(20_000));
    await settle();
    expect(done()).toBe(null);
    // A second press while the answer is under way.
    await till.tenders.takeCash(money(20_000));
    release();
    await taken;
    expect(done()).toMatchObject({ amount: 12_640, rounding: -40, received: 20_000 });
    expect(done()).toMatchObject({ change: 7_400, left: 0 });
    expect(sent('pay_bill')).toHaveLength(1);
    expect(till.bills.current()).toBe(null);
  });

  it('is paid out at one press for returned deposits that are more than the goods, and once', async () => {
    const cola = lineOf('cola', 'Cola', 1, 2_550, '0.15');
    const bottle = lineOf('bottle', 'Empty bottle', 12, 300, '0.15');
    const bottles: NewLine = { ...bottle, kind: 'deposit_return', vatRate: null };
    const { till, host, tell, done, sent } = openShop([cola, bottles]);
    await tell();
    await Promise.all([till.tenders.payOut(), till.tenders.payOut()]);
    expect(sent('pay_bill')).toHaveLength(1);
    expect(done()).toMatchObject({ amount: -1_050, rounding: -50, change: 1_100, left: 0 });
    expect(host.bill('b1').tenders).toMatchObject([{ amount: -1_050, state: 'paid' }]);
    expect(till.bills.current()).toBe(null);
  });

  it('for a typed amount alone opens a bill with one line', async () => {
    const { till, tell, type, done, host } = openShop([]);
    await tell();
    type('5000');
    till.tenders.ask('cash');
    await till.tenders.takeCash();
    expect(done()).toMatchObject({ amount: 5_000, change: 0, left: 0 });
    expect(host.bill(done()?.bill.id ?? '').lines).toMatchObject([{ product: null, price: 5_000 }]);
    expect(till.store.getState().entry.amount).toBe(0);
  });

  it('that is less than the sum pays a part, and the rest stays due, for any tender', async () => {
    const { till, tell, type, done } = openShop();
    await tell();
    till.tenders.ask('cash');
    type('5000');
    await till.tenders.takeCash();
    expect(done()).toMatchObject({ amount: 5_000, rounding: 0, change: 0, left: 7_640 });
    till.tenders.next();
    till.tenders.ask('other');
    till.tenders.choose('Gift card');
    type('4640');
    await till.tenders.takeOther();
    expect(done()).toMatchObject({ method: { name: 'Gift card' }, amount: 4_640, left: 3_000 });
    till.tenders.next();
    till.tenders.ask('cash');
    await till.tenders.takeCash();
    expect(done()).toMatchObject({ amount: 3_000, left: 0 });
    expect(done()?.bill.tenders.map(({ method }) => method.kind)).toEqual([
      'cash',
      'other',
      'cash',
    ]);
  });

  it('that coins cannot pay is not taken', async () => {
    const { till, tell, type, sent, taking } = openShop();
    await tell();
    till.tenders.ask('cash');
    type('20050');
    await till.tenders.takeCash();
    expect(sent('pay_bill')).toEqual([]);
    expect(taking()?.typed).toBe(20_050);
  });

  it('of equal shares is an amount in coins, and the last share pays the rest', async () => {
    const { till, tell, done } = openShop();
    await tell();
    till.goods.share(3);
    const shares: number[] = [];
    for (let share = 0; share < 3; share += 1) {
      till.tenders.ask('cash');
      await till.tenders.takeCash();
      shares.push((done()?.amount ?? 0) + (done()?.rounding ?? 0));
      till.tenders.next();
    }
    expect(shares).toEqual([4_200, 4_200, 4_200]);
    expect(till.bills.current()).toBe(null);
  });

  it('takes the tip that the customer chose before the phone failed, and rounds the sum of both', async () => {
    const { till, tell, done, sent } = openShop();
    await tell();
    chooseTip(till, 12_640, 1_000);
    till.tenders.ask('cash');
    await till.tenders.takeCash();
    expect(sent('pay_bill')).toMatchObject([{ amount: 12_640, tip: 1_000 }]);
    expect(done()).toMatchObject({
      tip: 1_000,
      rounding: -40,
      received: 13_600,
      change: 0,
      left: 0,
    });
  });

  it('takes no tip that the customer of another bill or of another typed amount has chosen', async () => {
    const { till, tell, type, sent } = openShop();
    await tell();
    const pay = async () => {
      till.tenders.ask('cash');
      await till.tenders.takeCash();
      till.tenders.next();
    };
    chooseTip(till, 12_640, 1_000);
    till.bills.show(null);
    type('12640');
    await pay();
    type('12640');
    chooseTip(till, 12_640, 1_000);
    till.press({ kind: 'clear' });
    type('12640');
    await pay();
    type('12640');
    chooseTip(till, 12_640, 2_000);
    await pay();
    expect(sent('pay_bill')).toMatchObject([{ tip: 0 }, { tip: 0 }, { tip: 2_000 }]);
  });

  it('that covers the bill and not the tip is not taken, unless the customer gives none', async () => {
    const { till, tell, type, done, sent } = openShop();
    await tell();
    chooseTip(till, 12_640, 1_000);
    till.tenders.ask('cash');
    type('13000');
    await till.tenders.takeCash();
    expect(sent('pay_bill')).toEqual([]);
    till.tenders.forgetTip();
    await till.tenders.takeCash();
    expect(done()).toMatchObject({ amount: 12_640, tip: 0, received: 13_000, change: 400 });
  });

  it.each([
    ['13640', { amount: 12_640, tip: 1_000 }],
    ['5000', { amount: 5_000, tip: 0 }],
    ['12640', null],
    ['13000', null],
    ['13641', null],
  ])('by a card terminal of %s takes the tip with the bill, or neither', async (typed, paid) => {
    const { till, tell, type, sent } = openShop();
    await tell();
    chooseTip(till, 12_640, 1_000);
    till.tenders.ask('other');
    type(typed);
    await till.tenders.takeOther();
    expect(sent('pay_bill')).toMatchObject(paid === null ? [] : [paid]);
  });

  it('takes the tip of one share once', async () => {
    const { till, tell, done } = openShop();
    await tell();
    till.goods.share(2);
    chooseTip(till, 6_320, 500);
    const tips: unknown[] = [];
    for (const kind of ['other', 'cash'] as const) {
      till.tenders.ask(kind);
      await (kind === 'other' ? till.tenders.takeOther() : till.tenders.takeCash());
      tips.push(done()?.tip);
      till.tenders.next();
    }
    expect(tips).toEqual([500, 0]);
  });

  it('of an unusual size is asked about first, and is taken once', async () => {
    const { till, tell, done, sent } = openShop();
    await tell();
    till.tenders.ask('cash');
    const much = money(5_000_000);
    await till.tenders.takeCash(much);
    // A second press while the question is open.
    await till.tenders.takeCash(much);
    expect(till.store.getState().mode).toMatchObject({ question: { amount: much } });
    till.answerAsked('change');
    await settle();
    expect([sent('pay_bill'), till.store.getState().mode.kind]).toEqual([[], 'window']);
    await till.tenders.takeCash(much);
    till.answerAsked('take');
    till.answerAsked('take');
    for (let turn = 0; turn < 10; turn += 1) await settle();
    expect(sent('pay_bill')).toHaveLength(1);
    expect(done()).toMatchObject({ amount: 12_640, received: much });
  });

  it('is found on the bill if its answer was lost, and is not taken twice', async () => {
    const { till, tell, done, lose, sent } = openShop();
    await tell();
    till.tenders.ask('cash');
    lose('pay_bill', 'read_bill');
    await till.tenders.takeCash(money(20_000));
    expect(done()).toBe(null);
    expect(till.store.getState().problem).toEqual({ refusal: null });
    lose();
    await tell();
    expect(done()).toMatchObject({ received: 20_000, change: 7_400 });
    expect(sent('pay_bill')).toHaveLength(1);
  });

  it('keeps what was typed if the host refuses it, and a repeat has the same id', async () => {
    const { till, tell, type, lose, sent, taking } = openShop();
    await tell();
    till.tenders.ask('cash');
    type('20000');
    lose('pay_bill', 'read_bill');
    await till.tenders.takeCash();
    expect(taking()).toMatchObject({ taking: 'cash', typed: 20_000 });
    await till.tenders.takeCash();
    const [first, second] = sent('pay_bill');
    expect(second?.id).toBe(first?.id);
  });

  it('is not taken for an amount that another screen has changed', async () => {
    const { till, host, tell, done } = openShop();
    await tell();
    till.tenders.ask('cash');
    host.act('b1', { act: 'remove', line: host.bill('b1').lines[2]?.id ?? 'line:' });
    await till.tenders.takeCash();
    expect(done()).toBe(null);
    expect(till.bills.current()?.lines).toHaveLength(2);
    await till.tenders.takeCash();
    expect(done()).toMatchObject({ amount: 9_700 });
  });

  it('is not taken for an amount that changed while the host still answered what was tapped', async () => {
    const { till, host, tell, sent, done, taking } = openShop();
    await tell();
    const [line] = UNEVEN;
    if (line === undefined) throw new Error('no line');
    const release = host.hold();
    till.bills.order([{ ...line, product: 'cake', name: 'Cake' }]);
    till.tenders.ask('cash');
    const taken = till.tenders.takeCash(money(50_000));
    host.act('b1', { act: 'remove', line: host.bill('b1').lines[2]?.id ?? 'line:' });
    release();
    await taken;
    expect(done()).toBe(null);
    expect(sent('pay_bill')).toEqual([]);
    expect(taking()?.taking).toBe('cash');
  });

  it('is not taken while a phone pays a part of the bill', async () => {
    const { till, host, tell, sent, done } = openShop();
    await tell();
    host.ask('b1', money(5_000));
    await tell();
    till.tenders.ask('cash');
    await till.tenders.takeCash(money(20_000));
    expect(done()).toBe(null);
    expect(sent('pay_bill')).toEqual([]);
    host.end('b1', 'failed');
    await tell();
    await till.tenders.takeCash(money(20_000));
    expect(done()).toMatchObject({ change: 7_400 });
  });

  it('leaves the screen when another screen has paid the bill', async () => {
    const { till, screen, tell, done, taking } = openShop();
    const other = screen('two');
    await tell();
    other.bills.show('b1');
    await tell();
    till.tenders.ask('cash');
    other.tenders.ask('cash');
    await other.tenders.takeCash();
    await tell();
    expect([taking(), done()]).toEqual([null, null]);
    expect(doneIn(other.store.getState().mode)).toMatchObject({ left: 0 });
  });
});

it('the customer’s display shows what is to be paid, the change, and then the next sale', async () => {
  const { till, tell, sent, type, done } = openShop();
  await tell();
  const shown = () => sent('show_bill').at(-1);
  till.tenders.ask('cash');
  expect(shown()).toEqual({
    type: 'show_bill',
    bill: 'b1',
    pays: { kind: 'cash', amount: 12_640, tip: 0 },
  });
  till.tenders.leave();
  expect(shown()).toEqual({ type: 'show_bill', bill: 'b1' });
  till.tenders.ask('cash');
  await till.tenders.takeCash();
  const { tender } = done() ?? {};
  expect(shown()).toEqual({ type: 'show_bill', bill: 'b1', pays: { kind: 'tendered', tender } });
  type('7');
  expect(done()).toBe(null);
  expect(shown()).toEqual({ type: 'show_bill', bill: null });
});
