import { reference } from '../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { WalletEndpoint } from '../endpoint.ts';
import { requestView, viewOf } from '../request-view.ts';

/** `GET /wallet/v1/requests`: the customer's requests, open ones first. */
export const requests: WalletEndpoint<'requests'> = async (call) => {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const payments = await deps.payments.customerSide.list(id, LIMITS.walletListMax);
  const items = await Promise.all(payments.map((payment) => requestView(deps, id, payment)));
  return answer({ items });
};

/** `GET /wallet/v1/requests/<tid>`: the customer's own request, or an open, unclaimed one. */
export const requestRead: WalletEndpoint<'requestRead'> = async (call) => {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.params);
  const payment = tid === null ? null : await deps.payments.customerSide.read(id, tid);
  return payment ? answer(await requestView(deps, id, payment)) : NO_SUCH_REQUEST;
};

/** `POST /wallet/v1/requests/<tid>/claim`: the first customer to open a request gets it (D-81). */
export const requestClaim: WalletEndpoint<'requestClaim'> = async (call) => {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.params);
  if (tid === null) return NO_SUCH_REQUEST;
  return viewOf(deps, id, await deps.payments.customerSide.claim(id, tid));
};

/** `POST /wallet/v1/requests/<tid>/approve`: with another additional amount if it is editable. */
export const requestApprove: WalletEndpoint<'requestApprove'> = async (call) => {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.params);
  if (tid === null) return NO_SUCH_REQUEST;
  const choice = { additionalAmount: call.body.additional_amount, credit: false };
  return viewOf(deps, id, await deps.payments.customerSide.confirm(id, tid, choice));
};

/** `POST /wallet/v1/requests/<tid>/reject`. */
export const requestReject: WalletEndpoint<'requestReject'> = async (call) => {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.params);
  if (tid === null) return NO_SUCH_REQUEST;
  return viewOf(deps, id, await deps.payments.customerSide.reject(id, tid));
};

/** The tid in the path, or null if it does not have the form of a tid. */
export function tidOf(params: { readonly tid: string }): string | null {
  const tid = reference.safeParse(params.tid);
  return tid.success ? tid.data : null;
}

/** Used for an unknown request and for a request of another customer. */
export const NO_SUCH_REQUEST = refuse('Not Found', 'There is no such request.');
