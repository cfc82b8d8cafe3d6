import type { PortalSettlement, PortalSettlementDetail } from '../../shared/portal/contract.ts';
import type { SettlementOutput } from '../../shared/protocol/settlement.ts';
import type { Settlement } from '../store/ledger-store.ts';

/** A settlement as a row: income, fees and payout. */
export function settlementView(settlement: Settlement): PortalSettlement {
  const { sums } = settlement;
  return {
    id: String(settlement.number),
    currency: settlement.currency,
    created: settlement.created,
    start: settlement.start,
    end: settlement.end,
    sales: sums.totals.captures,
    refunds: sums.totals.refunds,
    fees: sums.gross - sums.net,
    before: sums.before,
    after: sums.after,
    payout: sums.payout,
  };
}

/** The same with each fee and the signed addresses of its logs. */
export function settlementDetail(
  settlement: Settlement,
  output: SettlementOutput,
): PortalSettlementDetail {
  const { totals, settlementFee, settlementFeeVat } = settlement.sums;
  return {
    ...settlementView(settlement),
    capture_count: totals.captureCount,
    refund_count: totals.refundCount,
    transaction_fee: totals.transactionFee,
    settlement_fee: settlementFee,
    scope_fee: totals.scopeFee,
    interchange: totals.interchange,
    vat: totals.transactionFeeVat + settlementFeeVat + totals.scopeFeeVat,
    account: settlement.payoutAccount,
    transaction_logs: output.transaction_log_uris,
    scope_logs: output.scope_log_uris,
  };
}
