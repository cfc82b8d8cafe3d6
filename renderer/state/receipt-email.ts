import type { PaymentOfReceipt } from '../../shared/device/commands/receipts.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { isMailbox } from '../../shared/protocol/mailbox.ts';
import { askCustomer } from './customer-answer.ts';
import { type Repeat, repeatOf } from './repeat.ts';
import type { Till } from './till-store.ts';

/** The window in which an address is typed. It belongs to one payment, and nothing of it is kept. */
export type EmailWindow = {
  /** Another one for each opening: what was asked or ordered in one changes nothing in the next. */
  readonly id: string;
  readonly of: PaymentOfReceipt;
  /** What was paid, minor units. */
  readonly amount: MoneyInteger;
  readonly text: string;
  /** The customer types the address on the display, or the order is on its way. */
  readonly stage: 'typing' | 'asked' | 'ordering';
  /** The last order, which a repeat after a lost answer does not make a second time. */
  readonly ordered: Repeat | null;
  /** How the last attempt ended; the answer is null if the till did not answer. */
  readonly ended:
    | { readonly kind: 'not_yet' | 'not_possible' | 'no_address' | 'wrong_address' }
    | { readonly kind: 'refused'; readonly answer: AnyAnswer | null };
};

/** A receipt by e-mail: the cashier types the address, or the customer does on the display. */
export interface ReceiptEmail {
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

/**
 * The actions of the window for an address. They are not part of the till, because the first picture does not need them;
 * what they know is in its store.
 */
export function receiptEmailOf({ call, store, bills }: Deps): ReceiptEmail {
  const shown = () => store.getState().email;
  /** Changes the window with this id; another one stays as it is. */
  const edit = (id: string | undefined, change: Partial<EmailWindow>) =>
    store.setState(({ email }) =>
      email?.id === id ? { email: email && { ...email, ...change } } : {},
    );
  const desk: ReceiptEmail = {
    open: (of, amount) => {
      const email = { id: bills.newId(), of, amount, text: '', ordered: null } as const;
      store.setState({ email: { ...email, stage: 'typing', ended: NOTHING_YET } });
    },
    type: (text) => {
      const window = shown();
      if (window?.stage === 'typing') edit(window.id, { text: text.trim(), ended: NOTHING_YET });
    },
    order: async () => {
      const window = shown();
      if (window === null || window.stage !== 'typing' || !isMailbox(window.text)) return;
      const { of, text: email } = window;
      const ordered = repeatOf(window.ordered, email, bills.newId);
      edit(window.id, { stage: 'ordering', ordered, ended: NOTHING_YET });
      const answer = await call({ type: 'email_receipt', of, id: ordered.id, email });
      if (answer?.ok === true) {
        store.setState({ emailed: of });
        if (shown()?.id === window.id) desk.leave();
      } else edit(window.id, { stage: 'typing', ended: { kind: 'refused', answer } });
    },
    ask: async () => {
      const window = shown();
      if (window === null || window.stage !== 'typing') return;
      edit(window.id, { stage: 'asked', ended: NOTHING_YET });
      const heard = await askCustomer({
        store,
        send: call,
        ask: () => call({ type: 'ask_receipt_email', amount: window.amount }),
        waiting: () => (shown()?.id === window.id ? 'yes' : 'no'),
      });
      if (heard.kind === 'left') return;
      edit(window.id, { stage: 'typing' });
      if (heard.kind === 'not_possible')
        return edit(window.id, { ended: { kind: 'not_possible' } });
      const given = heard.end?.answer ?? null;
      if (given?.kind !== 'email') return edit(window.id, { ended: { kind: 'no_address' } });
      edit(window.id, { text: given.value });
      if (isMailbox(given.value)) return desk.order();
      edit(window.id, { ended: { kind: 'wrong_address' } });
    },
    leave: () => store.setState({ email: null }),
  };
  return desk;
}
