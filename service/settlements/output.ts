import type {
  PayoutDetail,
  ReportSummary,
  SettlementOutput,
} from '../../shared/protocol/settlement.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { LogName, Settlement } from '../store/ledger-store.ts';

/** A settlement as the API shows it, with the addresses of its log files. */
export function settlementOutputOf(
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
