import { isLoopback, isLoopbackHost } from '../../../shared/node/http/client-address.ts';
import type { PortalMe } from '../../../shared/portal/contract.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { userInput } from '../../../shared/protocol/user.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { User } from '../../store/store.ts';
import type { PortalEndpoint, SignedCall } from '../endpoint.ts';
import { rightsOf } from '../session.ts';
import { meOf } from './me.ts';

const NOT_FOR_TILLS =
  'This is the user of a till, which has no access to these pages. Sign in as a user of the office.';

/**
 * `POST /portal/v1/session`: signs in as an API user with its secret. The API's own check is used,
 * so both share one limit of failed logins and one error for all failures.
 */
export const signIn: PortalEndpoint<'signIn'> = async (call) => {
  const { services } = call;
  const { merchant_id, user_id, secret } = call.body;
  const { target, address } = call.exchange;
  const checked = await services.authenticator.bySecret({
    merchantId: merchant_id,
    userId: user_id,
    secret,
    target,
    address,
  });
  if (!checked.ok) {
    const { refusal, retryAfterSeconds: after } = checked;
    return refuse(refusal.type, refusal.description, after ? { retry_after: after } : undefined);
  }
  const { merchantId, userId, till } = checked.value;
  if (till !== undefined) return refuse('Unauthorized', NOT_FOR_TILLS);
  const user = await services.deps.store.users.read(merchantId, userId);
  // The user was removed just after it signed in.
  if (user === null) return refuse('Unauthorized', 'This user is not there any more.');
  return enter(call, merchantId, user);
};

/** `POST /portal/v1/first-user`: creates the user of an invitation of the operator, and signs in. */
export const firstUser: PortalEndpoint<'firstUser'> = async (call) => {
  const { deps } = call.services;
  const { merchant_id: merchantId, token, user_id: id, pubkey } = call.body;
  const secret = deps.ids.token();
  const checked = validate(userInput, { id, pubkey, secret });
  if (!checked.ok) return checked;
  const invitation = { token, now: deps.clock.now() };
  const made = await deps.users.createInvited(merchantId, checked.value, invitation);
  if (!made.ok) return made;
  const me = await enter(call, merchantId, made.value);
  return me.ok ? answer({ me: me.value, secret }) : me;
};

/**
 * `POST /portal/v1/demo-session`: opens the demo's shop without a secret, for the user of this machine
 * who started the service.
 */
export const demoSession: PortalEndpoint<'demoSession'> = async (call) => {
  const { demo, deps, ownUser } = call.services;
  // Behind a proxy that is not trusted every caller has the proxy's address; the host tells them apart.
  const { host = '' } = call.exchange.headers;
  const local = isLoopback(call.exchange.address) && isLoopbackHost(host);
  if (demo === null || !local || !(await ownUser(call.exchange))) {
    return refuse('Not Found', 'There is no demo shop to open here.');
  }
  const user = await deps.store.users.read(demo.merchantId, demo.userId);
  if (user === null) return refuse('Not Found', 'The demo shop has no such user any more.');
  return enter(call, demo.merchantId, user);
};

/** `DELETE /portal/v1/session`: signs out. */
export const signOut: PortalEndpoint<'signOut'> = async (call) => {
  await call.services.sessions.close(call.headers, call.session);
  return answer(null);
};

/**
 * `GET /portal/v1/session` and `POST /portal/v1/session/use`: 204 in a session, 401 after its end. The
 * second is a use of the session (a person stays signed in), the first one only if the page was used.
 */
export const sessionState: PortalEndpoint<'sessionState'> = async () => answer(null);
export const sessionUse: PortalEndpoint<'sessionUse'> = async () => answer(null);

async function enter(
  { services, headers }: Pick<SignedCall, 'services' | 'headers'>,
  merchantId: string,
  user: User,
): Promise<Answer<PortalMe>> {
  services.sessions.open(headers, merchantId, user);
  const rights = rightsOf(user);
  return answer(await meOf(services, { merchantId, name: user.id, rights, merchants: [] }));
}
