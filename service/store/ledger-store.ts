import type { Account, Posting } from '../../shared/ledger/accounts.ts';
import type { SalesKind, ScopeLine, TransactionLine } from '../../shared/ledger/lines.ts';
import type { Sums } from '../../shared/ledger/settle.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import type { LogAction } from '../../shared/payment/moves.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { Ticket } from '../../shared/protocol/ticket.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { Permission } from '../permissions/rules/permission.ts';

/** Lines of one kind: how many they are, and the sums of their columns. */
export type LineSums = {
  readonly count: number;
  readonly gross: MoneyInteger;
  readonly fee: MoneyInteger;
  readonly interchange: MoneyInteger;
  readonly vat: MoneyInteger;
};

/** The lines of a range by the action of a payment, and by the status of a permission request. */
export type LinesByKind = {
  readonly transaction: ReadonlyMap<LogAction, LineSums>;
  readonly scope: ReadonlyMap<ScopeLine['status'], LineSums>;
};

/** One merchant's ledger in one currency. */
export type LedgerKey = { readonly merchantId: string; readonly currency: string };

/** A range of a merchant's ledger: after `from`, up to and including `to`. */
export type LedgerRange = LedgerKey & { readonly from: number; readonly to: number };

/** A capture or a refund in the order of the ledger. */
export type LedgerMovement = {
  readonly seq: number;
  readonly tid: string;
  readonly at: Instant;
  readonly kind: 'capture' | 'refund';
  /** With the tip; not negative. */
  readonly amount: MoneyInteger;
  /** The till of the payment; null once the payment was removed. */
  readonly posId: string | null;
};

export type LogName = 'transaction' | 'scope';

/** A line with its number in the merchant's ledger. */
export type Numbered<T> = { readonly seq: number; readonly line: T };

/** A line of a settlement; `key` is the tid or rid that the logs are sorted by. */
export type Assignment = { readonly log: LogName; readonly key: string; readonly seq: number };

export type Settlement = LedgerKey & {
  /** Number of the settlement, from 1 for each merchant; the id on the wire (D-66). */
  readonly number: number;
  readonly accountId: string;
  readonly payoutAccount: string | null;
  readonly created: Instant;
  /** The period that it covers: from inclusive, to exclusive. */
  readonly start: Instant;
  readonly end: Instant;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly sums: Sums;
  /** First key of each file of a log; for the first file the empty text. */
  readonly chunks: Readonly<Record<LogName, readonly string[]>>;
};

export type AccountSums = Readonly<Partial<Record<Account, MoneyInteger>>>;

export type Schedule = LedgerKey & { readonly opened: Instant; readonly nextAt: Instant | null };

/** Sales of one product in a period. */
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
  /** Only lines with ledger numbers after `from` and up to `to`. */
  readonly numbers?: { readonly from: number; readonly to: number };
};

/**
 * The ledger and its settlements. Lines and transactions are written as effects of changes; the
 * rest of this port reads them and writes settlements.
 */
export interface LedgerStore {
  /** Transaction lines of a range in the order of the ledger. */
  transactionLines(
    range: LedgerRange,
    limit: number,
  ): Promise<readonly Numbered<TransactionLine>[]>;
  /** The same lines as movements of money, with the till of each payment. */
  movements(range: LedgerRange, limit: number): Promise<readonly LedgerMovement[]>;
  scopeLines(range: LedgerRange, limit: number): Promise<readonly Numbered<ScopeLine>[]>;
  /** How many lines of each kind a range has, also those that move no money, with their sums. */
  linesByKind(range: LedgerRange): Promise<LinesByKind>;
  /** The sums posted to the accounts in a range. */
  entrySums(range: LedgerRange): Promise<AccountSums>;
  /**
   * The total balances of the accounts, with what the removed books posted to them. Reads everything:
   * for audits, not for requests.
   */
  balances(ledgerKey: LedgerKey): Promise<AccountSums>;
  /** Every line of the log about one payment, in order. */
  linesOf(merchantId: string, tid: string): Promise<readonly TransactionLine[]>;
  /**
   * The last ledger number after which nothing happened before `end`. A later time in front of it was written while the
   * clock was ahead (D-533).
   */
  cutAt(ledgerKey: LedgerKey, from: number, end: Instant): Promise<number>;
  /** Totals of a period by product, ordered by product; at most `limit` rows. */
  sales(merchantId: string, span: SalesSpan, limit: number): Promise<readonly ProductSales[]>;
  /** Time of the last sale in a period, or null. */
  lastSale(merchantId: string, from: Instant, to: Instant): Promise<Instant | null>;
}

export interface SettlementStore {
  /** Settlement accounts and ledgers of any merchant that have no schedule or no next time. */
  unscheduled(limit: number): Promise<readonly LedgerKey[]>;
  /** Sets the next settlement time of a ledger; creates its schedule if there is none. */
  schedule(ledgerKey: LedgerKey, opened: Instant, nextAt: Instant): Promise<void>;
  scheduleOf(ledgerKey: LedgerKey): Promise<Schedule | null>;
  /** Ledgers of any merchant whose settlement is due. */
  due(now: Instant, limit: number): Promise<readonly LedgerKey[]>;
  nextDue(): Promise<Instant | null>;
  /** Every ledger that has a schedule, in pages. */
  ledgers(after: LedgerKey | null, limit: number): Promise<readonly LedgerKey[]>;
  /** Assigns lines to a settlement; a second time changes nothing. */
  assign(merchantId: string, number: number, lines: readonly Assignment[]): Promise<void>;
  /** First key of the file after the one that begins at `start`, or null for the last file. */
  nextChunk(settlement: ChunkPlace, start: string, lines: number): Promise<string | null>;
  /**
   * Writes a settlement with its postings and the next time, in one commit. False after a
   * concurrent settlement: the caller must calculate again.
   */
  write(settlement: Settlement, postings: readonly Posting[], nextAt: Instant): Promise<boolean>;
  read(merchantId: string, number: number): Promise<Settlement | null>;
  last(merchantId: string): Promise<Settlement | null>;
  lastOf(ledgerKey: LedgerKey): Promise<Settlement | null>;
  /** Numbers in order after `after` (D-178). */
  list(merchantId: string, after: number, limit: number): Promise<readonly number[]>;
  /** The numbers just before `before`, or the last ones, in descending order. */
  listBack(merchantId: string, before: number | null, limit: number): Promise<readonly number[]>;
  /** Settlements made from `from` inclusive to `to` exclusive, in order. */
  between(
    ledgerKey: LedgerKey,
    from: Instant,
    to: Instant,
    limit: number,
  ): Promise<readonly Settlement[]>;
  /** The last settlement made before this time. */
  lastBefore(ledgerKey: LedgerKey, before: Instant): Promise<Settlement | null>;
  /** The settlements after this number, in order. */
  following(ledgerKey: LedgerKey, number: number, limit: number): Promise<readonly Settlement[]>;
  /** The numbers of the lines that move money in a range of the ledger and are in a settlement, in order. */
  settledIn(range: LedgerRange, number: number, limit: number): Promise<readonly number[]>;
  /** Lines of one file of a log, sorted by key and then by time, in pages. */
  transactionLog(page: LogPage): Promise<readonly Numbered<TransactionLine>[]>;
  scopeLog(page: LogPage): Promise<readonly Numbered<ScopeLine>[]>;
}

/** What was removed of a ledger, because the operator keeps it for a limited time: its oldest part. */
export type RemovedBooks = {
  /** The settlement whose lines were removed last. */
  readonly number: number;
  /** The last removed ledger number, which may be before the end of that settlement. */
  readonly toSeq: number;
  /** End of the period of that settlement. */
  readonly until: Instant;
  /** What the removed transactions posted to the accounts. */
  readonly sums: AccountSums;
};

/** A payment from before a time; `logged` if a line of the transaction log is about it. */
export type OldPayment = { readonly payment: Payment; readonly logged: boolean };

/** What was created before `before`, after the item of this time and id (tid or rid). */
export type OldPage = {
  readonly before: Instant;
  readonly after: { readonly created: Instant; readonly id: string };
  readonly limit: number;
};

/** Removes old payments and books. Each write is one commit; a repeated one changes nothing. */
export interface RetentionStore {
  /** Null if nothing of the ledger was removed. */
  removed(ledgerKey: LedgerKey): Promise<RemovedBooks | null>;
  /** A merchant's sales before this time may have been removed; null if all of them are there. */
  salesRemovedUntil(merchantId: string): Promise<Instant | null>;
  /** The oldest settlement of a ledger with lines that are kept: those after ledger number `from`. */
  firstKept(
    ledgerKey: LedgerKey,
  ): Promise<{ readonly settlement: Settlement; readonly from: number } | null>;
  /**
   * Removes the lines, transactions and sales of `settlement` after ledger number `from` up to `to`, and
   * adds them to what was removed. False, without a change, unless exactly everything up to `from` was
   * removed before. The settlement itself stays.
   */
  removeBooks(settlement: Settlement, from: number, to: number): Promise<boolean>;
  /** Payments of a merchant that were created before a time, oldest first, in pages. */
  oldPayments(merchantId: string, page: OldPage): Promise<readonly OldPayment[]>;
  /**
   * Removes payments with their permissions, attachments and tickets; returns their number. A payment
   * that has changed since it was read stays.
   */
  removePayments(payments: readonly Payment[]): Promise<number>;
  /** Permission requests of a merchant, as payments. */
  oldPermissions(merchantId: string, page: OldPage): Promise<readonly Permission[]>;
  /** The same for permission requests. */
  removePermissions(permissions: readonly Permission[]): Promise<number>;
}

export type ChunkPlace = LedgerRange & { readonly number: number; readonly log: LogName };

export type LogPage = {
  readonly settlement: Settlement;
  /** The page begins after this line. */
  readonly after: { readonly key: string; readonly seq: number };
  /** First key after the file, or null. */
  readonly until: string | null;
  readonly limit: number;
};

export type StoredTickets = { readonly at: Instant; readonly tickets: readonly Ticket[] };

/** Electronic tickets of payments, for clients of older generations (V-14). */
export interface TicketStore {
  /** Replaces all tickets of a payment. */
  put(merchantId: string, tid: string, stored: StoredTickets): Promise<void>;
  ofPayment(merchantId: string, tid: string): Promise<StoredTickets | null>;
}

export type ClosedReport = { readonly number: number; readonly closed: Instant };

/** Reports of a merchant's one ledger, numbered from 1 (V-14). The one after the last is open. */
export interface ReportStore {
  last(merchantId: string): Promise<ClosedReport | null>;
  read(merchantId: string, number: number): Promise<ClosedReport | null>;
  /** Closes the open report; no effect if `number` is not the open report. */
  close(merchantId: string, number: number, at: Instant): Promise<void>;
}
