import { groupOf } from '../engine/live-sale.ts';
import type { Sales } from '../engine/sales.ts';
import { isOver, type Sale } from '../sale/sale.ts';

/** Takes the main screen for a new sale (null) or for this one. False if another sale has it. */
export type TakeMainScreen = (sale: Sale | null) => boolean;

/**
 * The main screen of a till. It has one open sale, also while a record is being written that puts a
 * sale there: two sales at once would hide the code of one customer behind the other's.
 */
export interface MainScreen {
  /** Runs `work`, which may take the main screen. It is kept for this work until the work ends. */
  hold<T>(work: (take: TakeMainScreen) => Promise<T>): Promise<T>;
}

export function createMainScreen(sales: Pick<Sales, 'all'>): MainScreen {
  /** What takes the main screen now: a sale by its group, or the start of a new sale. */
  const taking = new Map<symbol, string | null>();

  function isFree(me: symbol, sale: Sale | null): boolean {
    const group = sale === null ? null : groupOf(sale);
    const isMine = (other: string | null) => group !== null && other === group;
    for (const [holder, other] of taking) if (holder !== me && !isMine(other)) return false;
    return sales
      .all()
      .every((other) => other.facts.aside || isOver(other.facts) || isMine(groupOf(other)));
  }

  return {
    hold: async (work) => {
      const me = Symbol('taking');
      try {
        return await work((sale) => {
          if (!isFree(me, sale)) return false;
          taking.set(me, sale === null ? null : groupOf(sale));
          return true;
        });
      } finally {
        taking.delete(me);
      }
    },
  };
}
