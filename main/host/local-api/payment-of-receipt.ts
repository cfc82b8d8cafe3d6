import {
  type TillAnswer,
  type TillErrorType,
  tillRefuse,
} from '../../../shared/device/till-api/errors.ts';
import { problemOf, type TillProblem } from '../../../shared/refusals/till-problem.ts';
import type { HandlerDeps } from './handler.ts';

/** The phone payment that a receipt is of, by the code on it, and the number of the receipt. */
export async function paymentOfReceipt(
  { openOtherTill }: Pick<HandlerDeps, 'openOtherTill'>,
  code: string,
): Promise<TillAnswer<{ readonly tid: string; readonly otherReceipt: string }>> {
  const opened = await openOtherTill(code);
  if (opened.ok) {
    const { tid, receipt: otherReceipt } = opened.value;
    return { ok: true, value: { tid, otherReceipt } };
  }
  const reason = problemOf(opened.refusal);
  const details = { ...opened.refusal.details, reason };
  return tillRefuse(ERRORS[reason] ?? 'refund_refused', opened.refusal.description, details);
}

/** Everything else is a receipt whose money a register cannot give back. */
const ERRORS: Readonly<Partial<Record<TillProblem, TillErrorType>>> = {
  receipt_unknown: 'not_found',
  receipt_not_found: 'not_found',
  unknown_payment: 'not_found',
  no_key: 'refund_not_allowed',
  service_away: 'offline',
};
