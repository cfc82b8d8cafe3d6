import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { Handler } from '../endpoint.ts';

/** The same for an id that is unknown and for one that is another merchant's (D-26). */
export const NO_PERMISSION = 'There is no permission request of this id.';

/** `GET /permission_request/<rid>/`. */
export const permissionRead: Handler<'permissionRead'> = async ({ context, caller, params }) => {
  const permission = await context.permissions.read(caller.merchantId, params.rid);
  if (permission === null) return refuse('Not Found', NO_PERMISSION);
  const { expires_in: _life, ...request } = permission.request;
  const { rid: id, expires } = permission;
  return answer({ status: 200, body: { id, ...request, date_expires: formatDateTime(expires) } });
};
