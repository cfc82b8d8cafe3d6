import type { BillResult } from '../../bill/commands.ts';
import { resultId, type TenderId } from '../../ids/host-ids.ts';
import { subtract } from '../../money/money.ts';
import type { SaleView } from '../sale/state.ts';

/** The result of a phone payment that captured nothing, or whose sale was never started. */
export function failedTender(bill: string, tender: TenderId): BillResult {
  return { id: resultId(tender), bill, act: 'tender_failed', tender };
}

/**
 * What a final sale means to the bill that it pays. The host records it, and each screen derives it from the sale that
 * it shows. A later refund does not change what was paid: the bill has its refunds.
 */
export function tenderResult(
  bill: string,
  tender: TenderId,
  { money }: Pick<SaleView, 'money'>,
): BillResult {
  if (money.captured === 0) return failedTender(bill, tender);
  const tip = money.additional.captured;
  const amount = subtract(money.captured, tip);
  return { id: resultId(tender), bill, act: 'tender_paid', tender, amount, tip };
}
