import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { NO_USER } from '../../merchants/users.ts';
import type { Handler } from '../endpoint.ts';

/**
 * `POST /user/`: for the merchant of the header. An identical second request gets the same reply.
 */
export const userCreate: Handler<'userCreate'> = async (call) => {
  const { deps, caller, body, repeated } = call;
  const { merchantId } = caller;
  const made = repeated
    ? await deps.users.created(merchantId, body)
    : await deps.users.create(merchantId, body);
  if (!made.ok) return made;
  const { id } = made.value;
  const location = deps.addresses().base + pathOf('userRead', { user_id: id });
  return answer({ status: 201, body: { id }, location });
};

/** `GET /user/<user_id>/`: everything but the secret. */
export const userRead: Handler<'userRead'> = async ({ deps, caller, params }) => {
  const user = await deps.store.users.read(caller.merchantId, params.user_id);
  if (user === null) return refuse('Not Found', NO_USER);
  const { id, netmask, label, secretHash, publicKey } = user;
  const body = { id, netmask, label, has_secret: secretHash !== null, pubkey: publicKey };
  return answer({ status: 200, body });
};

/** `PUT /user/<user_id>/`: takes effect with the next request (D-71). */
export const userUpdate: Handler<'userUpdate'> = async ({ deps, caller, params, body }) => {
  const changed = await deps.users.update(caller, params.user_id, body);
  return changed.ok ? answer({ status: 204, body: undefined }) : changed;
};

/** `DELETE /user/<user_id>/`: its credentials become invalid at once (D-70). */
export const userDelete: Handler<'userDelete'> = async ({ deps, caller, params }) => {
  const removed = await deps.users.remove(caller, params.user_id);
  return removed.ok ? answer({ status: 204, body: undefined }) : removed;
};
