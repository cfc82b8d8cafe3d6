import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Grant, PermissionRequestInput } from '../../../shared/protocol/permission.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import { type Instant, SECOND } from '../../../shared/time/clock.ts';
import { findPermissionMove, type Permission, type PermissionMove } from './permission.ts';

export type PermissionCommand =
  | { readonly kind: 'accept'; readonly grant: Grant }
  | { readonly kind: 'decline' }
  | { readonly kind: 'expire' };

/** What a merchant's agreement says about a permission. */
export type PermissionTerms = { readonly fee: MoneyInteger; readonly currency: string };

export type PermissionDecision = { readonly next: Permission; readonly move: PermissionMove };

/** The customer of the request. An unknown customer ends it with 4004 at once (D-75). */
export function createPermission(parts: {
  readonly rid: string;
  readonly merchantId: string;
  readonly request: PermissionRequestInput;
  readonly customerId: string | null;
  readonly now: Instant;
}): Permission {
  const { rid, merchantId, request, customerId, now } = parts;
  return {
    rid,
    merchantId,
    request,
    code: customerId === null ? CODE.notFound : CODE.pending,
    grant: null,
    transactionFee: ZERO,
    currency: null,
    created: now,
    modified: now,
    expires: now + request.expires_in * SECOND,
    customerId,
    seqno: 0,
    version: 1,
  };
}

/**
 * Decides one command on one permission request. Pure; the caller applies `permissionOverdue`
 * first. Refuses with `Conflict` what the state does not allow, and with `Bad Request` a grant of
 * more than was asked for.
 */
export function decidePermission(
  permission: Permission,
  command: PermissionCommand,
  now: Instant,
  terms: PermissionTerms,
): Answer<PermissionDecision> {
  const move = findPermissionMove(permission.code, command.kind);
  if (move === null) {
    return refuse('Conflict', 'This permission request is no longer waiting for the customer.');
  }
  const base: Permission = {
    ...permission,
    code: move.to,
    modified: now,
    seqno: permission.seqno + 1,
    version: permission.version + 1,
  };
  if (command.kind !== 'accept') return answer({ next: base, move });
  const { grant } = command;
  if (!includesScope(permission.request.scope, grant.scope)) {
    return refuse('Bad Request', 'More cannot be granted than was asked for.');
  }
  const { fee: transactionFee, currency } = terms;
  return answer({ next: { ...base, grant, transactionFee, currency }, move });
}

/** True when time has ended the request and `expire` must be applied before anything else. */
export function permissionOverdue(permission: Permission, now: Instant): boolean {
  return permission.code === CODE.pending && now >= permission.expires;
}

/** When the permission moves without a command; null if it does not. */
export function permissionDueAt(permission: Permission): Instant | null {
  return permission.code === CODE.pending ? permission.expires : null;
}

/** True when every word of `part` is one of `whole`; both are space-delimited. */
export function includesScope(whole: string, part: string): boolean {
  const words = new Set(whole.split(' '));
  return part.split(' ').every((word) => word === '' || words.has(word));
}
