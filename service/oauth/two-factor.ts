import type { Request, RequestHandler, Response } from 'express';
import { refuse } from '../../shared/protocol/errors.ts';
import { postAuthInput } from '../../shared/protocol/oauth.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { issuerOf } from '../payments/payments.ts';
import { readSession, type Session } from '../sign-in/customer-session.ts';
import { failed, sendFailure } from '../web/express-endpoint.ts';
import { guard } from '../web/guard.ts';
import { queryOf } from './auth-page.ts';
import { judge } from './authorize.ts';
import type { OauthDeps } from './deps.ts';
import { answerRequest, keepRequest } from './requests.ts';

type TwoFactorDeps = Pick<OauthDeps, 'store' | 'clock' | 'ids' | 'log' | 'addresses'>;

type Act = (request: Request, response: Response, session: Session) => Promise<void>;

/**
 * TWOFACTOR: a customer who signed in with phone number and one-time code on the service's own
 * pages.
 */
function twoFactor(deps: Omit<TwoFactorDeps, 'ids'>, act: Act): RequestHandler {
  return async (request, response) => {
    try {
      const allowed = guard(request, deps.addresses());
      if (!allowed.ok) return sendFailure(response, allowed);
      const session = await readSession(deps, request);
      if (session !== null) return await act(request, response, session);
      sendFailure(response, refuse('Unauthorized', 'Sign in first.'));
    } catch (error) {
      sendFailure(response, failed(request, deps.log, error));
    }
  };
}

/** `GET /oauth2/pre_auth` (D-126): checks the request and stores it for the signed-in customer. */
export function preAuth(deps: TwoFactorDeps): RequestHandler {
  return twoFactor(deps, async (request, response, { customer }) => {
    const issuer = issuerOf(deps.addresses());
    const judged = await judge(queryOf(request), deps.store.oauth, issuer);
    if (judged.kind !== 'asked') {
      const why = judged.kind === 'tell_customer' ? judged.error : null;
      const details = judged.kind === 'tell_client' ? { redirect_to: judged.location } : why;
      return sendFailure(
        response,
        refuse('Bad Request', 'The request is not valid.', { ...details }),
      );
    }
    const by = { id: deps.ids.message(), customerId: customer.id, loginHash: null };
    const { id, authorisation, expires } = await keepRequest(deps, judged.authorisation, by);
    response
      .status(200)
      .set('cache-control', 'no-store')
      .json({
        request_id: id,
        client_id: judged.client.id,
        client_name: judged.client.name,
        scope: authorisation.scope,
        redirect_uri: authorisation.redirectUri,
        state: authorisation.state,
        expires_in: Math.ceil((expires - deps.clock.now()) / SECOND),
      });
  });
}

const NO_REQUEST = refuse('Not Found', 'There is no such request, or it is over.');

/**
 * `POST /oauth2/post_auth/<request_id>` (D-127): grants or refuses; returns the address to continue
 * at.
 */
export function postAuth(deps: TwoFactorDeps): RequestHandler {
  return twoFactor(deps, async (request, response, { customer }) => {
    const input = validate(postAuthInput, request.body ?? {});
    if (!input.ok) return sendFailure(response, input);
    const id = String(request.params.request_id);
    const open = await deps.store.oauth.request(id, deps.clock.now());
    if (open === null || open.customerId !== customer.id) return sendFailure(response, NO_REQUEST);
    const { approved, scope } = input.value;
    const redirect_to = await answerRequest(
      deps,
      open,
      approved ? { kind: 'granted', customerId: customer.id, scope } : { kind: 'refused' },
    );
    if (redirect_to === null) {
      const conflict = refuse(
        'Conflict',
        'The request was answered already, or more would be granted than was asked for.',
      );
      return sendFailure(response, conflict);
    }
    response.status(200).set('cache-control', 'no-store').json({ redirect_to });
  });
}
