import type { z } from 'zod';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { walletRequests } from '../../../shared/wallet/contract.ts';
import type { SignedInCall } from '../endpoint.ts';
import { requestView } from '../request-view.ts';

/** `GET /wallet/v1/requests`: the customer's own, open ones first. */
export async function requests(
  call: SignedInCall,
): Promise<Answer<z.infer<typeof walletRequests>>> {
  const { deps: context } = call.services;
  const { id } = call.session.customer;
  const payments = await context.payments.customerSide.list(id, LIMITS.walletListMax);
  const items = await Promise.all(payments.map((payment) => requestView(context, id, payment)));
  return answer({ items });
}
