import type { Request } from 'express';
import type { z } from 'zod';
import { reference } from '../../../shared/protocol/basic.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import {
  type WalletRequest,
  walletApproveInput,
  type walletRequests,
} from '../../../shared/wallet/contract.ts';
import type { SignedInCall } from '../endpoint.ts';
import { requestView, viewOf } from '../request-view.ts';

/** `GET /wallet/v1/requests`: the customer's requests, open ones first. */
export async function requests(
  call: SignedInCall,
): Promise<Answer<z.infer<typeof walletRequests>>> {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const payments = await deps.payments.customerSide.list(id, LIMITS.walletListMax);
  const items = await Promise.all(payments.map((payment) => requestView(deps, id, payment)));
  return answer({ items });
}

/** `GET /wallet/v1/requests/<tid>`: the customer's own request, or an open, unclaimed one. */
export async function requestRead(call: SignedInCall): Promise<Answer<WalletRequest>> {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.request);
  const payment = tid === null ? null : await deps.payments.customerSide.read(id, tid);
  return payment ? answer(await requestView(deps, id, payment)) : NO_SUCH_REQUEST;
}

/** `POST /wallet/v1/requests/<tid>/claim`: the first customer to open a request gets it (D-81). */
export async function requestClaim(call: SignedInCall): Promise<Answer<WalletRequest>> {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.request);
  if (tid === null) return NO_SUCH_REQUEST;
  return viewOf(deps, id, await deps.payments.customerSide.claim(id, tid));
}

/** `POST /wallet/v1/requests/<tid>/approve`: with another additional amount if it is editable. */
export async function requestApprove(call: SignedInCall): Promise<Answer<WalletRequest>> {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.request);
  if (tid === null) return NO_SUCH_REQUEST;
  const input = validate(walletApproveInput, call.request.body ?? {});
  if (!input.ok) return input;
  const choice = { additionalAmount: input.value.additional_amount, credit: false };
  return viewOf(deps, id, await deps.payments.customerSide.confirm(id, tid, choice));
}

/** `POST /wallet/v1/requests/<tid>/reject`. */
export async function requestReject(call: SignedInCall): Promise<Answer<WalletRequest>> {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.request);
  if (tid === null) return NO_SUCH_REQUEST;
  return viewOf(deps, id, await deps.payments.customerSide.reject(id, tid));
}

/** The tid in the path, or null if it does not have the form of a tid. */
export function tidOf(request: Request): string | null {
  const tid = reference.safeParse(request.params.tid);
  return tid.success ? tid.data : null;
}

/** Used for an unknown request and for a request of another customer. */
export const NO_SUCH_REQUEST = refuse('Not Found', 'There is no such request.');
