import { DAY, type Stopwatch, type Ticks } from '../time/clock.ts';
import { stillSpent } from './level.ts';
import { LruMap } from './lru-map.ts';

/** Something of a count and of bytes. */
export type Amount = { readonly count: number; readonly bytes: number };

type Spent = Amount & { readonly at: Ticks };

/** Shops that this process remembers. A shop that is forgotten begins anew. */
const SHOPS_MAX = 100_000;
const NOTHING: Amount = { count: 0, bytes: 0 };

/**
 * What each shop may hand over within a day. The allowance refills evenly, so a shop that has used all of it goes on at
 * the rate of the quota. Each process counts for itself, and a restart begins anew: the bound protects the disk, and
 * nobody pays by it (D-540).
 */
export interface ShopBudget {
  /** Milliseconds until the shop may hand over one more; 0 if it may now. */
  wait(shop: string): number;
  /** What the shop has used of the quota by now. */
  spent(shop: string): Amount;
  /** Counts what was written. */
  spend(shop: string, amount: Amount): void;
}

export function createShopBudget(clock: Stopwatch, aDay: Amount): ShopBudget {
  const shops = new LruMap<string, Spent>(SHOPS_MAX);

  function spentBy(shop: string): Amount {
    const spent = shops.get(shop);
    if (spent === undefined) return NOTHING;
    const now = clock.ticks();
    const left = (name: keyof Amount) =>
      stillSpent({ spent: spent[name], at: spent.at }, now, { amount: aDay[name], window: DAY });
    return { count: left('count'), bytes: left('bytes') };
  }

  return {
    spent: spentBy,
    wait(shop) {
      const spent = spentBy(shop);
      const over = Math.max(
        (spent.count - aDay.count + 1) / aDay.count,
        (spent.bytes - aDay.bytes) / aDay.bytes,
      );
      return over <= 0 ? 0 : Math.ceil(over * DAY);
    },
    spend(shop, { count, bytes }) {
      const spent = spentBy(shop);
      const now = { count: spent.count + count, bytes: spent.bytes + bytes };
      shops.set(shop, { ...now, at: clock.ticks() });
    },
  };
}
