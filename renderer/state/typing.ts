import type { StoreApi } from 'zustand/vanilla';
import { money } from '../../shared/money/money.ts';
import type { BillDesk } from './bills/bills.ts';
import type { Goods } from './goods.ts';
import type { KeypadKey } from './keypad.ts';
import { EMPTY_ENTRY, pressKey, type SaleEntry } from './sale-entry.ts';
import type { Tables } from './tables.ts';
import type { Tenders } from './tenders.ts';
import type { TillState } from './till-state.ts';

/**
 * The part of the screen that owns the keys, of the keypad and of the keyboard alike. What covers the entry
 * owns them alone: no key reaches an amount that the cashier does not see.
 */
export type KeyFocus =
  | 'table_name'
  /** The price or the discount of a line, or a part of the bill. */
  | 'line_step'
  /** The options of a line: digits choose them. */
  | 'options'
  | 'note'
  | 'member'
  /** A question that has to be answered first. */
  | 'question'
  /** The till waits for the customer's code, and takes no digits. */
  | 'customer_code'
  /** Cash, or another tender than the phone. */
  | 'tender'
  | 'phone'
  /** The keys of items are moved: only Escape means something. */
  | 'order'
  | 'amount';

/** The actions on what the cashier types before a sale starts. */
export type Typing = {
  /** The part of the screen that receives the keys. */
  focus(): KeyFocus;
  /** Handles a key of the keypad in the part that has the focus. */
  press(key: KeypadKey): void;
  edit(change: Partial<SaleEntry>): void;
  /** Adds the typed amount to the bill as a line. */
  addTyped(): void;
  /** Uses the typed digits as the quantity of the next item. */
  takeQuantity(): void;
  /** Clears everything that was typed, and the bill on the slip. */
  clear(): void;
};

type TypingDeps = {
  readonly store: StoreApi<TillState>;
  readonly bills: BillDesk;
  readonly goods: Goods;
  readonly tables: Tables;
  readonly tenders: Tenders;
};

export function createTyping({ store, bills, goods, tables, tenders }: TypingDeps): Typing {
  const edit: Typing['edit'] = (change) =>
    store.setState((state) => ({ entry: { ...state.entry, ...change }, scanProblem: null }));
  const focus = (): KeyFocus => {
    if (tables.store.getState().naming !== null) return 'table_name';
    const { step, question, moves } = goods.store.getState();
    if (step?.kind === 'discount' && step.asked !== null) return 'question';
    if (bills.store.getState().approving !== null) return 'question';
    if (question !== null) return question.kind;
    if (step !== null) return 'line_step';
    if (tenders.store.getState().taking !== null) return 'tender';
    const { asked, tip, entry } = store.getState();
    if (entry.asking || asked !== null || tip !== null) return 'question';
    if (moves !== null) return 'order';
    return entry.stage === 'scan' ? 'customer_code' : entry.stage;
  };
  const pressEntry = (key: KeypadKey) => {
    const isBare = bills.current() === null;
    store.setState((state) => ({
      entry: pressKey(state.entry, key, isBare),
      phoneProblem: null,
      scanProblem: null,
    }));
  };
  const presses: Readonly<Record<KeyFocus, (key: KeypadKey) => void>> = {
    table_name: tables.press,
    line_step: goods.press,
    question: () => undefined,
    options: () => undefined,
    note: () => undefined,
    member: () => undefined,
    order: () => undefined,
    customer_code: () => undefined,
    tender: tenders.press,
    phone: pressEntry,
    amount: pressEntry,
  };
  return {
    edit,
    focus,
    press: (key) => presses[focus()](key),
    addTyped: () => {
      const { entry } = store.getState();
      if (goods.addAmount(entry.amount)) edit({ amount: money(0), full: false });
    },
    takeQuantity: () => {
      goods.setQuantity(store.getState().entry.amount);
      edit({ amount: money(0), full: false });
    },
    clear: () => {
      if (!goods.clear()) return edit({ asking: false });
      store.setState({
        entry: EMPTY_ENTRY,
        phoneProblem: null,
        scanProblem: null,
        problem: null,
      });
    },
  };
}
