import type { MoneyInteger } from '../../money/money.ts';
import { type Instant, MINUTE } from '../../time/clock.ts';

/** How long an approval is valid. */
export const APPROVAL_LIFE = 2 * MINUTE;

/**
 * A supervisor's approval of a refund of one payment. A plain value: the host creates it after it has
 * checked the PIN, and passes it to the engine with the refund.
 */
export type RefundApproval = {
  /** Id of the approval. It is valid for one refund. */
  readonly id: string;
  /** The approver, as written into the journal. */
  readonly approver: string;
  /** Who makes the refund; the approver where nobody else is named. */
  readonly by?: string;
  /** The payment that it is valid for. */
  readonly tid: string;
  /** Maximum amount, minor units of `currency`. */
  readonly ceiling: MoneyInteger;
  readonly currency: string;
  readonly expires: Instant;
};

/** Creates an approval that is valid for two minutes from now. */
export function approveRefund(
  approval: Omit<RefundApproval, 'expires'>,
  now: Instant,
): RefundApproval {
  return { ...approval, expires: now + APPROVAL_LIFE };
}

/** Reason why an approval does not allow a refund. */
export type ApprovalProblem =
  | 'approval_expired'
  | 'approval_used'
  | 'approval_for_another_payment'
  | 'above_ceiling'
  | 'other_currency';

export type ApprovedAct = {
  readonly tid: string;
  /** Null while the amount of a full refund is unknown. */
  readonly total: MoneyInteger | null;
  /** The currency of the till, and so of the payment. */
  readonly currency: string;
  readonly now: Instant;
};

/** The reason why an approval does not allow a refund; null if it does. */
export function judgeApproval(
  approval: RefundApproval,
  act: ApprovedAct,
  isUsed: (id: string) => boolean,
): ApprovalProblem | null {
  if (isUsed(approval.id)) return 'approval_used';
  if (approval.tid !== act.tid) return 'approval_for_another_payment';
  // An approval that expires later than the rules allow is invalid.
  const early = approval.expires - act.now > APPROVAL_LIFE;
  if (act.now >= approval.expires || early) return 'approval_expired';
  if (act.currency !== approval.currency) return 'other_currency';
  return act.total !== null && act.total > approval.ceiling ? 'above_ceiling' : null;
}
