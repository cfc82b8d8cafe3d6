import type { StoreApi } from 'zustand/vanilla';
import { money } from '../../shared/money/money.ts';
import type { BillDesk } from './bills/bills.ts';
import type { Goods } from './goods.ts';
import type { KeypadKey } from './keypad.ts';
import type { Stage } from './mode/mode.ts';
import type { Modes } from './mode/modes.ts';
import type { SaleEntry } from './sale-entry.ts';
import type { TillState } from './till-state.ts';
import { scaleOf } from './weigh.ts';

/** The actions on what the cashier types before a sale starts. */
export type Typing = {
  /** Handles a key of the keypad in the part that owns the keys. */
  press(key: KeypadKey): void;
  /** Escape of the keyboard: one step back. */
  escape(): void;
  edit(change: Partial<SaleEntry>): void;
  /** Types the amount or the phone number, or waits for the customer's code. */
  enter(stage: Stage): void;
  /** Adds the typed amount to the bill as a line. */
  addTyped(): void;
  /** Uses the typed digits as the quantity of the next item. */
  takeQuantity(): void;
  /** Asks whether to clear the sale, or keeps it. */
  askToClear(asks: boolean): void;
  /** Clears everything that was typed, and the bill on the slip. */
  clear(): void;
};

type TypingDeps = {
  readonly store: StoreApi<TillState>;
  readonly modes: Modes;
  readonly bills: BillDesk;
  readonly goods: Goods;
};

/** What the typed number and the last scan had wrong is not so any more. */
const NO_WORDS = { phoneProblem: null, scanProblem: null } as const;

export function createTyping({ store, modes, bills, goods }: TypingDeps): Typing {
  const edit: Typing['edit'] = (change) => {
    modes.send({ type: 'typed', change });
    store.setState({ scanProblem: null });
  };
  const isBare = () => bills.current() === null;
  const said = (before: SaleEntry) => {
    if (store.getState().entry !== before) store.setState(NO_WORDS);
  };
  return {
    edit,
    press: (key) => {
      const { snapshot, entry } = store.getState();
      const typesWeight = scaleOf(snapshot).typed !== 'never';
      modes.send({ type: 'key', key, bare: isBare(), typesWeight });
      said(entry);
    },
    escape: () => {
      const { entry } = store.getState();
      modes.send({ type: 'escape', bare: isBare() });
      said(entry);
    },
    enter: (stage) => {
      modes.send({ type: 'stage', stage });
      edit(stage === 'phone' ? { part: 'number' } : {});
    },
    addTyped: () => {
      const { entry } = store.getState();
      if (goods.addAmount(entry.amount)) edit({ amount: money(0), full: false });
    },
    takeQuantity: () => {
      goods.setQuantity(store.getState().entry.amount);
      edit({ amount: money(0), full: false });
    },
    askToClear: (asks) =>
      modes.send(
        asks
          ? { type: 'ask', question: { kind: 'clear', of: 'sale' } }
          : { type: 'answered', kind: 'clear' },
      ),
    clear: () => {
      if (!goods.clear()) return modes.send({ type: 'answered', kind: 'clear' });
      modes.send({ type: 'cleared' });
      store.setState({ ...NO_WORDS, problem: null });
    },
  };
}
