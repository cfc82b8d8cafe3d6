import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `DELETE /user/<user_id>/`: its credentials end at once (D-70). */
export const userDelete: Handler<'userDelete'> = async ({ context, caller, params }) => {
  const removed = await context.users.remove(caller, params.user_id);
  return removed.ok ? answer({ status: 204, body: undefined }) : removed;
};
