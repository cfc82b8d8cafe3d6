import { expectedEntries } from '../../shared/ledger/settle.ts';
import { NO_TOTALS, type Totals, withScope, withTransaction } from '../../shared/ledger/totals.ts';
import { ownTurn } from '../../shared/node/own-turn.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Assignment, LedgerRange, LogName, Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';

type LedgerStores = Pick<Store, 'ledger' | 'settlements'>;

/**
 * Adds up a range of the ledger and assigns its lines to settlement `number`, one page at a time,
 * so that the memory use does not depend on the period. It can be repeated at any time: the same
 * lines give the same totals, and a second assignment changes nothing.
 */
export async function gather(
  store: LedgerStores,
  range: LedgerRange,
  number: number,
): Promise<Totals> {
  const transactions = await gatherTransactions(store, range, number);
  const totals = await gatherScopes(store, range, number, transactions);
  await compareWithEntries(store, range, totals);
  return totals;
}

async function gatherTransactions(
  store: LedgerStores,
  range: LedgerRange,
  number: number,
): Promise<Totals> {
  let totals = NO_TOTALS;
  let from = range.from;
  for (;;) {
    const page = await store.ledger.transactionLines({ ...range, from }, LIMITS.ledgerPage);
    for (const { line } of page) totals = withTransaction(totals, line);
    await note(
      store,
      range,
      number,
      page.map(({ seq, line }) => ({ log: 'transaction', key: line.tid, seq })),
    );
    from = page.at(-1)?.seq ?? from;
    if (page.length < LIMITS.ledgerPage) return totals;
  }
}

async function gatherScopes(
  store: LedgerStores,
  range: LedgerRange,
  number: number,
  before: Totals,
): Promise<Totals> {
  let totals = before;
  let from = range.from;
  for (;;) {
    const page = await store.ledger.scopeLines({ ...range, from }, LIMITS.ledgerPage);
    for (const { line } of page) totals = withScope(totals, line);
    await note(
      store,
      range,
      number,
      page.map(({ seq, line }) => ({ log: 'scope', key: line.rid, seq })),
    );
    from = page.at(-1)?.seq ?? from;
    if (page.length < LIMITS.ledgerPage) return totals;
  }
}

async function note(
  store: LedgerStores,
  { merchantId }: LedgerRange,
  number: number,
  lines: readonly Assignment[],
): Promise<void> {
  if (lines.length > 0) await store.settlements.assign(merchantId, number, lines);
}

/** The same totals from the accounts. A difference is a defect, and no settlement is made. */
async function compareWithEntries(
  store: LedgerStores,
  range: LedgerRange,
  totals: Totals,
): Promise<void> {
  const expected = Object.entries(expectedEntries(totals));
  const sumByAccount = new Map<string, number>();
  for (let from = range.from; from < range.to; from += LIMITS.ledgerSpan) {
    const to = Math.min(range.to, from + LIMITS.ledgerSpan);
    const sums = await store.ledger.entrySums({ ...range, from, to });
    for (const [account, amount] of Object.entries(sums)) {
      sumByAccount.set(account, (sumByAccount.get(account) ?? 0) + amount);
    }
    // Other requests run between two ranges.
    await ownTurn();
  }
  const wrong = expected.filter(
    ([account, amount]) => (sumByAccount.get(account) ?? 0) !== (amount ?? 0),
  );
  if (wrong.length === 0) return;
  const names = wrong.map(([account]) => account).join(', ');
  throw new Error(`the log of ${range.merchantId} and its accounts differ in ${names}`);
}

/** First keys of the files of a log, so that all lines of one payment are in one file. */
export async function chunksOf(
  store: LedgerStores,
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
