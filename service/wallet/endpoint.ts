import type { Request, RequestHandler, Response } from 'express';
import { type Answer, refuse } from '../../shared/protocol/errors.ts';
import { readSession, type Session } from '../sign-in/customer-session.ts';
import { servicesFor } from '../sign-in/own-user.ts';
import { attempt, send } from '../web/express-endpoint.ts';
import { guard } from '../web/guard.ts';
import type { WalletServices } from './wallet-services.ts';

/** One request to the wallet's API. */
export type WalletCall = {
  readonly services: WalletServices;
  readonly request: Request;
  readonly response: Response;
};
export type SignedInCall = WalletCall & { readonly session: Session };

type Endpoint<C> = (call: C) => Promise<Answer<unknown>>;

/** An endpoint without sign-in. */
export function open(services: WalletServices, endpoint: Endpoint<WalletCall>): RequestHandler {
  return async (request, response) => {
    const allowed = guard(request, services.deps.addresses());
    const result = allowed.ok
      ? await attempt(request, services.deps.log, async () => {
          const offered = await servicesFor(services, request);
          return endpoint({ services: offered, request, response });
        })
      : allowed;
    send(response, result);
  };
}

/** An endpoint for a signed-in customer; 401 for all others. */
export function signedIn(
  services: WalletServices,
  endpoint: Endpoint<SignedInCall>,
): RequestHandler {
  return open(services, async (call) => {
    const session = await readSession(services.deps, call.request);
    if (!session) return refuse('Unauthorized', 'Sign in first.');
    return endpoint({ ...call, session });
  });
}
