import type { StoreApi } from 'zustand/vanilla';
import { isBare } from '../../shared/basket/basket.ts';
import { money } from '../../shared/money/money.ts';
import type { Goods } from './goods.ts';
import type { KeypadKey } from './keypad.ts';
import { EMPTY_ENTRY, pressKey, type SaleEntry } from './sale-entry.ts';
import type { Tables } from './tables.ts';
import type { TillState } from './till-state.ts';

/** The actions on what the cashier types before a sale starts. */
export type Typing = {
  press(key: KeypadKey): void;
  edit(change: Partial<SaleEntry>): void;
  /** Adds the typed amount to the basket as a line. */
  addTyped(): void;
  /** Uses the typed digits as the quantity of the next item. */
  takeQuantity(): void;
  /** Clears everything that was typed, and the basket. */
  clear(): void;
};

export function createTyping(store: StoreApi<TillState>, goods: Goods, tables: Tables): Typing {
  const edit: Typing['edit'] = (change) =>
    store.setState((state) => ({ entry: { ...state.entry, ...change }, scanProblem: null }));
  return {
    edit,
    press: (key) => {
      if (tables.press(key) || goods.press(key)) return;
      const { basket } = goods.store.getState();
      store.setState((state) => ({
        entry: pressed(state.entry, key, isBare(basket)),
        phoneProblem: null,
        scanProblem: null,
      }));
    },
    addTyped: () => {
      const { entry } = store.getState();
      if (goods.addAmount(entry.amount)) edit({ amount: money(0), full: false });
    },
    takeQuantity: () => {
      goods.setQuantity(store.getState().entry.amount);
      edit({ amount: money(0), full: false });
    },
    clear: () => {
      goods.clear();
      store.setState({
        entry: EMPTY_ENTRY,
        phoneProblem: null,
        scanProblem: null,
        problem: null,
      });
    },
  };
}

/**
 * The second C in a row clears the whole sale, also if the basket has lines and the amount is zero.
 */
function pressed(entry: SaleEntry, key: KeypadKey, bare: boolean): SaleEntry {
  const whole = key.kind === 'clear' && entry.stage === 'amount' && entry.amount === 0;
  return whole && !bare && !entry.asking ? { ...entry, asking: true } : pressKey(entry, key);
}
