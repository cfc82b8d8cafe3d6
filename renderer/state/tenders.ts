import type { StoreApi } from 'zustand/vanilla';
import { type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import { cashRuleOf, notOffered, otherPaidOf, receivedOf } from './asked.ts';
import { type BillDesk, type CustomerShown, openOn } from './bills/bills.ts';
import { doneIn, type Mode, type TenderKind, windowIn } from './mode/mode.ts';
import type { Modes } from './mode/modes.ts';
import type { Pay } from './pay.ts';
import { isBusy, type TillState } from './till-state.ts';

/** Payments in cash, and those that the till only notes. They need no service. */
export interface Tenders {
  /** Starts to take this for what is due, or for the part whose turn it is. */
  ask(kind: TenderKind): void;
  /** Goes back to the sale. What was typed is forgotten. */
  leave(): void;
  choose(name: string): void;
  /** Takes this much cash, or what was typed, or exactly what is to be paid. */
  takeCash(received?: MoneyInteger): Promise<void>;
  /** Notes that the chosen tender has paid what was typed, or all that is asked for. */
  takeOther(): Promise<void>;
  /** Pays out in cash what the returned deposits are more than the goods (D-531). */
  payOut(): Promise<void>;
  /** The customer gives no tip after all. */
  forgetTip(): void;
  /** The cashier has given the change. */
  next(): void;
  /** Starts to follow the bills. Returns a function that stops it. */
  link(): () => void;
}

type Context = {
  readonly store: StoreApi<TillState>;
  readonly modes: Modes;
  readonly bills: BillDesk;
  readonly paying: Pay;
};

const SLIP = { kind: 'bill' } as const;

export function createTenders({ store, modes, bills, paying }: Context): Tenders {
  const rule = () => cashRuleOf(store.getState().snapshot);
  const taking = () => modes.window('tender');

  /** The customer sees what is taken, and a payment at the till, as long as the cashier does. */
  function shownIn(mode: Mode): CustomerShown {
    const done = doneIn(mode);
    if (done !== null) return { kind: 'tendered', bill: done.bill.id, tender: done.tender };
    if (windowIn(mode, 'tender')?.taking !== 'cash' || bills.current() === null) return SLIP;
    const { part: amount, cash } = paying.asked();
    return amount >= 0 ? { kind: 'cash', amount, tip: cash.tip } : SLIP;
  }

  /** What the person takes now, or has just taken, follows the bill on the slip. */
  function follow(): void {
    const { entry, mode } = store.getState();
    const current = openOn(bills.store.getState().slip);
    const bill = bills.current();
    if (mode.kind !== 'paying' && current === null && entry.amount === 0) modes.close('tender');
    if (mode.kind !== 'paying') bills.shows(shownIn(modes.now()));
    if (mode.kind !== 'paid') return;
    // The next sale has begun.
    const { done } = mode;
    const isSame = bill?.id === done.bill.id && bill.version === done.bill.version;
    if (entry.amount > 0 || (bill !== null && !isSame)) modes.send({ type: 'next' });
  }

  return {
    ask: (kind) => {
      const { snapshot, link, entry } = store.getState();
      const current = openOn(bills.store.getState().slip);
      const why = notOffered(snapshot, link, bills.current());
      // The deck itself says that a phone pays now; a bill that is still read has no amount yet.
      if (isBusy(store.getState()) || (why !== null && why !== 'phone_open')) return;
      if (current === null && entry.amount === 0) return;
      if (kind === 'other' && snapshot?.books?.otherTenders.length === 0) return;
      modes.open({ kind: 'tender', taking: kind, typed: 0, full: false, name: null });
      store.setState({ problem: null });
      follow();
    },
    leave: () => {
      if (!isBusy(store.getState())) modes.close('tender');
    },
    choose: (name) => modes.edit('tender', { name }),
    takeCash: async (given) => {
      const asked = paying.asked();
      const typed = taking()?.typed ?? 0;
      const received = given ?? (typed === 0 ? asked.cash.toPay : money(typed));
      const what = receivedOf(received, asked, rule());
      if (what.kind === 'no_coins' || what.kind === 'no_tip') return;
      const isPart = what.kind === 'part';
      const amount = isPart ? received : asked.cash.amount;
      const tip = isPart ? ZERO : asked.cash.tip;
      await paying.pay({ seen: asked, amount, tip, by: { kind: 'cash', received } });
    },
    takeOther: async () => {
      const { typed = 0, name: chosen = null } = taking() ?? {};
      const { snapshot } = store.getState();
      const name = chosen ?? snapshot?.books?.otherTenders[0];
      const asked = paying.asked();
      const what = otherPaidOf(typed, asked);
      if (name === undefined || what.kind !== 'pays') return;
      const { amount, tip } = what;
      await paying.pay({ seen: asked, amount, tip, by: { kind: 'other', name } });
    },
    payOut: async () => {
      const seen = paying.asked();
      if (seen.part >= 0) return;
      await paying.payAtOnce({ seen, amount: seen.part, tip: ZERO, by: { kind: 'payout' } });
    },
    forgetTip: () => {
      modes.send({ type: 'typed', change: { tip: null } });
      follow();
    },
    next: () => modes.send({ type: 'next' }),
    link: () => {
      const stops = [bills.store.subscribe(follow), store.subscribe(follow)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
