import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** The same for an id that is unknown and for one that is another merchant's (D-26). */
export const NO_SSP_USER = 'There is no self-service user of this id.';

/** `GET /merchant_ssp_user/<merchant_ssp_user_id>/`. */
export const sspUserRead: Handler<'sspUserRead'> = async ({ context, caller, params }) => {
  const id = params.merchant_ssp_user_id;
  const user = await context.store.sspUsers.read(caller.merchantId, id);
  if (user === null) return refuse('Not Found', NO_SSP_USER);
  return answer({ status: 200, body: user });
};
