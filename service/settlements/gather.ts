import { setImmediate as nextTurn } from 'node:timers/promises';
import { expectedEntries } from '../../shared/ledger/settle.ts';
import { NO_TOTALS, type Totals, withScope, withTransaction } from '../../shared/ledger/totals.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Assignment, LogName, Settlement, Stretch } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';

type Books = Pick<Store, 'ledger' | 'settlements'>;

/**
 * Adds up a range of the ledger and assigns its lines to settlement `number`, one page at a time,
 * so that the memory use does not depend on the period. It can be repeated at any time: the same
 * lines give the same totals, and a second assignment changes nothing.
 */
export async function gather(store: Books, stretch: Stretch, number: number): Promise<Totals> {
  const transactions = await gatherTransactions(store, stretch, number);
  const totals = await gatherScopes(store, stretch, number, transactions);
  await compareWithEntries(store, stretch, totals);
  return totals;
}

async function gatherTransactions(store: Books, stretch: Stretch, number: number): Promise<Totals> {
  let totals = NO_TOTALS;
  let from = stretch.from;
  for (;;) {
    const page = await store.ledger.transactionLines({ ...stretch, from }, LIMITS.ledgerPage);
    for (const { line } of page) totals = withTransaction(totals, line);
    await note(
      store,
      stretch,
      number,
      page.map(({ seq, line }) => ({ log: 'transaction', key: line.tid, seq })),
    );
    from = page.at(-1)?.seq ?? from;
    if (page.length < LIMITS.ledgerPage) return totals;
  }
}

async function gatherScopes(
  store: Books,
  stretch: Stretch,
  number: number,
  before: Totals,
): Promise<Totals> {
  let totals = before;
  let from = stretch.from;
  for (;;) {
    const page = await store.ledger.scopeLines({ ...stretch, from }, LIMITS.ledgerPage);
    for (const { line } of page) totals = withScope(totals, line);
    await note(
      store,
      stretch,
      number,
      page.map(({ seq, line }) => ({ log: 'scope', key: line.rid, seq })),
    );
    from = page.at(-1)?.seq ?? from;
    if (page.length < LIMITS.ledgerPage) return totals;
  }
}

async function note(
  store: Books,
  { merchantId }: Stretch,
  number: number,
  lines: readonly Assignment[],
): Promise<void> {
  if (lines.length > 0) await store.settlements.assign(merchantId, number, lines);
}

/** The same totals from the accounts. A difference is a defect, and no settlement is made. */
async function compareWithEntries(store: Books, stretch: Stretch, totals: Totals): Promise<void> {
  const expected = Object.entries(expectedEntries(totals));
  const found = new Map<string, number>();
  for (let from = stretch.from; from < stretch.to; from += LIMITS.ledgerSpan) {
    const to = Math.min(stretch.to, from + LIMITS.ledgerSpan);
    const sums = await store.ledger.entrySums({ ...stretch, from, to });
    for (const [account, amount] of Object.entries(sums)) {
      found.set(account, (found.get(account) ?? 0) + amount);
    }
    // Other requests run between two ranges.
    await nextTurn();
  }
  const wrong = expected.filter(([account, amount]) => (found.get(account) ?? 0) !== (amount ?? 0));
  if (wrong.length === 0) return;
  const names = wrong.map(([account]) => account).join(', ');
  throw new Error(`the log of ${stretch.merchantId} and its accounts differ in ${names}`);
}

/** First keys of the files of a log, so that all lines of one payment are in one file. */
export async function chunksOf(
  store: Books,
  settlement: Pick<Settlement, 'merchantId' | 'currency' | 'number' | 'fromSeq' | 'toSeq'>,
  log: LogName,
  lines: number,
): Promise<readonly string[]> {
  const { merchantId, currency, number, fromSeq: from, toSeq: to } = settlement;
  const place = { merchantId, currency, number, log, from, to };
  const chunks = [''];
  for (;;) {
    const next = await store.settlements.nextChunk(place, chunks.at(-1) ?? '', lines);
    if (next === null) return chunks;
    chunks.push(next);
  }
}
