import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PaymentOfReceipt } from '../../shared/device/commands/receipts.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { isMailbox } from '../../shared/protocol/mailbox.ts';
import { skipQuestion, waitForAnswer } from './customer-answer.ts';
import type { Till } from './till-store.ts';

/** The window in which an address is typed. It belongs to one payment, and nothing of it is kept. */
export type EmailWindow = {
  readonly of: PaymentOfReceipt;
  /** What was paid, minor units. */
  readonly amount: MoneyInteger;
  readonly text: string;
  /** The customer types the address on the display, or the order is on its way. */
  readonly stage: 'typing' | 'asked' | 'ordering';
  /** How the last attempt ended; the answer is null if the till did not answer. */
  readonly ended:
    | { readonly kind: 'not_yet' | 'not_possible' | 'no_address' | 'wrong_address' }
    | { readonly kind: 'refused'; readonly answer: AnyAnswer | null };
};

export type ReceiptEmailState = {
  readonly window: EmailWindow | null;
  /** The last payment for whose receipt an e-mail was ordered. */
  readonly ordered: PaymentOfReceipt | null;
};

/** A receipt by e-mail: the cashier types the address, or the customer does on the display. */
export interface ReceiptEmailDesk {
  readonly store: StoreApi<ReceiptEmailState>;
  /** Opens the window for the receipt of a payment that the screen shows. */
  open(of: PaymentOfReceipt, amount: MoneyInteger): void;
  type(text: string): void;
  /** Orders the e-mail to the typed address. */
  order(): Promise<void>;
  /** Asks the customer. The address is ordered at once, unless the cashier has closed the window. */
  ask(): Promise<void>;
  /** Closes the window and forgets the address. Nobody waits for the customer any more. */
  leave(): void;
}

type Deps = Pick<Till, 'call' | 'store'> & { readonly bills: Pick<Till['bills'], 'newId'> };

const NOTHING_YET = { kind: 'not_yet' } as const;

const desks = new WeakMap<Deps, ReceiptEmailDesk>();

/** The desk of a till's screen. It is not part of the till, because the first picture does not need it. */
export function receiptEmailOf(till: Deps): ReceiptEmailDesk {
  const known = desks.get(till) ?? createReceiptEmail(till);
  desks.set(till, known);
  return known;
}

function createReceiptEmail({ call, store: till, bills }: Deps): ReceiptEmailDesk {
  const store = createStore<ReceiptEmailState>(() => ({ window: null, ordered: null }));
  const shown = () => store.getState().window;
  const edit = (change: Partial<EmailWindow>) => {
    const window = shown();
    if (window !== null) store.setState({ window: { ...window, ...change } });
  };
  /** Counts the openings: what was asked or ordered in one changes nothing in the next. */
  let openings = 0;
  let wait: { readonly question: string; readonly giveUp: () => void } | null = null;
  /** The order of this address, which a repeat after a lost answer does not make a second time. */
  let order: { readonly id: string; readonly address: string } | null = null;

  async function stopAsking(): Promise<void> {
    const stopped = wait;
    wait = null;
    if (stopped === null) return;
    stopped.giveUp();
    await skipQuestion(call, till, stopped.question);
  }

  function openingNow(): () => boolean {
    const opening = openings;
    return () => openings === opening && shown() !== null;
  }

  const desk: ReceiptEmailDesk = {
    store,
    open: (of, amount) => {
      desk.leave();
      const window = { of, amount, text: '', stage: 'typing', ended: NOTHING_YET } as const;
      store.setState({ window });
    },
    type: (text) => {
      if (shown()?.stage === 'typing') edit({ text: text.trim(), ended: NOTHING_YET });
    },
    order: async () => {
      const window = shown();
      if (window === null || window.stage !== 'typing' || !isMailbox(window.text)) return;
      const isHere = openingNow();
      const { of, text: email } = window;
      if (order?.address !== email) order = { id: bills.newId(), address: email };
      edit({ stage: 'ordering', ended: NOTHING_YET });
      const answer = await call({ type: 'email_receipt', of, id: order.id, email });
      if (answer?.ok === true) {
        store.setState({ ordered: of });
        if (isHere()) desk.leave();
      } else if (isHere()) edit({ stage: 'typing', ended: { kind: 'refused', answer } });
    },
    ask: async () => {
      const window = shown();
      if (window === null || window.stage !== 'typing') return;
      const isHere = openingNow();
      edit({ stage: 'asked', ended: NOTHING_YET });
      const answered = await call({ type: 'ask_receipt_email', amount: window.amount });
      const question = answered?.ok === true ? answered.value.id : null;
      if (question === null) {
        if (isHere()) edit({ stage: 'typing', ended: { kind: 'not_possible' } });
        return;
      }
      const { ended, giveUp } = waitForAnswer(till, question);
      if (!isHere()) {
        giveUp();
        await skipQuestion(call, till, question);
        return;
      }
      wait = { question, giveUp };
      const end = await ended;
      if (wait?.question === question) wait = null;
      if (!isHere()) return;
      const given = end?.answer ?? null;
      edit({ stage: 'typing' });
      if (given?.kind !== 'email') return edit({ ended: { kind: 'no_address' } });
      edit({ text: given.value });
      if (isMailbox(given.value)) return desk.order();
      edit({ ended: { kind: 'wrong_address' } });
    },
    leave: () => {
      openings += 1;
      order = null;
      void stopAsking();
      if (shown() !== null) store.setState({ window: null });
    },
  };
  return desk;
}
