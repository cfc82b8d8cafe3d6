import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';

/**
 * `GET /last_settlement/`: a redirect to the latest settlement, which is in the body too, because
 * clients that sign cannot follow a redirect with the signature of another address (D-172).
 */
export const lastSettlement: Handler<'lastSettlement'> = async ({ context, caller }) => {
  const found = await context.settlements.last(caller.merchantId);
  if (!found.ok) return found;
  const path = pathOf('settlementRead', { settlement_id: found.value.id });
  const location = context.addresses().base + context.signedRedirects.address(path, caller);
  return answer({ status: 302, body: found.value, location });
};
