import { peerName } from '../../../shared/node/http/peer-address.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import {
  type WalletMe,
  walletDemoSessionInput,
  walletSessionInput,
} from '../../../shared/wallet/contract.ts';
import { NOTHING, type SignedInCall, type WalletCall } from '../endpoint.ts';
import { closeSession, openSession } from '../session.ts';
import { tooOften } from '../too-often.ts';
import { meOf } from './me.ts';

const WRONG_CODE = refuse(
  'Unauthorized',
  'The code is not right, or has run out. Ask for a new one.',
);

/** `POST /wallet/v1/session`: signs in with a phone number and its one-time code. */
export async function signIn(call: WalletCall): Promise<Answer<WalletMe>> {
  const { services: parts, request, response } = call;
  const input = validate(walletSessionInput, request.body ?? {});
  if (!input.ok) return input;
  const { msisdn, code } = input.value;
  const address = request.socket.remoteAddress ?? '';
  const customer = await parts.deps.store.customers.byMsisdn(msisdn);
  const check = customer && (() => parts.codes.take(customer, code, address));
  const { right, wait } = await parts.signIns.try({ msisdn, address }, check);
  if (!customer || !right) return tooOften(wait) ?? WRONG_CODE;
  await openSession(parts.deps, response, customer);
  return answer(meOf(customer, parts));
}

/** `DELETE /wallet/v1/session`: signs out, and ends the streams of this session. */
export async function signOut(call: SignedInCall): Promise<Answer<typeof NOTHING>> {
  await closeSession(call.services.deps, call.response, call.session);
  call.services.streams.closeSession(call.session.tokenHash);
  return answer(NOTHING);
}

/** `POST /wallet/v1/demo-session`: signs in a customer of the demo without a code. */
export async function demoSession(call: WalletCall): Promise<Answer<WalletMe>> {
  const { services: parts, request, response } = call;
  if (!parts.demo) return refuse('Not Found', 'This service does not run the demo.');
  const input = validate(walletDemoSessionInput, request.body ?? {});
  if (!input.ok) return input;
  const peer = peerName(request.socket.remoteAddress ?? '');
  const refusal = tooOften(parts.demoSessions.take(peer));
  if (refusal) return refusal;
  const { customers } = parts.deps.store;
  const msisdn = input.value.msisdn ?? parts.demoCustomer;
  const customer =
    msisdn === null ? (await customers.list(1))[0] : await customers.byMsisdn(msisdn);
  if (!customer) return refuse('Not Found', 'No customer of this demo has this number.');
  await openSession(parts.deps, response, customer);
  return answer(meOf(customer, parts));
}
