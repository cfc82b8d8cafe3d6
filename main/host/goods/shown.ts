import { join } from 'node:path';
import { type ShownBasket, shownBasket } from '../../../shared/bridge/goods.ts';
import { keepIn } from '../adapters/kept-value.ts';

/** Remembers the basket on show, for a till that is started again in the middle of a sale. */
const BASKET_FILE = 'basket.json';

/** The basket that is being filled, as the screens and the file know it. */
export interface Shown {
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
export function createShown(directory: string, changed: () => void): Shown {
  const memory = keepIn(join(directory, BASKET_FILE), shownBasket);
  let shown = memory.read();
  const set = (next: ShownBasket | null) => {
    shown = next;
    if (next === null) memory.forget();
    else memory.write(next);
    changed();
  };
  return {
    get: () => shown,
    set,
    sell: async (start) => {
      memory.forget();
      const started = await start();
      if (started.ok) set(null);
      else if (shown !== null) memory.write(shown);
      return started;
    },
  };
}
