import { tillRefuse } from '../../../shared/device/till-api/errors.ts';
import { entryOfRefund } from '../../../shared/ids/host-ids.ts';
import { present } from '../../../shared/objects/present.ts';
import { PROBLEM_SENTENCES } from '../../../shared/refusals/till-problem.ts';
import { APPROVAL_LIFE } from '../../../shared/terminal/refunds/check-approval.ts';
import { instantOf } from '../../../shared/time/clock.ts';
import { done } from './act.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';
import { paymentByCode } from './receipt-by-code.ts';
import { refusalOf } from './refusals.ts';

export const NO_TID = 'This till has no such sale at the service.';

/**
 * `POST /refunds/`: the register names who approved the refund and who is at the register; the till's configuration
 * limits its amount. The same `refund_id` again makes no second refund.
 */
export const startRefund: TillHandler<'refundStart'> = async ({ deps, body }) => {
  const { terminal, changes, currency, refundCeiling, registerName, clock, ids } = deps;
  if (refundCeiling === null) return tillRefuse('refund_not_allowed');
  const found = body.receipt_code === null ? null : await paymentByCode(deps, body.receipt_code);
  if (found?.ok === false) return found;
  const { tid: ofReceipt, otherReceipt } = found?.value ?? {};
  const tid = ofReceipt ?? body.tid ?? terminal.sale(body.sale ?? '')?.tid ?? null;
  if (tid === null) return tillRefuse('not_found', NO_TID);
  const { amount, text, refund_id: refundId, approver } = body;
  if (await isOfAnother(deps, refundId, tid)) {
    return tillRefuse('refund_refused', PROBLEM_SENTENCES.id_used, { reason: 'id_used' });
  }
  const lines = body.lines ?? undefined;
  const approval = {
    id: ids.message(),
    approver,
    by: body.by ?? registerName,
    tid,
    ceiling: refundCeiling,
    currency,
    expires: instantOf(clock.now()) + APPROVAL_LIFE,
  };
  const made = await terminal.refund(
    { tid, amount, text, refundId, ...present({ lines, otherReceipt }) },
    approval,
  );
  if (!made.ok) return refusalOf(made);
  const refund = changes.lists().refunds.find((one) => one.id === made.value.refundId);
  if (refund !== undefined) return done(201, refund);
  const long = 'This refund was made before, and is not among the last ones any more.';
  return tillRefuse('refund_refused', long, { reason: 'made_before' });
};

/**
 * True for the id of a refund of another payment. The terminal forgets refunds after two days, and the books would take this
 * one for the one that they have (D-566).
 */
async function isOfAnother(
  { entryById }: HandlerDeps,
  refundId: string,
  tid: string,
): Promise<boolean> {
  const booked = await entryById(entryOfRefund(refundId));
  if (booked?.fact.kind !== 'refund') return false;
  const { method } = booked.fact;
  return method.kind !== 'phone' || method.tid !== tid;
}
