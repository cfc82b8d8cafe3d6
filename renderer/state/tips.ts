import type { StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../shared/device/bridge/contract.ts';
import type { QuestionEnd } from '../../shared/device/questions/step-questions.ts';
import { tipOf } from '../../shared/device/tips/tips.ts';
import { type MoneyInteger, ZERO } from '../../shared/money/money.ts';
import { type CustomerWait, skipQuestion, waitForAnswer } from './customer-answer.ts';
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
  let wait: CustomerWait | null = null;

  async function answerTo(id: number, price: MoneyInteger): Promise<QuestionEnd | null> {
    const answered = await call(bridge, { type: 'ask_tip', price });
    const question = answered?.ok === true ? answered.value.id : null;
    if (question === null) return null;
    send({ type: 'tip', id, tip: { price, question } });
    wait = waitForAnswer(store, question);
    return wait.ended;
  }

  return {
    known(price, bill) {
      const { snapshot, entry } = store.getState();
      const before = tipChosen(entry, bill, price);
      if (before !== null) return before;
      const tips = snapshot?.settings.tips;
      if (tips?.ask === 'phone') return { amount: ZERO, edit: 'by_customer' };
      return tips?.ask === 'display' ? null : 'none';
    },
    async ask(payment, price, bill) {
      send({ type: 'tip', id: payment, tip: { price, question: null } });
      const end = await answerTo(payment, price);
      const amount = tipOf(price, end?.answer ?? null);
      const chosen: ChosenTip = amount === 0 ? 'none' : { amount, edit: 'fixed' };
      const tip = { bill, price, chosen };
      send({ type: 'tip', id: payment, tip: null });
      send({ type: 'typed', change: { tip } });
      return chosen;
    },
    async skip() {
      const mode = now();
      const question = mode.kind === 'paying' ? (mode.tip?.question ?? null) : null;
      if (question === null) return;
      const asked = wait;
      const skipped = await skipQuestion((command) => call(bridge, command), store, question);
      // The snapshots say how a question ended: the customer may have answered first. A host that is away says nothing.
      if (skipped === null) asked?.giveUp();
      else if (!skipped.ok) asked?.over();
    },
  };
}
