import type { OutcomeMore } from '../../shared/payment/outcome.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { joinedOutcomeOf } from '../../shared/permission/outcome.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { UploadAddresses } from '../attachments/address.ts';
import type { GrantMaker } from '../permissions/grants.ts';

/** Makes the members of an outcome that carry the service's own secrets (D-117, D-163). */
export type MoreOf = (payment: Payment) => OutcomeMore;

export function createMoreOf(parts: {
  readonly clock: Clock;
  readonly grants: GrantMaker;
  readonly uploads: UploadAddresses;
}): MoreOf {
  const { clock, grants, uploads } = parts;
  return (payment) => ({
    attachmentUri: uploads.issue(payment.tid),
    permissions: permissionsOf(payment, grants, clock),
  });
}

function permissionsOf(payment: Payment, grants: GrantMaker, clock: Clock) {
  const { permission, request, code } = payment;
  if (permission === null) return null;
  const { rid, grant } = permission;
  const named = { rid, posId: request.pos_id, posTid: request.pos_tid };
  return joinedOutcomeOf(named, { code, grant }, grants.tokensOf(rid), clock.now());
}
