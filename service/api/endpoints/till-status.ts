import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `PUT /pos/<pos_id>/status/` (D-350). */
export const tillStatusPut: Handler<'tillStatusPut'> = async ({ deps, caller, params, body }) => {
  const noted = await deps.fleet.report(caller.merchantId, params.pos_id, body);
  return noted.ok ? answer({ status: 204, body: undefined }) : noted;
};
