import { present } from '../../shared/objects/present.ts';
import type { OutcomeMore } from '../../shared/payment/outcome.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { GrantMaker } from '../permissions/grants.ts';
import { joinedPermissionOf } from '../permissions/rules/joined.ts';
import { permissionOutcomeOf } from '../permissions/rules/outcome.ts';
import type { UploadAddresses } from './attachments/address.ts';

/** Makes the members of an outcome that contain secrets of the service (D-117, D-163). */
export type MoreOf = (payment: Payment) => OutcomeMore;

export function createMoreOf(deps: {
  readonly clock: Clock;
  readonly grants: GrantMaker;
  readonly uploads: UploadAddresses;
  /**
   * The name of the customer that clients know instead of the value that the POS sent, or null
   * (D-82).
   */
  readonly customerOf?: (payment: Payment) => string | null;
}): MoreOf {
  const { clock, grants, uploads, customerOf } = deps;
  return (payment) => {
    const customer = customerOf?.(payment) ?? null;
    return {
      attachmentUri: uploads.issue(payment.tid),
      permissions: permissionsOf(payment, grants, clock),
      ...present({ customer }),
    };
  };
}

function permissionsOf(payment: Payment, grants: GrantMaker, clock: Clock) {
  const permission = joinedPermissionOf(payment);
  if (permission === null) return null;
  return permissionOutcomeOf(permission, grants.tokensOf(permission.rid), clock.now());
}
