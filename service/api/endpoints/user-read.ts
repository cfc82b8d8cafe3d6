import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { NO_USER } from '../../merchants/users.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /user/<user_id>/`: everything but the secret. */
export const userRead: Handler<'userRead'> = async ({ context, caller, params }) => {
  const user = await context.store.users.read(caller.merchantId, params.user_id);
  if (user === null) return refuse('Not Found', NO_USER);
  const { id, netmask, label, secretHash, publicKey } = user;
  const body = { id, netmask, label, has_secret: secretHash !== null, pubkey: publicKey };
  return answer({ status: 200, body });
};
