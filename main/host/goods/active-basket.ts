import { join } from 'node:path';
import { type ShownBasket, shownBasket } from '../../../shared/bridge/goods.ts';
import { keepIn } from '../adapters/kept-value.ts';

/** Keeps the current basket for a till that restarts in the middle of a sale. */
const BASKET_FILE = 'basket.json';

/** The current basket, on the screens and in the file. */
export interface ActiveBasket {
  get(): ShownBasket | null;
  /** Null: there is no current basket. */
  set(next: ShownBasket | null): void;
  /**
   * Starts a sale of the basket. The file is deleted before the sale can be in the journal: a
   * basket that reappeared beside its own sale could be charged twice. A power cut in between costs
   * the cashier only the typing. A refused basket is kept.
   */
  sell<T extends { readonly ok: boolean }>(start: () => Promise<T>): Promise<T>;
}

/** `changed` is called after every change. */
export function createActiveBasket(directory: string, changed: () => void): ActiveBasket {
  const file = keepIn(join(directory, BASKET_FILE), shownBasket);
  let current = file.read();
  const set = (next: ShownBasket | null) => {
    current = next;
    if (next === null) file.forget();
    else file.write(next);
    changed();
  };
  return {
    get: () => current,
    set,
    sell: async (start) => {
      file.forget();
      const started = await start();
      if (started.ok) set(null);
      else if (current !== null) file.write(current);
      return started;
    },
  };
}
