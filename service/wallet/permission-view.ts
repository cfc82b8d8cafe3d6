import { type Answer, answer } from '../../shared/protocol/errors.ts';
import type { WalletPermission } from '../../shared/wallet/contract.ts';
import type { Permission } from '../permissions/rules/permission.ts';
import type { WalletDeps } from './deps.ts';
import { wordsOf } from './request-view.ts';

/** A permission request as its customer sees it. */
export async function permissionView(
  deps: Pick<WalletDeps, 'store' | 'permissions'>,
  permission: Permission,
): Promise<WalletPermission> {
  const { request, merchantId } = permission;
  const [merchant, pos] = await Promise.all([
    deps.store.merchants.read(merchantId),
    deps.store.pos.read(merchantId, request.pos_id),
  ]);
  const { status, status_code } = deps.permissions.outcome(permission);
  return {
    rid: permission.rid,
    merchant: merchant?.name ?? merchantId,
    pos: pos?.name ?? request.pos_id,
    text: request.text,
    scope: wordsOf(request.scope),
    granted: permission.grant === null ? null : wordsOf(permission.grant.scope),
    status,
    status_code,
    created: permission.created,
    expires: permission.expires,
  };
}

/** The same for the reply to a customer's operation. */
export async function permissionViewOf(
  deps: Pick<WalletDeps, 'store' | 'permissions'>,
  result: Answer<Permission>,
): Promise<Answer<WalletPermission>> {
  return result.ok ? answer(await permissionView(deps, result.value)) : result;
}
