import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';
import { NO_SHORTLINK } from './shortlink-read.ts';

/** `DELETE /shortlink/<id>/`: from then on its scans say that it is not in use (D-153). */
export const shortlinkDelete: Handler<'shortlinkDelete'> = async ({ context, caller, params }) => {
  const found = await context.store.shortlinks.remove(caller.merchantId, params.shortlink_id);
  return found ? answer({ status: 204, body: undefined }) : refuse('Not Found', NO_SHORTLINK);
};
