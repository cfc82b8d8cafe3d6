import type { Answer } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { type WalletRequest, walletApproveInput } from '../../../shared/wallet/contract.ts';
import type { SignedInCall } from '../endpoint.ts';
import { viewOf } from '../request-view.ts';
import { NO_SUCH_REQUEST, tidOf } from '../tid.ts';

/** `POST /wallet/v1/requests/<tid>/approve`: with another additional amount where it may be edited. */
export async function requestApprove(call: SignedInCall): Promise<Answer<WalletRequest>> {
  const { deps: context } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.request);
  if (tid === null) return NO_SUCH_REQUEST;
  const input = validate(walletApproveInput, call.request.body ?? {});
  if (!input.ok) return input;
  const choice = { additionalAmount: input.value.additional_amount, credit: false };
  return viewOf(context, id, await context.payments.customerSide.confirm(id, tid, choice));
}
