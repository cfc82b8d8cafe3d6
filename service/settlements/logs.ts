import { createHash } from 'node:crypto';
import { csvRows } from '../../shared/csv/write.ts';
import {
  type LogOwner,
  SCOPE_COLUMNS,
  scopeRow,
  TRANSACTION_COLUMNS,
  transactionRow,
} from '../../shared/ledger/csv.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { LogPage, Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';
import type { LogPlace } from './log-links.ts';
import type { LogFile } from './settlements.ts';

const SERIES_LENGTH = 6;

type LogStores = Pick<Store, 'settlements' | 'retention'>;

/** True if lines of the settlement were removed, because its books are kept for a limited time. */
export async function isRemoved(
  { retention }: Pick<Store, 'retention'>,
  settlement: Settlement,
): Promise<boolean> {
  const removed = await retention.removed(settlement);
  return removed !== null && removed.number >= settlement.number;
}

/**
 * Opens one file of a log; null when the settlement or the file does not exist, or not any more. The text
 * ends with an error if the lines are removed while it is read, so that no file is short without notice.
 */
export async function openLog(store: LogStores, place: LogPlace): Promise<LogFile | null> {
  const settlement = await store.settlements.read(place.merchantId, place.number);
  const start = settlement?.chunks[place.log][place.chunk];
  if (settlement === null || start === undefined) return null;
  if (await isRemoved(store, settlement)) return null;
  const until = settlement.chunks[place.log][place.chunk + 1] ?? null;
  const columns = place.log === 'scope' ? SCOPE_COLUMNS : TRANSACTION_COLUMNS;
  const rows = rowsOf(store, settlement, place, { start, until });
  const name = `settlement-${place.number}-${place.log}-${place.chunk + 1}.csv`;
  return { name, text: csv(columns, rows) };
}

async function* csv(
  columns: readonly string[],
  pages: AsyncIterable<readonly string[][]>,
): AsyncGenerator<string> {
  yield csvRows([columns]);
  for await (const page of pages) if (page.length > 0) yield csvRows(page);
}

/** One page at a time, so that the memory use does not depend on the length of the file. */
async function* rowsOf(
  store: LogStores,
  settlement: Settlement,
  place: LogPlace,
  file: { readonly start: string; readonly until: string | null },
): AsyncGenerator<readonly string[][]> {
  const owner: LogOwner = { merchantId: place.merchantId, settlementId: longId(settlement) };
  const limit = LIMITS.ledgerPage;
  let after = { key: file.start, seq: -1 };
  for (;;) {
    const page: LogPage = { settlement, after, until: file.until, limit };
    const { rows, last } = await readPage(store, place, page, owner);
    // After the page was read: books that are there now were there before.
    if (await isRemoved(store, settlement)) throw new Error('the log was removed meanwhile');
    yield rows;
    if (last === null || rows.length < limit) return;
    after = last;
  }
}

type Page = { readonly rows: string[][]; readonly last: LogPage['after'] | null };

async function readPage(
  store: Pick<Store, 'settlements'>,
  { log }: LogPlace,
  page: LogPage,
  owner: LogOwner,
): Promise<Page> {
  if (log === 'scope') {
    const lines = await store.settlements.scopeLog(page);
    const last = lines.at(-1);
    return {
      rows: lines.map(({ line }) => scopeRow(line, owner)),
      last: last === undefined ? null : { key: last.line.rid, seq: last.seq },
    };
  }
  const lines = await store.settlements.transactionLog(page);
  const last = lines.at(-1);
  return {
    rows: lines.map(({ line }) => transactionRow(line, owner)),
    last: last === undefined ? null : { key: last.line.tid, seq: last.seq },
  };
}

/**
 * `<series>-<day>-<serial>`: the series identifies the account, the serial is the id of the API.
 */
function longId({ accountId, created, number }: Settlement): string {
  const hash = createHash('sha256').update(accountId).digest('hex').toUpperCase();
  const day = formatDateTime(created).slice(0, 10);
  return `${hash.slice(0, SERIES_LENGTH)}-${day}-${number}`;
}
