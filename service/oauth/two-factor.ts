import { answer, refuse } from '../../shared/protocol/errors.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { issuerOf } from '../payments/payments.ts';
import { judge } from './authorize.ts';
import { queryOf } from './browser.ts';
import type { OauthDeps } from './deps.ts';
import type { CustomerEndpoint } from './endpoint.ts';
import { answerRequest, keepRequest } from './requests.ts';

type TwoFactorDeps = Pick<OauthDeps, 'store' | 'clock' | 'ids' | 'addresses'>;

/** `GET /oauth2/pre_auth` (D-126): checks the request and stores it for the signed-in customer. */
export function preAuth(deps: TwoFactorDeps): CustomerEndpoint<'preAuth'> {
  return async ({ who: { customer }, exchange }) => {
    const issuer = issuerOf(deps.addresses());
    const judged = await judge(queryOf(exchange), deps.store.oauth, issuer);
    if (judged.kind !== 'asked') {
      const why = judged.kind === 'tell_customer' ? judged.error : null;
      const details = judged.kind === 'tell_client' ? { redirect_to: judged.location } : why;
      return refuse('Bad Request', 'The request is not valid.', { ...details });
    }
    const by = { id: deps.ids.message(), customerId: customer.id, loginHash: null };
    const { id, authorisation, expires } = await keepRequest(deps, judged.authorisation, by);
    return answer({
      request_id: id,
      client_id: judged.client.id,
      client_name: judged.client.name,
      scope: authorisation.scope,
      redirect_uri: authorisation.redirectUri,
      state: authorisation.state,
      expires_in: Math.ceil((expires - deps.clock.now()) / SECOND),
    });
  };
}

const NO_REQUEST = refuse('Not Found', 'There is no such request, or it is over.');
const NOT_ANSWERED = refuse(
  'Conflict',
  'The request was answered already, or more would be granted than was asked for.',
);

/**
 * `POST /oauth2/post_auth/<request_id>` (D-127): grants or refuses; returns the address to continue
 * at.
 */
export function postAuth(deps: TwoFactorDeps): CustomerEndpoint<'postAuth'> {
  return async ({ who: { customer }, params, body }) => {
    const open = await deps.store.oauth.request(params.request_id, deps.clock.now());
    if (open === null || open.customerId !== customer.id) return NO_REQUEST;
    const { approved, scope } = body;
    const redirect_to = await answerRequest(
      deps,
      open,
      approved ? { kind: 'granted', customerId: customer.id, scope } : { kind: 'refused' },
    );
    return redirect_to === null ? NOT_ANSWERED : answer({ redirect_to });
  };
}
