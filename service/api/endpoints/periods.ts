import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `PUT /pos/<pos_id>/period/<number>/` (D-313). */
export const periodPut: Handler<'periodPut'> = async ({ deps, caller, params, body }) => {
  const number = /^[1-9]\d{0,8}$/.test(params.number) ? Number(params.number) : 0;
  const till = { posId: params.pos_id, number };
  const taken = await deps.periods.take(caller.merchantId, till, body);
  return taken.ok ? answer({ status: 200, body: taken.value }) : taken;
};
