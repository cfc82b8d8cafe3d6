import { reference } from '../../../shared/protocol/basic.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { WalletEndpoint } from '../endpoint.ts';
import { permissionView, permissionViewOf } from '../permission-view.ts';
import { NO_SUCH_REQUEST } from './requests.ts';

/** `GET /wallet/v1/permissions`: the customer's permission requests, open ones first. */
export const permissionList: WalletEndpoint<'permissionList'> = async (call) => {
  const { deps } = call.services;
  const { customerSide } = deps.permissions;
  const permissions = await customerSide.list(call.session.customer.id, LIMITS.walletListMax);
  const items = await Promise.all(permissions.map((one) => permissionView(deps, one)));
  return answer({ items });
};

/** `GET /wallet/v1/permissions/<rid>`. */
export const permissionRead: WalletEndpoint<'permissionRead'> = async (call) => {
  const { deps } = call.services;
  const rid = ridOf(call.params);
  const { customerSide } = deps.permissions;
  const permission = rid === null ? null : await customerSide.read(call.session.customer.id, rid);
  return permission === null ? NO_SUCH_REQUEST : answer(await permissionView(deps, permission));
};

/** `POST /wallet/v1/permissions/<rid>/accept`: grants all or a part of the request. */
export const permissionAccept: WalletEndpoint<'permissionAccept'> = async (call) => {
  const { deps } = call.services;
  const rid = ridOf(call.params);
  if (rid === null) return NO_SUCH_REQUEST;
  const { customerSide } = deps.permissions;
  const { id } = call.session.customer;
  return permissionViewOf(deps, await customerSide.accept(id, rid, call.body.scope));
};

/** `POST /wallet/v1/permissions/<rid>/decline`. */
export const permissionDecline: WalletEndpoint<'permissionDecline'> = async (call) => {
  const { deps } = call.services;
  const rid = ridOf(call.params);
  if (rid === null) return NO_SUCH_REQUEST;
  const { customerSide } = deps.permissions;
  return permissionViewOf(deps, await customerSide.decline(call.session.customer.id, rid));
};

function ridOf(params: { readonly rid: string }): string | null {
  const rid = reference.safeParse(params.rid);
  return rid.success ? rid.data : null;
}
