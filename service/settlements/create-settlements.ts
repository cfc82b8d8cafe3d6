import { nextBoundary } from '../../shared/ledger/calendar.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type {
  PayoutDetail,
  ReportSummary,
  SettlementOutput,
} from '../../shared/protocol/settlement.ts';
import type { Clock, DueSource } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { LedgerKey, LogName, Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';
import { createLogLinks, type LogLinks } from './log-links.ts';
import { isRemoved, openLog } from './logs.ts';
import { reportOf } from './report.ts';
import { salesSummaryOf } from './sales-summary.ts';
import { settleLedger } from './settle-ledger.ts';
import type { Settlements } from './settlements.ts';
import { settlementTerms } from './terms.ts';

/** A settlement as the API shows it, with the addresses of its log files. */
function settlementOutputOf(
  settlement: Settlement,
  uris: Readonly<Record<LogName, readonly string[]>>,
): SettlementOutput {
  return {
    id: String(settlement.number),
    date_created: formatDateTime(settlement.created),
    transaction_log_uris: [...uris.transaction],
    scope_log_uris: [...uris.scope],
    settlement_summary: summaryOf(settlement),
    payout_details: payoutOf(settlement),
  };
}

/** The settled amounts, by kind (D-45, D-46). */
function summaryOf({ sums, currency }: Settlement): ReportSummary {
  const { totals } = sums;
  return {
    currency,
    gross: sums.gross,
    amount_total: totals.amount,
    additional_amount_total: totals.additionalAmount,
    fees: {
      scope_fee: totals.scopeFee,
      scope_fee_vat: totals.scopeFeeVat,
      settlement_fee: sums.settlementFee,
      settlement_fee_vat: sums.settlementFeeVat,
      transaction_fee: totals.transactionFee,
      transaction_fee_vat: totals.transactionFeeVat,
    },
    interchange: totals.interchange,
    net: sums.net,
    taxcode: sums.taxCode,
  };
}

/** The payout. Debts are negative; they are not billed but carried over (D-47, D-169). */
function payoutOf({ sums, currency }: Settlement): PayoutDetail {
  return {
    currency,
    unsettled_fees_before: sums.before,
    unsettled_fees_after: sums.after,
    payout: sums.payout,
    net: sums.net,
    gross: sums.gross,
    billed: 0,
    invoice_id: null,
  };
}

export type SettlementsDeps = {
  readonly store: Store;
  readonly clock: Clock;
  /** Base path of the API, for addresses inside bodies. */
  readonly basePath: () => string;
  /** A keyed digest of this installation; see the instance's keys. */
  readonly mac: InstanceKeys['mac'];
  /**
   * Called with the error of a ledger that could not be settled; the others are settled, and this
   * one is tried again.
   */
  readonly onError: (error: unknown) => void;
  /** Lines of one log file; default is the limit of the product. */
  readonly chunkLines?: number;
};

const NO_SETTLEMENT = 'There is no settlement of this id.';
const NONE_YET = 'Nothing has been settled yet.';
const EXPIRED = 'This address has expired, or its log was removed because its time is over.';

/** The rules of settlements on a store. */
export function createSettlements(deps: SettlementsDeps): Settlements {
  const { store, clock } = deps;
  const links = createLogLinks(deps);
  const job = createJob(deps);

  async function outputOr(
    settlement: Settlement | null,
    sentence: string,
  ): Promise<Answer<SettlementOutput>> {
    if (settlement === null) return refuse('Not Found', sentence);
    const hasLogs = !(await isRemoved(store, settlement));
    return answer(outputWith(settlement, hasLogs ? links : NO_LINKS));
  }

  return {
    ...job,
    nextDue: () => store.settlements.nextDue(),
    async read(merchantId, id) {
      const number = readId(id);
      const settlement = number === null ? null : await store.settlements.read(merchantId, number);
      return outputOr(settlement, NO_SETTLEMENT);
    },
    last: async (merchantId) => outputOr(await store.settlements.last(merchantId), NONE_YET),
    report: (merchantId, query) => reportOf(store, merchantId, query, clock.now()),
    salesSummary: (merchantId, query) => salesSummaryOf(store, merchantId, query, clock.now()),
    async logFile(grant) {
      const place = links.read(grant, clock.now());
      const file = place === null ? null : await openLog(store, place);
      return file === null ? refuse('Not Found', EXPIRED) : answer(file);
    },
  };
}

/** For a settlement whose log was removed: it has no files. */
const NO_LINKS: Pick<LogLinks, 'addresses'> = { addresses: () => [] };

function outputWith(settlement: Settlement, links: Pick<LogLinks, 'addresses'>): SettlementOutput {
  return settlementOutputOf(settlement, {
    transaction: links.addresses(settlement, 'transaction'),
    scope: links.addresses(settlement, 'scope'),
  });
}

/** Settlements as due work. The sweep finds new ledgers. */
export function settlementsDue(settlements: Settlements): DueSource {
  const { runDue, nextDue } = settlements;
  return { run: runDue, nextDue };
}

/** A settlement's number from its id, or null for any other text. */
function readId(id: string): number | null {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

type JobDeps = Pick<SettlementsDeps, 'store' | 'clock' | 'onError' | 'chunkLines'>;

/** The settlement job, one round at a time in this process. */
function createJob(deps: JobDeps): Pick<Settlements, 'runDue' | 'settleAll'> {
  const { store, clock, onError, chunkLines = LIMITS.logLinesPerFile } = deps;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  /** A new ledger is scheduled from the time it was opened. */
  async function plan(ledger: LedgerKey): Promise<void> {
    const terms = await settlementTerms(store, ledger);
    const opened = (await store.settlements.scheduleOf(ledger))?.opened ?? clock.now();
    await store.settlements.schedule(ledger, opened, nextBoundary(opened, terms, terms.frequency));
  }

  async function planAll(): Promise<void> {
    for (;;) {
      const unscheduled = await store.settlements.unscheduled(PAGE);
      for (const ledger of unscheduled) await plan(ledger);
      if (unscheduled.length < PAGE) return;
    }
  }

  /** Settles a ledger up to its next boundary; false when that failed. */
  async function settleDue(ledger: LedgerKey): Promise<boolean> {
    try {
      const schedule = await store.settlements.scheduleOf(ledger);
      const now = clock.now();
      if (schedule?.nextAt == null || schedule.nextAt > now) return true;
      const end = schedule.nextAt;
      const isWanted = async () => (await store.settlements.scheduleOf(ledger))?.nextAt === end;
      await settleLedger(store, ledger, { end, now }, chunkLines, isWanted);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  async function runDue(): Promise<void> {
    await planAll();
    const failed = new Set<string>();
    for (;;) {
      const due = await store.settlements.due(clock.now(), PAGE);
      const pending = due.filter((ledger) => !failed.has(nameOf(ledger)));
      if (pending.length === 0) return;
      for (const ledger of pending) if (!(await settleDue(ledger))) failed.add(nameOf(ledger));
    }
  }

  async function settleAll(): Promise<readonly string[]> {
    await planAll();
    const ids: string[] = [];
    let after: LedgerKey | null = null;
    for (;;) {
      const ledgers: readonly LedgerKey[] = await store.settlements.ledgers(after, PAGE);
      for (const ledger of ledgers) {
        const now = clock.now();
        // Transactions of this millisecond are included.
        const made = await settleLedger(store, ledger, { end: now + 1, now }, chunkLines);
        if (made !== null) ids.push(String(made.number));
      }
      after = ledgers.at(-1) ?? null;
      if (after === null || ledgers.length < PAGE) return ids;
    }
  }

  return { runDue: () => inTurn(runDue), settleAll: () => inTurn(settleAll) };
}

const PAGE = LIMITS.ledgerPage;

const nameOf = ({ merchantId, currency }: LedgerKey) => `${merchantId} ${currency}`;
