import type { MoneyInteger } from '../../money/money.ts';
import { type Instant, MINUTE } from '../../time/clock.ts';

/** How long an approval may wait for its refund. */
export const APPROVAL_LIFE = 2 * MINUTE;

/**
 * Somebody's word that money of one payment may be given back. A plain value: the host makes it
 * when a person has shown who they are, and hands it to the engine together with the refund.
 */
export type RefundApproval = {
  /** Names this approval; it is good for one refund. */
  readonly id: string;
  /** Who gave it, as written into the journal. */
  readonly approver: string;
  /** The one payment it is for. */
  readonly tid: string;
  /** The most that may be given back with it, minor units of `currency`. */
  readonly ceiling: MoneyInteger;
  readonly currency: string;
  readonly expires: Instant;
};

/** An approval as a person gives it now: for one payment, up to a sum, for two minutes. */
export function approveRefund(
  approval: Omit<RefundApproval, 'expires'>,
  now: Instant,
): RefundApproval {
  return { ...approval, expires: now + APPROVAL_LIFE };
}

/** Why an approval does not allow a refund. */
export type ApprovalProblem =
  | 'approval_expired'
  | 'approval_used'
  | 'approval_for_another_payment'
  | 'above_ceiling';

export type ApprovedAct = {
  readonly tid: string;
  /** Null while it is not known how much "all of it" is. */
  readonly total: MoneyInteger | null;
  readonly currency: string | null;
  readonly now: Instant;
};

/** What speaks against a refund under an approval, or null. Pure. */
export function judgeApproval(
  approval: RefundApproval,
  act: ApprovedAct,
  isUsed: (id: string) => boolean,
): ApprovalProblem | null {
  if (isUsed(approval.id)) return 'approval_used';
  if (approval.tid !== act.tid) return 'approval_for_another_payment';
  // One that claims to last longer than an approval may was not made by the rules.
  const early = approval.expires - act.now > APPROVAL_LIFE;
  if (act.now >= approval.expires || early) return 'approval_expired';
  const otherMoney = act.currency !== null && act.currency !== approval.currency;
  if (otherMoney || (act.total !== null && act.total > approval.ceiling)) return 'above_ceiling';
  return null;
}
