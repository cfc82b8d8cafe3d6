import type { z } from 'zod';
import { reference } from '../../../shared/protocol/basic.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import {
  type WalletPermission,
  walletAcceptInput,
  type walletPermissions,
} from '../../../shared/wallet/contract.ts';
import type { SignedInCall } from '../endpoint.ts';
import { permissionView, permissionViewOf } from '../permission-view.ts';
import { NO_SUCH_REQUEST } from './requests.ts';

/** `GET /wallet/v1/permissions`: the customer's permission requests, open ones first. */
export async function permissionList(
  call: SignedInCall,
): Promise<Answer<z.infer<typeof walletPermissions>>> {
  const { deps } = call.services;
  const { customerSide } = deps.permissions;
  const permissions = await customerSide.list(call.session.customer.id, LIMITS.walletListMax);
  const items = await Promise.all(permissions.map((one) => permissionView(deps, one)));
  return answer({ items });
}

/** `GET /wallet/v1/permissions/<rid>`. */
export async function permissionRead(call: SignedInCall): Promise<Answer<WalletPermission>> {
  const { deps } = call.services;
  const rid = ridOf(call);
  const { customerSide } = deps.permissions;
  const permission = rid === null ? null : await customerSide.read(call.session.customer.id, rid);
  return permission === null ? NO_SUCH_REQUEST : answer(await permissionView(deps, permission));
}

/** `POST /wallet/v1/permissions/<rid>/accept`: grants all or a part of the request. */
export async function permissionAccept(call: SignedInCall): Promise<Answer<WalletPermission>> {
  const { deps } = call.services;
  const rid = ridOf(call);
  if (rid === null) return NO_SUCH_REQUEST;
  const input = validate(walletAcceptInput, call.request.body ?? {});
  if (!input.ok) return input;
  const { customerSide } = deps.permissions;
  const { id } = call.session.customer;
  return permissionViewOf(deps, await customerSide.accept(id, rid, input.value.scope));
}

/** `POST /wallet/v1/permissions/<rid>/decline`. */
export async function permissionDecline(call: SignedInCall): Promise<Answer<WalletPermission>> {
  const { deps } = call.services;
  const rid = ridOf(call);
  if (rid === null) return NO_SUCH_REQUEST;
  const { customerSide } = deps.permissions;
  return permissionViewOf(deps, await customerSide.decline(call.session.customer.id, rid));
}

function ridOf(call: SignedInCall): string | null {
  const rid = reference.safeParse(call.request.params.rid);
  return rid.success ? rid.data : null;
}
