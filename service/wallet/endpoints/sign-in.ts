import type { ServerResponse } from 'node:http';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { WalletMe } from '../../../shared/wallet/contract.ts';
import { closeSession, openSession, readSession } from '../../sign-in/customer-session.ts';
import { issueTicket, register, standingOf } from '../../sign-in/registration.ts';
import { tooOften } from '../../sign-in/sign-ins.ts';
import type { Customer } from '../../store/store.ts';
import type { WalletEndpoint } from '../endpoint.ts';
import type { WalletServices } from '../wallet-services.ts';

const WRONG_CODE = refuse(
  'Unauthorized',
  'The code is not right, or has run out. Ask for a new one.',
);

/** `POST /wallet/v1/session`: signs in with a phone number and its one-time code. */
export const signIn: WalletEndpoint<'signIn'> = async (call) => {
  const { services, exchange, headers, body } = call;
  const { msisdn, code } = body;
  const address = exchange.address;
  const rule = services.registration;
  const standing = await standingOf(services.deps.store, msisdn, rule);
  const { customer, mayRegister, holder } = standing;
  const check = () => services.codes.take(holder, code, address);
  const real = customer !== null || mayRegister;
  const { right, wait } = await services.signIns.try({ name: msisdn, address }, real, check);
  if (!right) return tooOften(wait) ?? WRONG_CODE;
  if (customer !== null) {
    await openSession(services.deps, headers, customer);
    return answer(meOf(customer, services));
  }
  if (rule.mode === 'closed') return WRONG_CODE;
  const ticket = await issueTicket(services.deps, msisdn);
  return answer({ ...meOf(null, services), registration: { ticket, terms: rule.terms } });
};

const NOT_REGISTERED = refuse(
  'Unauthorized',
  'The registration took too long, or this number cannot register. Ask for a new code.',
);

/** `POST /wallet/v1/registration`: makes the customer of a ticket and signs in. */
export const registration: WalletEndpoint<'registration'> = async (call) => {
  const { services, headers, body } = call;
  const rule = services.registration;
  if (rule.mode === 'closed') return refuse('Not Found', 'Nobody can register here.');
  // The ticket stays valid, so the page can show the new terms and send again.
  if (body.terms_version !== rule.terms.version) {
    return refuse('Conflict', 'The terms have changed. Ask for a new code and read them again.');
  }
  const customer = await register(services.deps, body, rule);
  if (customer === null) return NOT_REGISTERED;
  await openSession(services.deps, headers, customer);
  return answer(meOf(customer, services));
};

/** `DELETE /wallet/v1/session`: signs out and ends the streams of this session. */
export const signOut: WalletEndpoint<'signOut'> = async (call) => {
  await closeSession(call.services.deps, call.headers, call.session);
  call.services.streams.closeSession(call.session.tokenHash);
  return answer(null);
};

/** `POST /wallet/v1/demo-session`: signs in a customer of the demo without a code. */
export const demoSession: WalletEndpoint<'demoSession'> = async (call) => {
  const { services, exchange, headers, body } = call;
  if (!services.demo) return refuse('Not Found', 'There is no demo for you here.');
  const refusal = tooOften(services.signIns.demoSession(exchange.address));
  if (refusal) return refusal;
  const { customers } = services.deps.store;
  const msisdn = body.msisdn ?? services.demoCustomer;
  const customer =
    msisdn === null ? (await customers.list(1))[0] : await customers.byMsisdn(msisdn);
  if (!customer) return refuse('Not Found', 'No customer of this demo has this number.');
  await openSession(services.deps, headers, customer);
  return answer(meOf(customer, services));
};

/** `GET /wallet/v1/me`. */
export const me: WalletEndpoint<'me'> = async ({ services, exchange }) => {
  const session = await readSession(services.deps, exchange);
  return answer(meOf(session?.customer ?? null, services));
};

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
export const code: WalletEndpoint<'code'> = async ({ services, exchange, body: { msisdn } }) => {
  const address = exchange.address;
  // Nothing is sent, so nothing is counted against the customer.
  if (!services.demo && services.deliverCode === null) {
    return refuse(
      'Service Unavailable',
      'This service cannot send codes yet. Contact the operator of the service.',
    );
  }
  const refusal = tooOften(services.signIns.requestCode({ name: msisdn, address }));
  if (refusal) return refusal;
  const { store } = services.deps;
  const standing = await standingOf(store, msisdn, services.registration);
  const real = standing.customer !== null || standing.mayRegister;
  if (!real && services.demo)
    return refuse('Not Found', 'No customer of this demo has this number.');
  // A number without a customer costs the same work; only nothing is sent to it.
  const digits = await services.codes.issue(standing.holder, address);
  if (services.demo) return answer({ demo_code: digits });
  if (real) await services.deliverCode?.(standing.holder, digits);
  return answer({ demo_code: null });
};

/** `GET /wallet/v1/events`: a stream of server-sent events, one per change of a request. */
export const events: WalletEndpoint<'events'> = async (call) => {
  const { services, session } = call;
  if (!services.streams.hasRoom()) {
    return refuse('Service Unavailable', 'Too many wallets are open. Try again in a moment.');
  }
  const write = (response: ServerResponse) => {
    // The last place was taken, or the service has stopped, since the look above.
    if (!services.streams.open(session, response)) response.destroy();
  };
  return answer({ status: 200, write });
};
