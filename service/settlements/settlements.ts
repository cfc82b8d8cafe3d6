import type { Answer } from '../../shared/protocol/errors.ts';
import type { SalesSummary, SalesSummaryQuery } from '../../shared/protocol/sales-summary.ts';
import type { SettlementOutput } from '../../shared/protocol/settlement.ts';
import type {
  SettlementReport,
  SettlementReportQuery,
} from '../../shared/protocol/settlement-report.ts';
import type { Instant } from '../../shared/time/clock.ts';

/** A file of a log as it is sent: its name, and its text piece by piece. */
export type LogFile = { readonly name: string; readonly text: AsyncIterable<string> };

/** Settlements and what is read out of the books (specification, Settlements and reports). */
export interface Settlements {
  /** Settles every book whose time has come, and plans those that have no time yet. */
  runDue(): Promise<void>;
  /** When there is something to do next, or null. */
  nextDue(): Promise<Instant | null>;
  /** Settles every account now, whatever its agreement says; the simulator's call. Answers ids. */
  settleAll(): Promise<readonly string[]>;
  /** `Not Found` for an id that is unknown, or another merchant's. Renews the log addresses. */
  read(merchantId: string, id: string): Promise<Answer<SettlementOutput>>;
  /** The latest one; `Not Found` when there is none. */
  last(merchantId: string): Promise<Answer<SettlementOutput>>;
  report(merchantId: string, query: SettlementReportQuery): Promise<Answer<SettlementReport>>;
  salesSummary(merchantId: string, query: SalesSummaryQuery): Promise<Answer<SalesSummary>>;
  /** The file that a signed address names; `Not Found` when it is not ours or has expired. */
  logFile(grant: string): Promise<Answer<LogFile>>;
}
