import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `PUT /user/<user_id>/`: counts from the next request on (D-71). */
export const userUpdate: Handler<'userUpdate'> = async ({ context, caller, params, body }) => {
  const changed = await context.users.update(caller, params.user_id, body);
  return changed.ok ? answer({ status: 204, body: undefined }) : changed;
};
