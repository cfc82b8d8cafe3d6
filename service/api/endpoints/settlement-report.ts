import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /settlement_report/`: settlements of a span of time with what they add up to. */
export const settlementReport: Handler<'settlementReport'> = async ({ context, caller, query }) => {
  const made = await context.settlements.report(caller.merchantId, query);
  return made.ok ? answer({ status: 200, body: made.value }) : made;
};
