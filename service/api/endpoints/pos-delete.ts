import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';
import { NO_POS } from './pos-read.ts';

/** `DELETE /pos/<pos_id>/`: payments made there keep its id (D-72). */
export const posDelete: Handler<'posDelete'> = async ({ context, caller, params }) => {
  const found = await context.store.pos.remove(caller.merchantId, params.pos_id);
  if (!found) return refuse('Not Found', NO_POS);
  return answer({ status: 204, body: undefined });
};
