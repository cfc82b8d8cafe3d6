import { fixedFees, variableFees } from '../../shared/ledger/settle.ts';
import { isEmpty } from '../../shared/ledger/totals.ts';
import { add, type MoneyInteger, ZERO } from '../../shared/money/money.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type {
  SettlementListItem,
  SettlementReport,
  SettlementReportQuery,
} from '../../shared/protocol/settlement-report.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';
import { contextOf } from './report-context.ts';
import { reportedAccount } from './terms.ts';

/**
 * The settlements of the merchant's first currency that were made in a period, with their totals.
 * Without `created_from` it covers a year up to `created_to`, which defaults to now.
 */
export async function reportOf(
  store: Store,
  merchantId: string,
  query: SettlementReportQuery,
  now: Instant,
): Promise<Answer<SettlementReport>> {
  const to = query.created_to ?? now + 1;
  const from = query.created_from ?? Math.max(0, to - LIMITS.reportSpanDefault);
  const account = await reportedAccount(store, merchantId);
  const { currency } = account;
  const most = LIMITS.reportSettlementsMax;
  const all = await store.settlements.between({ merchantId, currency }, from, to, most + 1);
  if (all.length > most) {
    const created_from = [`more than ${most} settlements were made since; ask for fewer`];
    return refuse('validation_error', VALIDATION_SENTENCE, { created_from });
  }
  const listed = query.non_empty_only ? all.filter(hasContent) : all;
  const salesContext = await contextOf(store, { merchantId, currency }, listed, { from, to });
  if (salesContext === null) {
    const created_from = ['more products were sold than one report holds; ask for less time'];
    return refuse('validation_error', VALIDATION_SENTENCE, { created_from });
  }
  return answer({
    items: listed.map(itemOf),
    summary: summaryOf(account, listed),
    report_context: salesContext,
  });
}

function hasContent({ sums }: Settlement): boolean {
  return !isEmpty(sums.totals) || sums.payout !== 0;
}

function itemOf(settlement: Settlement): SettlementListItem {
  const { number, start, end, sums } = settlement;
  return {
    index: String(number),
    start_date: formatDateTime(start),
    end_date: formatDateTime(end),
    gross: sums.gross,
    fixed_fees: fixedFees(sums),
    variable_fees: variableFees(sums),
    payout: sums.payout,
  };
}

function summaryOf(
  account: { readonly id: string; readonly currency: string },
  listed: readonly Settlement[],
): SettlementReport['summary'] {
  const all = (pick: (settlement: Settlement) => MoneyInteger) => add(ZERO, ...listed.map(pick));
  const count = (pick: (settlement: Settlement) => number) =>
    listed.reduce((sum, settlement) => sum + pick(settlement), 0);
  const payout = all(({ sums }) => sums.payout);
  return {
    settlement_account_id: account.id,
    num_settlements: listed.length,
    currency: account.currency,
    payout,
    // Signed as in the account, so that the line adds up; never a negative zero.
    neg_payout: 0 - payout,
    balance_before: listed[0]?.sums.before ?? 0,
    balance_after: listed.at(-1)?.sums.after ?? 0,
    sales: all(({ sums }) => sums.totals.captures),
    gross: all(({ sums }) => sums.gross),
    fixed_fees: all(({ sums }) => fixedFees(sums)),
    variable_fees: all(({ sums }) => variableFees(sums)),
    refunds: all(({ sums }) => sums.totals.refunds),
    capture_count: count(({ sums }) => sums.totals.captureCount),
    refund_count: count(({ sums }) => sums.totals.refundCount),
  };
}
