import type { StoreApi } from 'zustand/vanilla';
import { amountsOf } from '../../shared/bill/amounts.ts';
import type { Bill, Tender } from '../../shared/bill/bill.ts';
import { isPaid } from '../../shared/bill/paid.ts';
import { isAskedAgain } from '../../shared/money/ask-above.ts';
import { add, type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import type { PaymentMethod } from '../../shared/terminal/sale/state.ts';
import { type Asked, askedNow, cashRuleOf, notOffered } from './asked.ts';
import type { BillDesk, Paying } from './bills/bills.ts';
import type { Goods } from './goods.ts';
import type { Unanswered } from './mode/counter.ts';
import type { PayOrder, TenderDone } from './mode/mode.ts';
import type { Modes } from './mode/modes.ts';
import type { ChosenTip, SaleEntry } from './sale-entry.ts';
import { mayBeDone } from './sales.ts';
import { isBusy, type TillState } from './till-state.ts';
import type { Tips } from './tips.ts';

/** The one way to pay: by phone, in cash, by another tender, or a bill of which nothing is due. */
export type Pay = {
  /** What is asked for now, in cash and otherwise. */
  asked(): Asked;
  /** Pays, or asks first whether so large an amount is right. */
  pay(order: PayOrder): Promise<void>;
  /** Pays without that question. */
  payAtOnce(order: PayOrder): Promise<void>;
  /** Answers the question about a large amount: pays, or goes back to what was typed. */
  answerAsked(answer: 'take' | 'change'): void;
  /** Pays what is due by phone. */
  byPhone(method: PaymentMethod): PayOrder;
  /** Starts to look for a payment whose answer was lost. Returns a function that stops it. */
  link(): () => void;
};

type PayDeps = {
  readonly store: StoreApi<TillState>;
  readonly modes: Modes;
  readonly bills: BillDesk;
  readonly goods: Goods;
  readonly tips: Tips;
};

/** True for what is taken in the tender's window, where the person sees what is asked for. */
const isTaken = ({ by }: PayOrder) => by.kind === 'cash' || by.kind === 'other';

/** True if the drawer or another device of the till moves the money. */
const isAtTill = (order: PayOrder) => isTaken(order) || order.by.kind === 'payout';

export function createPay({ store, modes, bills, goods, tips }: PayDeps): Pay {
  const asked = (): Asked => {
    const { snapshot, entry } = store.getState();
    return askedNow(goods.store.getState(), bills.current(), entry, cashRuleOf(snapshot));
  };

  /** True if a payment may begin: none is under way, and what is taken at the till is still offered. */
  function mayBegin(order: PayOrder): boolean {
    const { snapshot, link } = store.getState();
    if (isBusy(store.getState())) return false;
    if (!isAtTill(order)) return true;
    if (isTaken(order) && modes.window('tender') === null) return false;
    return notOffered(snapshot, link, bills.current()) === null;
  }

  async function payAtOnce(order: PayOrder): Promise<void> {
    if (!mayBegin(order)) return;
    const { entry } = store.getState();
    if (entry.amount > 0 && !goods.addAmount(entry.amount)) return;
    // The tip of a typed amount goes with it to its bill.
    const bill = bills.current()?.id ?? null;
    const tip = entry.tip?.bill === null ? { ...entry.tip, bill } : entry.tip;
    modes.send({ type: 'typed', change: { amount: ZERO, full: false, tip } });
    modes.send({ type: 'pay', order });
    const mode = modes.now();
    if (mode.kind !== 'paying') return;
    store.setState({ problem: null });
    await send(mode.id, order, entry);
  }

  async function send(id: number, order: PayOrder, before: SaleEntry): Promise<void> {
    const isSettled = await bills.settled();
    const bill = bills.current();
    const now = asked();
    // Another screen has changed the bill meanwhile: the person has not seen this amount, and no customer is asked.
    const isSeen = now.part === order.seen.part && now.tip === order.seen.tip;
    if (!isSettled || bill === null || !isSeen) {
      // The host has not opened the bill: what was typed is not lost.
      const { amount, tip } = before;
      if (!isSettled && bill === null) modes.send({ type: 'typed', change: { amount, tip } });
      return modes.send({ type: 'pay_ended', id, end: { kind: 'refused' } });
    }
    const chosen = await tipOf(id, order, bill.id);
    const tip = chosen === 'none' ? ZERO : chosen.amount;
    // The host refuses a bill that was changed meanwhile: the tip is for what the customer saw.
    const sum: Paying = { amount: order.amount, tip, method: payingBy(order, chosen) };
    const { answer, tender } = await bills.pay(bill, sum);
    if (answer?.ok === true) {
      const done = isAtTill(order) ? doneOf(answer.value.bill, tender) : null;
      took(done);
      return modes.send({ type: 'pay_ended', id, end: { kind: 'taken', done } });
    }
    const refusal = answer?.refusal ?? null;
    store.setState({ problem: { refusal } });
    const payment = { bill: bill.id, tender };
    const end = mayBeDone(refusal)
      ? ({ kind: 'unanswered', payment } as const)
      : ({ kind: 'refused' } as const);
    modes.send({ type: 'pay_ended', id, end });
    look();
  }

  /** The tip of this payment; the customer of a payment by phone may be asked. */
  async function tipOf(id: number, order: PayOrder, bill: string): Promise<ChosenTip> {
    if (order.by.kind !== 'phone') {
      return order.tip === 0 ? 'none' : { amount: order.tip, edit: 'fixed' };
    }
    return tips.known(order.amount, bill) ?? (await tips.ask(id, order.amount, bill));
  }

  /** What follows a payment that the host has made. */
  function took(done: TenderDone | null): void {
    store.setState({ problem: null });
    if (done === null || isPaid(done.bill)) goods.nextCustomer();
  }

  /** A payment whose answer was lost is found: at the till on its bill, by phone among the sales. */
  function look(): void {
    const { unanswered, mode } = store.getState();
    if (unanswered === null) return;
    const done = paidAtTill(unanswered);
    if (done === null && !hasStarted(unanswered)) return;
    modes.send({ type: 'found', tender: unanswered.tender, done });
    if (mode.kind !== 'paying') took(done);
  }

  const paidAtTill = ({ bill, tender }: Unanswered): TenderDone | null => {
    const done = doneOf(bills.store.getState().copies.bills.get(bill) ?? null, tender);
    return done?.method.kind === 'phone' ? null : done;
  };

  const hasStarted = ({ tender }: Unanswered): boolean =>
    store.getState().snapshot?.view.sales.some(({ bill }) => bill?.tender === tender) ?? false;

  const pay: Pay = {
    asked,
    payAtOnce,
    pay: async (order) => {
      const { snapshot } = store.getState();
      const isAsking = modes.now().kind === 'question';
      if (!mayBegin(order) || isAsking || snapshot === null) return;
      const amount = order.by.kind === 'cash' ? order.by.received : add(order.amount, order.tip);
      if (!isAskedAgain(amount, snapshot.settings)) return payAtOnce(order);
      modes.send({ type: 'ask', question: { kind: 'large_amount', amount, order } });
    },
    answerAsked: (answer) => {
      const mode = modes.now();
      if (mode.kind !== 'question' || mode.question.kind !== 'large_amount') return;
      const { order } = mode.question;
      modes.send({ type: 'answered', kind: 'large_amount' });
      if (answer !== 'take') return;
      // The answer is for the amount of the question only.
      const now = order.by.kind === 'phone' ? pay.byPhone(order.by.method) : order;
      void (now.amount === order.amount ? payAtOnce : pay.pay)(now);
    },
    byPhone: (method) => {
      const seen = asked();
      return { seen, amount: seen.part, tip: ZERO, by: { kind: 'phone', method } };
    },
    link: () => {
      const stops = [bills.store.subscribe(look), store.subscribe(look)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
  return pay;
}

/** How a bill is paid, as the host is told. */
function payingBy({ by }: PayOrder, tip: ChosenTip): Paying['method'] {
  switch (by.kind) {
    case 'free':
      return { kind: 'cash' };
    case 'payout':
      return { kind: 'cash', received: ZERO };
    case 'phone': {
      const { method } = by;
      const tipEdit = tip === 'none' ? 'fixed' : tip.edit;
      return { kind: 'phone', method, place: 'main_screen', tipEdit };
    }
    case 'cash':
    case 'other':
      return by;
  }
}

/** The payment with this id on a bill, as the till shows it; null if the bill says that it was not made. */
function doneOf(bill: Bill | null, id: string): TenderDone | null {
  const tender = bill?.tenders.find((one) => one.id === id && one.state === 'paid');
  return bill === null || tender === undefined ? null : doneBy(bill, tender);
}

function doneBy(bill: Bill, tender: Tender): TenderDone {
  const { id, method, amount, tip, rounding, received } = tender;
  const { due } = amountsOf(bill);
  const change: MoneyInteger =
    method.kind === 'cash' ? money(received - amount - tip - rounding) : ZERO;
  return { bill, tender: id, method, amount, tip, rounding, received, change, left: due };
}
