import type { Account, Posting } from '../../shared/ledger/accounts.ts';
import type { SalesKind, ScopeLine, TransactionLine } from '../../shared/ledger/lines.ts';
import type { Sums } from '../../shared/ledger/settle.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import type { Instant } from '../../shared/time/clock.ts';

/** One merchant's books in one currency. */
export type BookKey = { readonly merchantId: string; readonly currency: string };

/** A stretch of a merchant's books: after `from`, up to and including `to`. */
export type Stretch = BookKey & { readonly from: number; readonly to: number };

export type LogName = 'transaction' | 'scope';

/** A line with its number in the merchant's books. */
export type Numbered<T> = { readonly seq: number; readonly line: T };

/** A line that belongs to a settlement; `key` is the tid or rid that logs are sorted by. */
export type Assignment = { readonly log: LogName; readonly key: string; readonly seq: number };

export type Settlement = BookKey & {
  /** Counts the merchant's settlements from 1; the id on the wire (D-66). */
  readonly number: number;
  readonly accountId: string;
  readonly payoutAccount: string | null;
  readonly created: Instant;
  /** The time it covers: from inclusive, to exclusive. */
  readonly start: Instant;
  readonly end: Instant;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly sums: Sums;
  /** First key of each file of a log; the first file begins with the empty text. */
  readonly chunks: Readonly<Record<LogName, readonly string[]>>;
};

export type Schedule = BookKey & { readonly opened: Instant; readonly nextAt: Instant | null };

/** What was sold of one product in a span of time. */
export type ProductSales = {
  readonly productId: string;
  readonly description: string;
  readonly currency: string;
  readonly vatRate: number;
  readonly kind: SalesKind;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
  readonly quantity: number;
};

export type SalesSpan = {
  readonly from: Instant;
  readonly to: Instant;
  /** Null for every currency. */
  readonly currency: string | null;
  /** Only lines whose number in the books is after `from` and up to `to`. */
  readonly numbers?: { readonly from: number; readonly to: number };
};

/**
 * The books and their settlements. Lines and transactions come into them as effects of what they
 * tell of; the rest of this port reads them and writes settlements.
 */
export interface LedgerStore {
  /** Money lines of a stretch in the order of the books. */
  transactionLines(stretch: Stretch, limit: number): Promise<readonly Numbered<TransactionLine>[]>;
  scopeLines(stretch: Stretch, limit: number): Promise<readonly Numbered<ScopeLine>[]>;
  /** What the accounts got in a stretch. */
  entrySums(stretch: Stretch): Promise<Readonly<Partial<Record<Account, MoneyInteger>>>>;
  /** What the accounts hold in all. Reads everything: for audits, not for requests. */
  balances(book: BookKey): Promise<Readonly<Partial<Record<Account, MoneyInteger>>>>;
  /** Every line of the log about one payment, in order. */
  linesOf(merchantId: string, tid: string): Promise<readonly TransactionLine[]>;
  /** The last number of the books whose transaction, and all before it, happened before `end`. */
  cutAt(book: BookKey, from: number, end: Instant): Promise<number>;
  /** Sums of a span by product, ordered by product; at most `limit` rows. */
  sales(merchantId: string, span: SalesSpan, limit: number): Promise<readonly ProductSales[]>;
  /** When something was last sold in a span, or null. */
  lastSale(merchantId: string, from: Instant, to: Instant): Promise<Instant | null>;
}

export interface SettlementStore {
  /** Settlement accounts and books that have no schedule yet or no next time; any merchant's. */
  unscheduled(limit: number): Promise<readonly BookKey[]>;
  /** Sets when a book is settled next; makes its schedule where there is none. */
  schedule(book: BookKey, opened: Instant, nextAt: Instant): Promise<void>;
  scheduleOf(book: BookKey): Promise<Schedule | null>;
  /** Books whose time has come, any merchant's. */
  due(now: Instant, limit: number): Promise<readonly BookKey[]>;
  nextDue(): Promise<Instant | null>;
  /** Every book that has a schedule, a page at a time. */
  books(after: BookKey | null, limit: number): Promise<readonly BookKey[]>;
  /** Notes lines as a settlement's; a second time changes nothing. */
  assign(merchantId: string, number: number, lines: readonly Assignment[]): Promise<void>;
  /** First key of the file that follows the one beginning at `start`, or null when it is the last. */
  nextChunk(settlement: ChunkPlace, start: string, lines: number): Promise<string | null>;
  /**
   * Writes a settlement with its postings and the next time, in one commit. False when another one
   * was written since it was reckoned: reckon again.
   */
  write(settlement: Settlement, postings: readonly Posting[], nextAt: Instant): Promise<boolean>;
  read(merchantId: string, number: number): Promise<Settlement | null>;
  last(merchantId: string): Promise<Settlement | null>;
  lastOf(book: BookKey): Promise<Settlement | null>;
  /** Numbers in order after `after` (D-178). */
  list(merchantId: string, after: number, limit: number): Promise<readonly number[]>;
  /** The numbers nearest before `before`, or the last ones, farthest last. */
  listBack(merchantId: string, before: number | null, limit: number): Promise<readonly number[]>;
  /** Settlements made from `from` inclusive to `to` exclusive, in order. */
  between(book: BookKey, from: Instant, to: Instant, limit: number): Promise<readonly Settlement[]>;
  /** Lines of one file of a log, sorted by key and then by time, a page at a time. */
  transactionLog(page: LogPage): Promise<readonly Numbered<TransactionLine>[]>;
  scopeLog(page: LogPage): Promise<readonly Numbered<ScopeLine>[]>;
}

export type ChunkPlace = Stretch & { readonly number: number; readonly log: LogName };

export type LogPage = {
  readonly settlement: Settlement;
  /** The page begins after this line. */
  readonly after: { readonly key: string; readonly seq: number };
  /** First key that is not in the file any more, or null. */
  readonly until: string | null;
  readonly limit: number;
};
