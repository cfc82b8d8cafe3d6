import type { Answer } from '../../shared/protocol/errors.ts';
import type { OpenSalesQuery, SalesSummary } from '../../shared/protocol/sales-summary.ts';
import type { SettlementOutput } from '../../shared/protocol/settlement.ts';
import type {
  SettlementReport,
  SettlementReportQuery,
} from '../../shared/protocol/settlement-report.ts';
import type { Instant } from '../../shared/time/clock.ts';

/** A file of a log: its name, and its text in pieces. */
export type LogFile = { readonly name: string; readonly text: AsyncIterable<string> };

/** Settlements and reports from the ledger (specification, Settlements and reports). */
export interface Settlements {
  /** Settles every due ledger, and schedules those without a time. */
  runDue(): Promise<void>;
  /** Time of the next work, or null. */
  nextDue(): Promise<Instant | null>;
  /** Settles every account now, regardless of its agreement; for the simulator. Returns ids. */
  settleAll(): Promise<readonly string[]>;
  /** `Not Found` for an unknown id or an id of another merchant. Renews the log addresses. */
  read(merchantId: string, id: string): Promise<Answer<SettlementOutput>>;
  /** The latest settlement; `Not Found` when there is none. */
  last(merchantId: string): Promise<Answer<SettlementOutput>>;
  report(merchantId: string, query: SettlementReportQuery): Promise<Answer<SettlementReport>>;
  salesSummary(merchantId: string, query: OpenSalesQuery): Promise<Answer<SalesSummary>>;
  /** The file that a signed address names; `Not Found` when the address is invalid or expired. */
  logFile(grant: string): Promise<Answer<LogFile>>;
}
