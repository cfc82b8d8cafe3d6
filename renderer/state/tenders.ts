import { createStore, type StoreApi } from 'zustand/vanilla';
import { amountsOf, isPaid } from '../../shared/bill/amounts.ts';
import type { Bill, Tender, TenderMethod } from '../../shared/bill/bill.ts';
import { type CashSum, cashSum, isPayable } from '../../shared/cash/cash-sum.ts';
import type { CashRounding } from '../../shared/cash/rounding.ts';
import { roundingOf } from '../../shared/cash/setting.ts';
import type { Snapshot } from '../../shared/device/bridge/contract.ts';
import { isAskedAgain } from '../../shared/money/ask-above.ts';
import { add, type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import type { BillDesk, Paying } from './bills/bills.ts';
import type { Goods } from './goods.ts';
import { amountToAsk, wholeBill } from './goods-state.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from './keypad.ts';
import { EMPTY_ENTRY, type SaleEntry, tipChosen } from './sale-entry.ts';
import { mayBeDone } from './sales.ts';
import { keepsBooks, type TillState } from './till-state.ts';

/** A payment at the till beside the phone. */
export type TenderKind = 'cash' | 'other';

/** A part of a bill that was paid, as the host has answered it. Amounts in minor units. */
export type TenderDone = {
  /** The bill after the payment. */
  readonly bill: Bill;
  /** The tender's id. */
  readonly tender: string;
  readonly method: TenderMethod;
  /** The part of the bill that it paid. */
  readonly amount: MoneyInteger;
  readonly tip: MoneyInteger;
  readonly rounding: MoneyInteger;
  readonly received: MoneyInteger;
  readonly change: MoneyInteger;
  /** What is still due on the bill. */
  readonly left: MoneyInteger;
};

export type TenderState = {
  /** What the deck takes now; null while it takes nothing of it. */
  readonly taking: TenderKind | null;
  /** Typed: what the customer handed over, or the part that another tender pays. */
  readonly typed: number;
  /** The last key would have made the amount too large. */
  readonly full: boolean;
  /** The chosen tender of the shop; null: its first one. */
  readonly name: string | null;
  /** The last payment, until the next sale or a key. */
  readonly done: TenderDone | null;
};

const NOTHING: TenderState = { taking: null, typed: 0, full: false, name: null, done: null };

/** Why cash and other tenders are not offered now; null if they are. */
export type NotOffered =
  /** This till keeps no books. */
  | 'no_books'
  /** The host cannot be reached, or cannot save. */
  | 'no_host'
  /** A payment by phone of this bill is not decided. */
  | 'phone_open'
  | 'nothing';

/** Payments in cash, and those that the till only notes. They need no service. */
export interface Tenders {
  readonly store: StoreApi<TenderState>;
  /** Starts to take this for what is due, or for the part whose turn it is. */
  ask(kind: TenderKind): void;
  /** Goes back to the sale. What was typed is forgotten. */
  leave(): void;
  press(key: KeypadKey): void;
  choose(name: string): void;
  /** Takes this much cash, or what was typed, or exactly what is to be paid. */
  takeCash(received?: MoneyInteger): Promise<void>;
  /** Notes that the chosen tender has paid what was typed, or all that is asked for. */
  takeOther(): Promise<void>;
  /** The customer gives no tip after all. */
  forgetTip(): void;
  /** The cashier was asked about a large amount. */
  answer(answer: 'take' | 'change'): void;
  /** The cashier has given the change. */
  next(): void;
  /** Starts to follow the bills. Returns a function that stops it. */
  link(): () => void;
}

/** What the deck asks for, in cash and otherwise. */
export type Asked = {
  /** What is due on the bill with the typed amount. */
  readonly due: MoneyInteger;
  /** The part that is paid now. */
  readonly part: MoneyInteger;
  /** What the customer chose for this part before its payment by phone ended without one (D-343). */
  readonly tip: MoneyInteger;
  readonly cash: CashSum;
};

type Context = {
  readonly store: StoreApi<TillState>;
  readonly bills: BillDesk;
  readonly goods: Goods;
};

/** Why another payment than by phone is not possible now. */
export function notOffered(
  snapshot: Snapshot | null,
  link: boolean,
  bill: Bill | null,
): NotOffered | null {
  if (!keepsBooks(snapshot)) return 'no_books';
  if (!link || snapshot.view.notReady === 'journal_full') return 'no_host';
  if (bill?.tenders.some(({ state }) => state === 'open') === true) return 'phone_open';
  return null;
}

/** What is asked for: the bill on the slip with the typed amount, or the part whose turn it is. */
export function askedNow(
  goods: Parameters<typeof amountToAsk>[0],
  bill: Bill | null,
  entry: Pick<SaleEntry, 'amount' | 'tip'>,
  rule: CashRounding | null,
): Asked {
  const typed = entry.amount;
  const whole = wholeBill(bill, typed, 'en', goods);
  const due = whole === null ? ZERO : amountsOf(whole).due;
  const part = amountToAsk(goods, bill, typed);
  const chosen = tipChosen(entry, bill?.id ?? null, part) ?? 'none';
  const tip = chosen === 'none' ? ZERO : chosen.amount;
  return { due, part, tip, cash: cashSum(part, due, rule, tip) };
}

/** What typed cash does: nothing yet, it pays with change, it pays a part, or coins cannot pay it. */
export type Received =
  | { readonly kind: 'none' | 'no_coins' }
  /** It pays what is due and not the tip. */
  | { readonly kind: 'no_tip' }
  | { readonly kind: 'pays'; readonly change: MoneyInteger }
  | { readonly kind: 'part'; readonly left: MoneyInteger };

export function receivedOf(typed: number, asked: Asked, rule: CashRounding | null): Received {
  if (typed === 0) return { kind: 'none' };
  if (!isPayable(typed, rule)) return { kind: 'no_coins' };
  const over = typed - asked.cash.toPay;
  if (over >= 0) return { kind: 'pays', change: money(over) };
  const left = asked.due - typed;
  return left > 0 ? { kind: 'part', left: money(left) } : { kind: 'no_tip' };
}

/** What a typed payment by another tender does: it pays, with the tip or a part without one, or it cannot be taken. */
export type OtherPaid =
  | { readonly kind: 'pays'; readonly amount: MoneyInteger; readonly tip: MoneyInteger }
  /** It pays what is due and not the tip. */
  | { readonly kind: 'no_tip' }
  | { readonly kind: 'too_much' };

export function otherPaidOf(typed: number, { due, part, tip }: Asked): OtherPaid {
  if (typed === 0 || typed === part + tip) return { kind: 'pays', amount: part, tip };
  if (typed > due) return { kind: typed < due + tip ? 'no_tip' : 'too_much' };
  if (typed === due && tip > 0) return { kind: 'no_tip' };
  return { kind: 'pays', amount: money(typed), tip: ZERO };
}

export function createTenders({ store, bills, goods }: Context): Tenders {
  const own = createStore<TenderState>(() => NOTHING);
  const { getState: get, setState: set } = own;
  /** A payment whose answer was lost: the bill will say whether it was made. */
  let unanswered: { readonly bill: string; readonly tender: string } | null = null;

  const rule = () => {
    const { snapshot } = store.getState();
    return snapshot === null ? null : roundingOf(snapshot.settings);
  };
  const now = (): Asked =>
    askedNow(goods.store.getState(), bills.current(), store.getState().entry, rule());
  /** The payment of a large amount, until the cashier has answered the question about it. */
  let waiting: (() => Promise<void>) | null = null;

  /** Pays at once, or asks first whether this much is right. */
  async function payAfterQuestion(sum: number, go: () => Promise<void>): Promise<void> {
    const { snapshot, asked } = store.getState();
    if (asked !== null || get().taking === null) return;
    if (snapshot === null || !isAskedAgain(money(sum), snapshot.settings)) return go();
    waiting = go;
    store.setState({ asked: { method: null, amount: money(sum) } });
  }

  /** Pays the bill on the slip, once the host has answered everything that was done on it. */
  async function pay(seen: Asked, sum: Pick<Paying, 'amount' | 'tip' | 'with'>): Promise<void> {
    const { entry, pending, snapshot, link } = store.getState();
    if (pending !== null || get().taking === null) return;
    if (notOffered(snapshot, link, bills.current()) !== null) return;
    const isFirst = bills.current() === null;
    if (entry.amount > 0 && !goods.addAmount(entry.amount)) return;
    // The tip of a typed amount goes with it to its bill.
    const tip =
      isFirst && entry.tip?.bill === null
        ? { ...entry.tip, bill: bills.current()?.id ?? null }
        : entry.tip;
    store.setState((state) => ({
      entry: { ...state.entry, amount: ZERO, full: false, tip },
      pending: { saleId: null, action: 'start' },
      problem: null,
    }));
    const isTaken = await bills.settled();
    const bill = bills.current();
    // Another screen has changed the bill meanwhile: the person has not seen this amount.
    const isSame = now().part === seen.part && now().tip === seen.tip;
    if (!isTaken || bill === null || !isSame) return store.setState({ pending: null });
    const { answer, tender } = await bills.pay(bill, sum);
    if (answer?.ok === true) {
      finish(answer.bill ?? null, tender);
      return store.setState({ pending: null });
    }
    store.setState({ pending: null });
    const refusal = answer?.refusal ?? null;
    store.setState({ problem: { refusal } });
    unanswered = mayBeDone(refusal) ? { bill: bill.id, tender } : null;
    look();
  }

  /** Shows what the host has booked. */
  function finish(bill: Bill | null, id: string): void {
    const tender = bill?.tenders.find((one) => one.id === id && one.state === 'paid');
    unanswered = null;
    if (bill === null || tender === undefined) {
      set(NOTHING);
      return;
    }
    bills.showsTender({ bill: bill.id, tender: id });
    set({ ...NOTHING, done: doneOf(bill, tender) });
    // The tip was for this part: an equal one that follows has its own customer.
    store.setState(({ entry }) => ({ problem: null, entry: { ...entry, tip: null } }));
    if (!isPaid(bill)) return;
    goods.nextCustomer();
    store.setState({ entry: EMPTY_ENTRY });
  }

  /** What the person takes now, or has just taken, follows the bill on the slip. */
  function follow(): void {
    const { taking, done } = get();
    const { entry, pending } = store.getState();
    const { current } = bills.store.getState();
    const bill = bills.current();
    if (taking !== null && pending === null && current === null && entry.amount === 0) set(NOTHING);
    else if (taking === 'cash' && bill !== null) {
      const { part: amount, cash } = now();
      bills.takesCash({ amount, tip: cash.tip });
    }
    // The next sale has begun.
    const isSame = bill?.id === done?.bill.id && bill?.version === done?.bill.version;
    const isNext = done !== null && (entry.amount > 0 || (bill !== null && !isSame));
    if (isNext && taking === null) tenders.next();
  }

  /** A payment whose answer was lost is found on its bill. */
  function look(): void {
    follow();
    if (unanswered === null) return;
    const bill = bills.store.getState().copies.bills.get(unanswered.bill);
    const isPaidNow = bill?.tenders.some(
      ({ id, state }) => id === unanswered?.tender && state === 'paid',
    );
    if (bill !== undefined && isPaidNow === true) finish(bill, unanswered.tender);
  }

  const tenders: Tenders = {
    store: own,
    ask: (kind) => {
      const { snapshot, link, pending, entry } = store.getState();
      const { current } = bills.store.getState();
      const why = notOffered(snapshot, link, bills.current());
      // The deck itself says that a phone pays now; a bill that is still read has no amount yet.
      if (pending !== null || (why !== null && why !== 'phone_open')) return;
      if (current === null && entry.amount === 0) return;
      if (kind === 'other' && snapshot?.books?.otherTenders.length === 0) return;
      goods.leaveStep();
      set({ ...NOTHING, taking: kind });
      store.setState({ problem: null });
      follow();
    },
    leave: () => {
      if (store.getState().pending !== null) return;
      set(NOTHING);
      bills.takesCash(null);
    },
    press: (key) => {
      const { typed } = get();
      const next = amountAfter(typed, key);
      if (store.getState().pending !== null) return;
      set(next > AMOUNT_MAX ? { full: true } : { typed: next, full: false });
    },
    choose: (name) => set({ name }),
    takeCash: async (given) => {
      const asked = now();
      const { typed } = get();
      const received = given ?? (typed === 0 ? asked.cash.toPay : money(typed));
      const what = receivedOf(received, asked, rule());
      if (what.kind === 'no_coins' || what.kind === 'no_tip') return;
      const isPart = what.kind === 'part';
      const amount = isPart ? received : asked.cash.amount;
      const tip = isPart ? ZERO : asked.cash.tip;
      const sum = { amount, tip, with: { kind: 'cash', received } } as const;
      await payAfterQuestion(received, () => pay(asked, sum));
    },
    takeOther: async () => {
      const { typed, name: chosen } = get();
      const { snapshot } = store.getState();
      const name = chosen ?? snapshot?.books?.otherTenders[0];
      const asked = now();
      const what = otherPaidOf(typed, asked);
      if (name === undefined || what.kind !== 'pays') return;
      const { amount, tip } = what;
      const sum = { amount, tip, with: { kind: 'other', name } } as const;
      await payAfterQuestion(add(amount, tip), () => pay(asked, sum));
    },
    forgetTip: () => {
      store.setState(({ entry }) => ({ entry: { ...entry, tip: null } }));
      follow();
    },
    answer: (answer) => {
      const go = waiting;
      waiting = null;
      if (answer === 'take') void go?.();
    },
    next: () => {
      set({ done: null });
      bills.showsTender(null);
    },
    link: () => {
      const stops = [bills.store.subscribe(look), store.subscribe(follow)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
  return tenders;
}

function doneOf(bill: Bill, tender: Tender): TenderDone {
  const { id, method, amount, tip, rounding, received } = tender;
  const { due } = amountsOf(bill);
  const change = method.kind === 'cash' ? money(received - amount - tip - rounding) : ZERO;
  return { bill, tender: id, method, amount, tip, rounding, received, change, left: due };
}
