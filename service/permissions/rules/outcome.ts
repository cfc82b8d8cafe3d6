import type { Grant, PermissionOutcome } from '../../../shared/protocol/permission.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import { type Instant, SECOND } from '../../../shared/time/clock.ts';
import type { Permission } from './permission.ts';

/** The two secrets of a grant; the service works them out anew whenever they are shown. */
export type GrantTokens = { readonly access: string; readonly refresh: string };

type Named = { readonly rid: string; readonly posId: string; readonly posTid: string };

/** What the outcome endpoint and both events say about a permission request (D-110 to D-119). */
export function permissionOutcomeOf(
  permission: Permission,
  tokens: GrantTokens,
  now: Instant,
): PermissionOutcome {
  const { rid, request, grant, code } = permission;
  const named: Named = { rid, posId: request.pos_id, posTid: request.pos_tid };
  const status = code === CODE.pending ? 'pending' : code === CODE.ok ? 'ok' : 'fail';
  return {
    ...outcomeOfGrant(named, grant, tokens, now),
    currency: permission.currency,
    transaction_fee: permission.transactionFee,
    status,
    status_code: code,
  };
}

function outcomeOfGrant(
  { rid, posId, posTid }: Named,
  grant: Grant | null,
  tokens: GrantTokens,
  now: Instant,
): Omit<PermissionOutcome, 'status' | 'status_code'> {
  const rest = grant === null ? null : Math.max(0, Math.ceil((grant.expires - now) / SECOND));
  return {
    access_token: grant === null ? null : tokens.access,
    id_token: grant?.idToken ?? null,
    token_type: 'Bearer',
    expires_in: rest,
    refresh_token: grant === null ? null : tokens.refresh,
    scope: grant?.scope ?? null,
    currency: null,
    transaction_fee: 0,
    pos_id: posId,
    pos_tid: posTid,
    rid,
    user_info: grant?.userInfo ?? null,
  };
}
