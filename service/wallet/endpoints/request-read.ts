import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import type { WalletRequest } from '../../../shared/wallet/contract.ts';
import type { SignedInCall } from '../endpoint.ts';
import { requestView } from '../request-view.ts';
import { NO_SUCH_REQUEST, tidOf } from '../tid.ts';

/** `GET /wallet/v1/requests/<tid>`: one's own, or an open one that nobody has claimed. */
export async function requestRead(call: SignedInCall): Promise<Answer<WalletRequest>> {
  const { deps: context } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.request);
  const payment = tid === null ? null : await context.payments.customerSide.read(id, tid);
  return payment ? answer(await requestView(context, id, payment)) : NO_SUCH_REQUEST;
}
