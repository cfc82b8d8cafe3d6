import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /settlement/<id>/`: the addresses of the logs are made anew each time (D-174). */
export const settlementRead: Handler<'settlementRead'> = async ({ context, caller, params }) => {
  const found = await context.settlements.read(caller.merchantId, params.settlement_id);
  return found.ok ? answer({ status: 200, body: found.value }) : found;
};
