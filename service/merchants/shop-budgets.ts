import type { Logger } from 'pino';
import { type Amount, createShopBudget } from '../../shared/limits/shop-budget.ts';
import { SHOP_QUOTAS } from '../../shared/limits/shop-quotas.ts';
import { createListeners } from '../../shared/objects/listeners.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { elapsed, HOUR, SECOND, type Stopwatch, type Ticks } from '../../shared/time/clock.ts';

/** What a shop hands over and the service keeps. */
export const BUDGETED = ['payments', 'receipts', 'attachments'] as const;
export type Budgeted = (typeof BUDGETED)[number];

/** What each shop may still hand over of each kind (D-540). */
export interface ShopBudgets {
  /** The refusal if the shop has used its quota; null if it may hand over one more. */
  refusal(kind: Budgeted, merchantId: string): ReturnType<typeof refuse> | null;
  /** What a shop has used of its quota of a day, as this process counts it. */
  spent(kind: Budgeted, merchantId: string): Amount;
  /** Counts what was written, with its bytes as JSON or as they came. */
  spend(kind: Budgeted, merchantId: string, bytes: number, count?: number): void;
  /** Calls `listener` with each refusal. */
  onFull(listener: (kind: Budgeted) => void): () => void;
}

/** The log names the shop, once in an hour for each kind. */
export function createShopBudgets(clock: Stopwatch, log: Pick<Logger, 'warn'>): ShopBudgets {
  const budgets = Object.fromEntries(
    BUDGETED.map((kind) => [kind, createShopBudget(clock, SHOP_QUOTAS.aDay[kind])]),
  );
  const listeners = createListeners<[kind: Budgeted]>();
  const said = new Map<Budgeted, Ticks>();
  return {
    refusal(kind, merchantId) {
      const wait = budgets[kind]?.wait(merchantId) ?? 0;
      if (wait === 0) return null;
      listeners.tell(kind);
      const last = said.get(kind);
      if (last === undefined || elapsed(last, clock.ticks()) >= HOUR) {
        said.set(kind, clock.ticks());
        log.warn({ merchantId, kind }, 'a shop has handed over its quota of a day');
      }
      return refuse('Too Many Requests', sentenceOf(kind, SHOP_QUOTAS.aDay[kind]), {
        retry_after: Math.ceil(wait / SECOND),
      });
    },
    spent: (kind, merchantId) => budgets[kind]?.spent(merchantId) ?? { count: 0, bytes: 0 },
    spend(kind, merchantId, bytes, count = 1) {
      budgets[kind]?.spend(merchantId, { count, bytes });
    },
    onFull: listeners.subscribe,
  };
}

const sentenceOf = (kind: Budgeted, { count, bytes }: Amount) =>
  `A shop hands over at most ${count} ${kind} and ${bytes / 2 ** 20} MB of them within a day; send this later.`;
