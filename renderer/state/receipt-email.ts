import type { PaymentOfReceipt } from '../../shared/device/commands/receipts.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { isMailbox } from '../../shared/protocol/mailbox.ts';
import { askCustomer } from './customer-answer.ts';
import { repeatOf } from './repeat.ts';
import type { EmailWindow } from './till-state.ts';
import type { Till } from './till-store.ts';

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
