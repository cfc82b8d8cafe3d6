import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /pos/<pos_id>/`. */
export const posRead: Handler<'posRead'> = async ({ context, caller, params }) => {
  const pos = await context.store.pos.read(caller.merchantId, params.pos_id);
  if (pos === null) return refuse('Not Found', NO_POS);
  return answer({ status: 200, body: pos });
};

/** The same for an id that is unknown and for one that is another merchant's (D-26). */
export const NO_POS = 'There is no point of sale of this id.';
