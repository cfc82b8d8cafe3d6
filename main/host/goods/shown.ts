import { join } from 'node:path';
import { type ShownBasket, shownBasket } from '../../../shared/bridge/goods.ts';
import { keepIn } from '../adapters/kept-value.ts';

/** Remembers the basket on show, for a till that is started again in the middle of a sale. */
const BASKET_FILE = 'basket.json';

/** The basket that is being filled, as the screens and the file know it. */
export interface ActiveBasket {
  get(): ShownBasket | null;
  /** Null: nothing is in anybody's hands. */
  set(next: ShownBasket | null): void;
  /**
   * Runs what makes a sale of it, with its file gone before the sale can be in the journal: found again
   * beside its own sale, the basket would be asked for twice. A power cut in between costs the
   * cashier the typing, and nobody money. What is refused is remembered as before.
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
