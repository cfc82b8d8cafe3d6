import type { Answer } from '../../../shared/protocol/errors.ts';
import type { WalletRequest } from '../../../shared/wallet/contract.ts';
import type { SignedInCall } from '../endpoint.ts';
import { viewOf } from '../request-view.ts';
import { NO_SUCH_REQUEST, tidOf } from '../tid.ts';

/** `POST /wallet/v1/requests/<tid>/claim`: the first one to open a request has it (D-81). */
export async function requestClaim(call: SignedInCall): Promise<Answer<WalletRequest>> {
  const { deps: context } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.request);
  if (tid === null) return NO_SUCH_REQUEST;
  return viewOf(context, id, await context.payments.customerSide.claim(id, tid));
}
