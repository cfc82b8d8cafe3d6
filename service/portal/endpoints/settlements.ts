import type { PortalSettlement, PortalSettlementDetail } from '../../../shared/portal/contract.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { SettlementOutput } from '../../../shared/protocol/settlement.ts';
import type { Settlement } from '../../store/ledger-store.ts';
import { agreementOf, calendarDay, firstDay } from '../days.ts';
import type { PortalEndpoint } from '../endpoint.ts';

const NONE = refuse('Not Found', 'There is no settlement of this id.');

/** `GET /portal/v1/settlements`: newest first. The numbers increase, so the order is descending. */
export const settlements: PortalEndpoint<'settlements'> = async (call) => {
  const { merchantId } = call.session;
  const store = call.services.deps.store.settlements;
  const after = readNumber(call.query.after ?? '');
  const newest = after === null ? ((await store.last(merchantId))?.number ?? 0) : after - 1;
  const numbers = Array.from(
    { length: Math.min(newest, LIMITS.portalPage) },
    (_, index) => newest - index,
  );
  const stored = await Promise.all(numbers.map((number) => store.read(merchantId, number)));
  const items = stored.filter((one): one is Settlement => one !== null).map(settlementView);
  const last = numbers.at(-1) ?? 1;
  return answer({ items, next: last > 1 ? String(last) : null });
};

/** `GET /portal/v1/settlements/<id>`. */
export const settlement: PortalEndpoint<'settlement'> = async (call) => {
  const { merchantId } = call.session;
  const { deps } = call.services;
  const id = call.params.id;
  const number = readNumber(id);
  const [stored, output] = await Promise.all([
    number === null ? null : deps.store.settlements.read(merchantId, number),
    deps.settlements.read(merchantId, id),
  ]);
  if (stored === null) return NONE;
  return output.ok ? answer(settlementDetail(stored, output.value)) : output;
};

/** `GET /portal/v1/sales`: totals of the last periods in the merchant's first currency. */
export const sales: PortalEndpoint<'sales'> = async (call) => {
  const { deps } = call.services;
  const { merchantId } = call.session;
  const { grain } = call.query;
  const { timeZone, currency } = await agreementOf(deps.store, merchantId);
  const today = calendarDay(deps.clock.now(), timeZone);
  const summary = await deps.settlements.salesSummary(merchantId, {
    from_date: firstDay(today, grain),
    to_date: null,
    merchant_time: true,
    frequency: grain,
  });
  if (!summary.ok) return summary;
  const { products, periods, data_until: until } = summary.value;
  const own = products.filter((product) => product.currency === currency);
  const net = (index: number) =>
    own.reduce(
      (sum, { capture_total: captured, refund_total: refunded }) =>
        sum + (captured[index] ?? 0) - Math.abs(refunded[index] ?? 0),
      0,
    );
  const begun = periods.filter((start) => start <= until);
  return answer({
    grain,
    currency,
    periods: begun.map((start, index) => ({ start, net: net(index) })),
  });
};

function readNumber(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

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
