import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import type { PermissionRequestInput } from '../../../shared/protocol/permission.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { ApiDeps } from '../deps.ts';
import type { Handler, Success } from '../endpoint.ts';

/** Used for an unknown id and for an id of another merchant (D-26). */
export const NO_PERMISSION = 'There is no permission request of this id.';

/** `GET /permission_request/<rid>/`. */
export const permissionRead: Handler<'permissionRead'> = async ({ deps, caller, params }) => {
  const permission = await deps.permissions.read(caller.merchantId, params.rid);
  if (permission === null) return refuse('Not Found', NO_PERMISSION);
  const { expires_in: _life, ...request } = permission.request;
  const { rid: id, expires } = permission;
  return answer({ status: 200, body: { id, ...request, date_expires: formatDateTime(expires) } });
};

/** `POST /permission_request/`: 201 for a new request, 200 for an identical one (D-115). */
export const permissionCreate: Handler<'permissionCreate'> = ({ deps, caller, body }) =>
  createdPermission(deps, caller.merchantId, body);

/** Creates a permission request, which counts as a payment (D-540), and gives the reply with its address. */
export async function createdPermission(
  deps: Pick<ApiDeps, 'permissions' | 'addresses' | 'budgets' | 'store'>,
  merchantId: string,
  input: PermissionRequestInput,
): Promise<Answer<Success<'permissionCreate'>>> {
  const { permissions } = deps.store;
  const full = deps.budgets.refusal('payments', merchantId);
  // A repeat writes nothing.
  if (full !== null && !(await permissions.byPosTid(merchantId, input.pos_id, input.pos_tid))) {
    return full;
  }
  const made = await deps.permissions.create(merchantId, input);
  if (!made.ok) return made;
  const { created, permission } = made.value;
  if (created) deps.budgets.spend('payments', merchantId, JSON.stringify(input).length);
  return answer({
    status: created ? 201 : 200,
    body: { id: permission.rid },
    location: deps.addresses().base + pathOf('permissionRead', { rid: permission.rid }),
  });
}

/** `GET /permission_request/<rid>/outcome/` (D-110 to D-119). */
export const permissionOutcome: Handler<'permissionOutcome'> = async ({ deps, caller, params }) => {
  const permission = await deps.permissions.read(caller.merchantId, params.rid);
  if (permission === null) return refuse('Not Found', NO_PERMISSION);
  return answer({ status: 200, body: deps.permissions.outcome(permission) });
};
