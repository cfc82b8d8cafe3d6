import { type CloseEntry, readClose } from '../../shared/books/close.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import type { Store } from '../store/store.ts';

/** A close that the service has. */
type TakenClose = {
  readonly posId: string;
  readonly close: CloseEntry;
  readonly received: Instant;
};

/**
 * Numbers of cash receipts that a till handed over before it closed and that its close does not count: somebody cut
 * them from the end of its books and of its journal (D-458). Payments by phone are not here, because the ledger has
 * them. `before` is the close before this one.
 */
export async function receiptsLeftOut(
  store: Pick<Store, 'receipts' | 'periods'>,
  merchantId: string,
  { posId, close, received }: TakenClose,
  before: CloseEntry | null,
): Promise<readonly number[]> {
  const last = (close.fact.report.receipts ?? before?.fact.report.receipts)?.last ?? 0;
  const span = {
    posId,
    after: before?.fact.at ?? (await beginOf(store, merchantId, posId, close)),
    // A receipt says its time in whole seconds, so one of the second of the close may be of the next period.
    until: close.fact.at - SECOND,
    received,
    last,
  };
  return store.receipts.leftOut(merchantId, span, LIMITS.receiptsLeftOutShown);
}

/**
 * The receipts of the first period of books are later than this. Books that begin after others were put aside do not have
 * the receipts of those, which end with the last close of them; what came in between is in no books. Books that began
 * before are the till's own, and what was put aside was not: they have all receipts since their begin (D-605).
 */
async function beginOf(
  store: Pick<Store, 'periods'>,
  merchantId: string,
  posId: string,
  { fact }: CloseEntry,
): Promise<Instant> {
  const aside = await store.periods.newestAside(merchantId, posId);
  if (aside === null) return 0;
  // What was put aside may say any time of its close, and a receipt says its time in whole seconds.
  const said = readClose(aside.close)?.fact.at ?? aside.received;
  return Math.min(said, aside.received, fact.report.from - SECOND);
}

/** The close before one of the till; null for the first one, and for one that the service does not have. */
export async function closeBefore(
  store: Pick<Store, 'periods'>,
  merchantId: string,
  { posId, close }: Pick<TakenClose, 'posId' | 'close'>,
): Promise<CloseEntry | null> {
  const period = await store.periods.read(merchantId, posId, close.fact.number - 1);
  return period === null ? null : readClose(period.close);
}
