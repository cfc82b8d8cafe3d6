import type { StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../shared/device/bridge/contract.ts';
import { tipOf } from '../../shared/device/tips/tips.ts';
import { type MoneyInteger, ZERO } from '../../shared/money/money.ts';
import { askCustomer } from './customer-answer.ts';
import type { Modes } from './mode/modes.ts';
import { type ChosenTip, tipChosen } from './sale-entry.ts';
import { call } from './till-commands.ts';
import type { TillState } from './till-state.ts';

/** The tip of a sale that is started, as the till's settings say. */
export type Tips = {
  /**
   * What is known of the tip of a sale of this price and bill without a question; null if the customer is to be asked.
   * Nobody is asked twice for one sale: a second try has the tip of the first.
   */
  known(price: MoneyInteger, bill: string): ChosenTip | null;
  /**
   * Asks the customer of the payment that is under way. The cashier waits at most until the deadline. What cannot be
   * asked is not waited for: the sale has no tip then.
   */
  ask(payment: number, price: MoneyInteger, bill: string): Promise<ChosenTip>;
  /** The cashier does not wait for the customer: the sale has no tip. */
  skip(): Promise<void>;
};

export function createTips(bridge: Bridge, store: StoreApi<TillState>, { now, send }: Modes): Tips {
  /** What the customer of this payment is asked; null: it is another payment, or none. */
  const asking = (id: number) => {
    const mode = now();
    return mode.kind === 'paying' && mode.id === id ? mode.tip : null;
  };

  return {
    known(price, bill) {
      const { snapshot, entry } = store.getState();
      const before = tipChosen(entry, bill, price);
      if (before !== null) return before;
      const tips = snapshot?.settings.tips;
      if (tips?.ask === 'phone') return { amount: ZERO, edit: 'by_customer' };
      return tips?.ask === 'display' ? null : 'none';
    },
    async ask(id, price, bill) {
      send({ type: 'tip', id, tip: { price, question: null, waiting: 'yes' } });
      const heard = await askCustomer({
        store,
        send: (command) => call(bridge, command),
        ask: () => call(bridge, { type: 'ask_tip', price }),
        asked: (question) => send({ type: 'tip', id, tip: { price, question, waiting: 'yes' } }),
        waiting: () => asking(id)?.waiting ?? 'no',
      });
      const amount = tipOf(price, heard.kind === 'ended' ? (heard.end?.answer ?? null) : null);
      const chosen: ChosenTip = amount === 0 ? 'none' : { amount, edit: 'fixed' };
      const tip = { bill, price, chosen };
      send({ type: 'tip', id, tip: null });
      send({ type: 'typed', change: { tip } });
      return chosen;
    },
    async skip() {
      const mode = now();
      const { question = null } = (mode.kind === 'paying' ? mode.tip : null) ?? {};
      if (mode.kind !== 'paying' || question === null) return;
      const skipped = await call(bridge, { type: 'skip_question', question });
      // The snapshots say how a question ended: the customer may have answered first. A host that is away says nothing.
      const tip = asking(mode.id);
      if (tip === null || skipped?.ok === true) return;
      send({
        type: 'tip',
        id: mode.id,
        tip: { ...tip, waiting: skipped === null ? 'no' : 'over' },
      });
    },
  };
}
