import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /sales_summary/`: what was sold, by product and period. */
export const salesSummary: Handler<'salesSummary'> = async ({ context, caller, query }) => {
  const made = await context.settlements.salesSummary(caller.merchantId, query);
  return made.ok ? answer({ status: 200, body: made.value }) : made;
};
