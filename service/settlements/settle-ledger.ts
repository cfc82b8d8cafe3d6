import { nextBoundary } from '../../shared/ledger/calendar.ts';
import { settle, settlementPostings } from '../../shared/ledger/settle.ts';
import { ZERO } from '../../shared/money/money.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { LedgerKey, Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';
import { chunksOf, gather } from './gather.ts';
import { settlementTerms } from './terms.ts';

/** How often a settlement is calculated again after a concurrent settlement of the merchant. */
const ATTEMPTS_MAX = 10;

/**
 * Settles one ledger: everything that happened before `end` and is not settled yet. Ledger numbers
 * fix the content, and one commit writes the settlement, so that a crash at any point leaves either
 * none or a complete one, and a retry is always safe. Null when `isWanted` says that another
 * process has done the work.
 */
export async function settleLedger(
  store: Store,
  ledgerKey: LedgerKey,
  times: { readonly end: Instant; readonly now: Instant },
  chunkLines: number,
  isWanted: () => Promise<boolean> = async () => true,
): Promise<Settlement | null> {
  const terms = await settlementTerms(store, ledgerKey);
  const nextAt = nextBoundary(times.end, terms, terms.frequency);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (!(await isWanted())) return null;
    const last = await store.settlements.lastOf(ledgerKey);
    const number = ((await store.settlements.last(ledgerKey.merchantId))?.number ?? 0) + 1;
    const from = last?.toSeq ?? 0;
    const to = await store.ledger.cutAt(ledgerKey, from, times.end);
    const totals = await gather(store, { ...ledgerKey, from, to }, number);
    const sums = settle(totals, last?.sums.after ?? ZERO, terms);
    const plain = {
      ...ledgerKey,
      number,
      accountId: terms.accountId,
      payoutAccount: terms.payoutAccount,
      created: times.now,
      start: last?.end ?? (await openedAt(store, ledgerKey)) ?? times.end,
      end: times.end,
      fromSeq: from,
      toSeq: to,
      sums,
    };
    const chunks = {
      transaction:
        totals.captureCount + totals.refundCount === 0
          ? []
          : await chunksOf(store, plain, 'transaction', chunkLines),
      scope: totals.scopeCount === 0 ? [] : await chunksOf(store, plain, 'scope', chunkLines),
    };
    const settlement = { ...plain, chunks };
    const postings = settlementPostings(ledgerKey.currency, sums);
    if (await store.settlements.write(settlement, postings, nextAt)) return settlement;
  }
  throw new Error(`settlements of ${ledgerKey.merchantId} are being written too fast`);
}

async function openedAt(store: Store, ledgerKey: LedgerKey): Promise<Instant | null> {
  return (await store.settlements.scheduleOf(ledgerKey))?.opened ?? null;
}
