import { type PortalMe, RIGHTS_OF } from '../../../shared/portal/sign-in.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { tooOften } from '../../sign-in/sign-ins.ts';
import type { PortalEndpoint, SignedCall } from '../endpoint.ts';
import type { TakenFactor } from '../second-factor.ts';
import type { PersonEntry } from '../session.ts';
import { meOf } from './me.ts';

const WRONG_CODE = refuse(
  'Unauthorized',
  'The code is not right, or has run out. Ask for a new one.',
);
const WRONG_FACTOR = refuse(
  'Unauthorized',
  'This code is not right, or was used. Wait for the next code of the app, or start again.',
);

/** The code of the app is not looked at: another one would be refused as well (D-640). */
const SIGN_IN_OVER = refuse(
  'Conflict',
  'This sign-in took too long, or the app of this person was changed meanwhile. Start again with the e-mail address.',
);

/** The owner of an address's codes; each address has one, so that all cost the same work. */
const holderOf = (email: string) => ({ id: `portal ${email}` });

/**
 * `POST /portal/v1/email-code`: sends a one-time code. The answer and the work are the same for every
 * address; only nothing is sent to an unknown one.
 */
export const emailCode: PortalEndpoint<'emailCode'> = async (call) => {
  const { services, exchange } = call;
  const { deliverCode } = services;
  if (deliverCode === null) {
    services.onNoGateway();
    return refuse(
      'Service Unavailable',
      'This service cannot send codes by e-mail yet. Contact the operator of the service.',
    );
  }
  const address = exchange.address;
  const { email: name } = call.body;
  const refusal = tooOften(services.emailSignIns.requestCode({ name, address }));
  if (refusal) return refusal;
  const [known] = await services.deps.store.sspUsers.access(name, 1);
  const code = await services.emailCodes.issue(holderOf(name), address);
  // To the address as it was stored: a mail server may tell upper and lower case apart.
  if (known !== undefined) await deliverCode({ email: known.email }, code);
  return answer(null);
};

/** `POST /portal/v1/email-session`: checks the code of the e-mail and answers a ticket. */
export const emailSession: PortalEndpoint<'emailSession'> = async (call) => {
  const { services, exchange } = call;
  const address = exchange.address;
  const { email: name } = call.body;
  const known = await services.deps.store.sspUsers.access(name, 1);
  const check = () => services.emailCodes.take(holderOf(name), call.body.code, address);
  const { right, wait } = await services.emailSignIns.try(
    { name, address },
    known.length > 0,
    check,
  );
  if (!right) return tooOften(wait) ?? WRONG_CODE;
  return answer(await services.factors.ticketFor(name));
};

/**
 * `POST /portal/v1/second-factor`: signs in with the ticket and a code of the app, or a recovery code.
 * The first right code enrols the app. A ticket that is over is a conflict, not a wrong code (D-640).
 */
export const secondFactor: PortalEndpoint<'secondFactor'> = async (call) => {
  const { services, exchange } = call;
  const ticket = services.factors.readTicket(call.body.ticket);
  if (ticket === null) return SIGN_IN_OVER;
  const { email } = ticket;
  const result: { taken: TakenFactor | 'over' | null } = { taken: null };
  const { right, wait } = await services.factorTries.try(
    { name: email, address: exchange.address },
    true,
    async () => {
      result.taken = await services.factors.take(ticket, call.body.code);
      return result.taken !== null && result.taken !== 'over';
    },
  );
  if (result.taken === 'over') return tooOften(wait) ?? SIGN_IN_OVER;
  if (!right || result.taken === null) return tooOften(wait) ?? WRONG_FACTOR;
  const { factor, recoveryCodes } = result.taken;
  const merchants = await services.deps.store.sspUsers.access(email, LIMITS.portalPage);
  const [access] = merchants;
  // The user was removed between the two factors.
  if (access === undefined) return SIGN_IN_OVER;
  const me = await enter(call, { email, factor, access }, merchants);
  return answer({ me, recovery_codes: [...recoveryCodes] });
};

/** `POST /portal/v1/merchant`: opens another merchant of the same person. */
export const openMerchant: PortalEndpoint<'openMerchant'> = async (call) => {
  const { services, session } = call;
  const { name: email, merchants, user } = session;
  const access = merchants.find(({ merchantId }) => merchantId === call.body.merchant_id);
  const factor = user === null ? await services.deps.store.sspUsers.factor(email) : null;
  if (access === undefined || factor === null) {
    return refuse('Not Found', 'You have no shop of this id.');
  }
  return answer(await enter(call, { email, factor, access }, merchants, session.life));
};

async function enter(
  { services, headers }: Pick<SignedCall, 'services' | 'headers'>,
  entry: PersonEntry,
  merchants: SignedCall['session']['merchants'],
  life?: SignedCall['session']['life'],
): Promise<PortalMe> {
  const { email, access } = entry;
  services.sessions.openPerson(headers, entry, life);
  const { merchantId, userId, role } = access;
  services.deps.log.info({ merchantId, userId, role }, 'a self-service user opened the portal');
  return meOf(services, { merchantId, name: email, rights: RIGHTS_OF[role], merchants });
}
