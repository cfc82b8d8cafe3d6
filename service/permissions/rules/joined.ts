import type { Payment } from '../../../shared/payment/payment.ts';
import { CODE, type StatusCode } from '../../../shared/protocol/status-codes.ts';
import type { Permission, PermissionCode } from './permission.ts';

/**
 * The permission that was requested together with a payment, as a separate permission request (D-117).
 * Its state follows from the payment only. Null if none was requested.
 */
export function joinedPermissionOf(payment: Payment): Permission | null {
  const { permission, request, merchantId, customerId, version } = payment;
  if (permission === null) return null;
  const { rid, grant, transactionFee, currency } = permission;
  return {
    rid,
    merchantId,
    request: {
      customer: request.customer,
      pos_id: request.pos_id,
      pos_tid: request.pos_tid,
      text: request.required_scope_text,
      // The payment's own events tell of it.
      callback_uri: null,
      scope: request.required_scope ?? '',
      expires_in: request.expires_in,
    },
    // Once granted, it stays granted, whatever happens to the payment.
    code: grant === null ? codeOf(payment.code) : CODE.ok,
    grant,
    transactionFee,
    currency,
    created: payment.created,
    modified: grant?.at ?? payment.modified,
    expires: payment.requestExpires,
    customerId,
    seqno: 0,
    version,
  };
}

/** What a payment's state makes of a permission that was not granted. */
function codeOf(code: StatusCode): PermissionCode {
  switch (code) {
    case CODE.pending:
    case CODE.notFound:
    case CODE.aborted:
    case CODE.rejected:
    case CODE.requestExpired:
      return code;
    default:
      // A payment is authorised by the approval that grants the permission, so no payment reaches this
      // state without it.
      return CODE.rejected;
  }
}
