import { clientAddressOf } from '../../../shared/node/http/client-address.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import {
  type WalletCodeReply,
  type WalletMe,
  walletCodeInput,
  walletDemoSessionInput,
  walletRegistrationInput,
  walletSessionInput,
} from '../../../shared/wallet/contract.ts';
import { closeSession, openSession, readSession } from '../../sign-in/customer-session.ts';
import { issueTicket, register, standingOf } from '../../sign-in/registration.ts';
import { tooOften } from '../../sign-in/sign-ins.ts';
import type { Customer } from '../../store/store.ts';
import { ANSWERED, NOTHING } from '../../web/express-endpoint.ts';
import type { SignedInCall, WalletCall } from '../endpoint.ts';
import type { WalletServices } from '../wallet-services.ts';

const WRONG_CODE = refuse(
  'Unauthorized',
  'The code is not right, or has run out. Ask for a new one.',
);

/** `POST /wallet/v1/session`: signs in with a phone number and its one-time code. */
export async function signIn(call: WalletCall): Promise<Answer<WalletMe>> {
  const { services, request, response } = call;
  const input = validate(walletSessionInput, request.body ?? {});
  if (!input.ok) return input;
  const { msisdn, code } = input.value;
  const address = clientAddressOf(request);
  const rule = services.registration;
  const standing = await standingOf(services.deps.store, msisdn, rule);
  const { customer, mayRegister, holder } = standing;
  const check = () => services.codes.take(holder, code, address);
  const real = customer !== null || mayRegister;
  const { right, wait } = await services.signIns.try({ name: msisdn, address }, real, check);
  if (!right) return tooOften(wait) ?? WRONG_CODE;
  if (customer !== null) {
    await openSession(services.deps, response, customer);
    return answer(meOf(customer, services));
  }
  if (rule.mode === 'closed') return WRONG_CODE;
  const ticket = await issueTicket(services.deps, msisdn);
  return answer({ ...meOf(null, services), registration: { ticket, terms: rule.terms } });
}

const NOT_REGISTERED = refuse(
  'Unauthorized',
  'The registration took too long, or this number cannot register. Ask for a new code.',
);

/** `POST /wallet/v1/registration`: makes the customer of a ticket and signs in. */
export async function registration(call: WalletCall): Promise<Answer<WalletMe>> {
  const { services, request, response } = call;
  const rule = services.registration;
  if (rule.mode === 'closed') return refuse('Not Found', 'Nobody can register here.');
  const input = validate(walletRegistrationInput, request.body ?? {});
  if (!input.ok) return input;
  // The ticket stays valid, so the page can show the new terms and send again.
  if (input.value.terms_version !== rule.terms.version) {
    return refuse('Conflict', 'The terms have changed. Ask for a new code and read them again.');
  }
  const customer = await register(services.deps, input.value, rule);
  if (customer === null) return NOT_REGISTERED;
  await openSession(services.deps, response, customer);
  return answer(meOf(customer, services));
}

/** `DELETE /wallet/v1/session`: signs out and ends the streams of this session. */
export async function signOut(call: SignedInCall): Promise<Answer<typeof NOTHING>> {
  await closeSession(call.services.deps, call.response, call.session);
  call.services.streams.closeSession(call.session.tokenHash);
  return answer(NOTHING);
}

/** `POST /wallet/v1/demo-session`: signs in a customer of the demo without a code. */
export async function demoSession(call: WalletCall): Promise<Answer<WalletMe>> {
  const { services, request, response } = call;
  if (!services.demo) return refuse('Not Found', 'There is no demo for you here.');
  const input = validate(walletDemoSessionInput, request.body ?? {});
  if (!input.ok) return input;
  const refusal = tooOften(services.signIns.demoSession(clientAddressOf(request)));
  if (refusal) return refusal;
  const { customers } = services.deps.store;
  const msisdn = input.value.msisdn ?? services.demoCustomer;
  const customer =
    msisdn === null ? (await customers.list(1))[0] : await customers.byMsisdn(msisdn);
  if (!customer) return refuse('Not Found', 'No customer of this demo has this number.');
  await openSession(services.deps, response, customer);
  return answer(meOf(customer, services));
}

/** `GET /wallet/v1/me`. */
export async function me({ services, request }: WalletCall): Promise<Answer<WalletMe>> {
  const session = await readSession(services.deps, request);
  return answer(meOf(session?.customer ?? null, services));
}

export function meOf(
  customer: Customer | null,
  services: Pick<WalletServices, 'demo' | 'deliverCode' | 'deps' | 'registration'>,
): WalletMe {
  const { demo, deliverCode, deps } = services;
  const codes = demo ? 'shown' : deliverCode === null ? 'none' : 'sent';
  const view = customer && { name: customer.name, msisdn: customer.msisdn };
  const origins = [deps.addresses().wallet];
  const me: WalletMe = { customer: view, demo, codes, origins };
  return services.registration.mode === 'closed' ? me : { ...me, registers: true };
}

/**
 * `POST /wallet/v1/code`: sends a one-time code. Outside the demo an unknown number gets the same
 * reply as a known one, so that the reply does not reveal who is a customer.
 */
export async function code({ services, request }: WalletCall): Promise<Answer<WalletCodeReply>> {
  const input = validate(walletCodeInput, request.body ?? {});
  if (!input.ok) return input;
  const address = clientAddressOf(request);
  // Nothing is sent, so nothing is counted against the customer.
  if (!services.demo && services.deliverCode === null) {
    return refuse(
      'Service Unavailable',
      'This service cannot send codes yet. Contact the operator of the service.',
    );
  }
  const refusal = tooOften(services.signIns.requestCode({ name: input.value.msisdn, address }));
  if (refusal) return refusal;
  const { store } = services.deps;
  const standing = await standingOf(store, input.value.msisdn, services.registration);
  const real = standing.customer !== null || standing.mayRegister;
  if (!real && services.demo)
    return refuse('Not Found', 'No customer of this demo has this number.');
  // A number without a customer costs the same work; only nothing is sent to it.
  const digits = await services.codes.issue(standing.holder, address);
  if (services.demo) return answer({ demo_code: digits });
  if (real) await services.deliverCode?.(standing.holder, digits);
  return answer({ demo_code: null });
}

/** `GET /wallet/v1/events`: a stream of server-sent events, one per change of a request. */
export async function events(call: SignedInCall): Promise<Answer<typeof ANSWERED>> {
  if (call.services.streams.open(call.session, call.response)) return answer(ANSWERED);
  return refuse('Service Unavailable', 'Too many wallets are open. Try again in a moment.');
}
