import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';
import { NO_POS } from './pos-read.ts';

/** `PUT /pos/<pos_id>/`: replaces name, type and location. */
export const posUpdate: Handler<'posUpdate'> = async ({ context, caller, params, body }) => {
  const found = await context.store.pos.update(caller.merchantId, params.pos_id, body);
  if (!found) return refuse('Not Found', NO_POS);
  return answer({ status: 204, body: undefined });
};
