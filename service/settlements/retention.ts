import { dueAt } from '../../shared/payment/moves.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import {
  type Clock,
  type DueSource,
  HOUR,
  type Instant,
  isReached,
  MINUTE,
  ticksAfter,
} from '../../shared/time/clock.ts';
import { permissionDueAt } from '../permissions/rules/decide.ts';
import type { Permission } from '../permissions/rules/permission.ts';
import type {
  LedgerKey,
  OldPage,
  OldPayment,
  RetentionStore,
  SettlementStore,
} from '../store/ledger-store.ts';
import type { MerchantStore } from '../store/merchant-store.ts';
import { rowsOf } from '../store/pages.ts';

/** The most that one step removes, so that it does not delay requests: ledger numbers, or items. */
export const STEP_MAX = { numbers: 200, items: 100 };
/** Steps of one round. The next round goes on where this one ends. */
const STEPS = 50;
/** How many ledgers or merchants are read at once. */
const PAGE = 100;

type Removal = Omit<RetentionStore, 'removed' | 'salesRemovedUntil'>;

export type RetentionDeps = {
  readonly store: {
    readonly merchants: Pick<MerchantStore, 'list'>;
    readonly settlements: Pick<SettlementStore, 'ledgers'>;
    readonly retention: Removal;
  };
  readonly clock: Pick<Clock, 'now' | 'ticks'>;
  /** How long payments and books are kept, milliseconds. */
  readonly life: number;
  /** Called after a pass that has removed something. */
  readonly onRemoved: (removed: Removed) => void;
};

/** How many payments, permission requests and numbers of ledgers a pass has removed. */
type Removed = { payments: number; permissions: number; numbers: number };

/**
 * Removes books that were settled longer ago than `life`, and older payments and refused permission
 * requests that have ended.
 * Books are removed from their beginning, so that what remains is complete. The settlements stay. Each
 * step is one commit, and a new pass over all merchants finds what an interrupted one left.
 */
export function createRetention({ store, clock, life, onRemoved }: RetentionDeps): DueSource {
  let pass: AsyncGenerator<void> | null = null;
  // A minute after the start, so that the start does not wait for a pass.
  let nextPass = ticksAfter(clock.ticks(), MINUTE);

  return {
    async run() {
      if (pass === null && !isReached(nextPass, clock.ticks())) return;
      const present = pass ?? removeOld(store, clock.now() - life, onRemoved);
      // After an error the next round begins a new pass.
      pass = null;
      for (let step = 0; step < STEPS; step += 1) {
        if ((await present.next()).done !== true) continue;
        nextPass = ticksAfter(clock.ticks(), HOUR);
        return;
      }
      pass = present;
    },
    // A pass needs no exact time.
    nextDue: async () => null,
  };
}

/** One pass over all ledgers and merchants, in steps. */
async function* removeOld(
  store: RetentionDeps['store'],
  before: Instant,
  onRemoved: RetentionDeps['onRemoved'],
): AsyncGenerator<void> {
  const removed: Removed = { payments: 0, permissions: 0, numbers: 0 };
  const ledgers = (after: LedgerKey | null) => store.settlements.ledgers(after, PAGE);
  for await (const ledger of rowsOf(ledgers)) {
    yield* removeBooks(store, ledger, before, removed);
  }
  const merchants = (after: string | null) => store.merchants.list(after, PAGE);
  for await (const merchantId of rowsOf(merchants)) {
    yield* removeItems(store, merchantId, before, removed);
  }
  if (Object.values(removed).some((count) => count > 0)) onRemoved(removed);
}

async function* removeBooks(
  { retention }: RetentionDeps['store'],
  ledger: LedgerKey,
  before: Instant,
  removed: Removed,
): AsyncGenerator<void> {
  for (;;) {
    const kept = await retention.firstKept(ledger);
    const isOld = kept !== null && kept.settlement.created < before;
    if (isOld) {
      const { settlement, from } = kept;
      const to = Math.min(from + STEP_MAX.numbers, settlement.toSeq);
      // False if another process was faster; the next step goes on after it.
      if (await retention.removeBooks(settlement, from, to)) removed.numbers += to - from;
    }
    yield;
    if (!isOld) return;
  }
}

/** Reads a merchant's old items page by page and removes those that have ended. */
async function* removeEnded<T>(
  before: Instant,
  read: (page: OldPage) => Promise<readonly T[]>,
  keyOf: (item: T) => OldPage['after'],
  remove: (page: readonly T[]) => Promise<void>,
): AsyncGenerator<void> {
  let after = { created: 0, id: '' };
  for (;;) {
    const page = await read({ before, after, limit: STEP_MAX.items });
    await remove(page);
    yield;
    const last = page.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}

async function* removeItems(
  { retention }: RetentionDeps['store'],
  merchantId: string,
  before: Instant,
  removed: Removed,
): AsyncGenerator<void> {
  yield* removeEnded(
    before,
    (page) => retention.oldPayments(merchantId, page),
    ({ payment }) => ({ created: payment.created, id: payment.tid }),
    async (page) => {
      const ended = page.filter((old) => hasEnded(old, before)).map(({ payment }) => payment);
      if (ended.length > 0) removed.payments += await retention.removePayments(ended);
    },
  );
  yield* removeEnded(
    before,
    (page) => retention.oldPermissions(merchantId, page),
    ({ created, rid }) => ({ created, id: rid }),
    async (page) => {
      const ended = page.filter((one) => wasRefused(one, before));
      if (ended.length > 0) removed.permissions += await retention.removePermissions(ended);
    },
  );
}

/** True if nothing will happen to the payment any more, and the books do not name it. */
function hasEnded({ payment, logged }: OldPayment, before: Instant): boolean {
  return !logged && dueAt(payment) === null && !payment.held && payment.modified < before;
}

/** True if the request has ended without a permission. A permission stays until it is withdrawn. */
function wasRefused(permission: Permission, before: Instant): boolean {
  const { code, modified } = permission;
  return code !== CODE.ok && permissionDueAt(permission) === null && modified < before;
}
