import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';
import { NO_PERMISSION } from './permission-request-read.ts';

/** `GET /permission_request/<rid>/outcome/` (D-110 to D-119). */
export const permissionOutcome: Handler<'permissionOutcome'> = async ({
  context,
  caller,
  params,
}) => {
  const permission = await context.permissions.read(caller.merchantId, params.rid);
  if (permission === null) return refuse('Not Found', NO_PERMISSION);
  return answer({ status: 200, body: context.permissions.outcome(permission) });
};
