import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { noteOf } from '../../shared/node/http/request-note.ts';
import { PORTAL_HEADER } from '../../shared/portal/contract.ts';
import type { PortalRight } from '../../shared/portal/sign-in.ts';
import { type Answer, refuse } from '../../shared/protocol/errors.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { attempt, send } from '../web/express-endpoint.ts';
import { guard } from '../web/guard.ts';
import type { PortalServices } from './portal-services.ts';
import type { MerchantSession } from './session.ts';

/** One request to the API of the merchant portal. */
export type MerchantCall = {
  readonly services: PortalServices;
  readonly request: Request;
  readonly response: Response;
};
export type SignedCall = MerchantCall & { readonly session: MerchantSession };

export type Endpoint<C> = (call: C) => Promise<Answer<unknown>>;

/** An endpoint without sign-in. */
export function open(services: PortalServices, endpoint: Endpoint<MerchantCall>): RequestHandler {
  return async (request, response) => {
    const allowed = guard(request, services.deps.addresses(), PORTAL_HEADER);
    const result = allowed.ok
      ? await attempt(request, services.deps.log, () => endpoint({ services, request, response }))
      : allowed;
    send(response, result);
  };
}

const SIGNED_OUT = refuse('Unauthorized', 'You are not signed in any more. Sign in again.');
const NEEDS_KEY = refuse(
  'Conflict',
  'Only a user who has a key of its own can do this. Sign in as one.',
);
const NOT_IN_ROLE = refuse(
  'Conflict',
  'Your role does not permit this. Ask the operator of the service, or an admin of the shop.',
);

/**
 * An endpoint for a signed-in user with a right, or for every one with `session`; 401 for all others.
 * Operations that require a signature in the API (D-03) are not available to a till's secret here.
 */
export function signedIn(
  services: PortalServices,
  right: PortalRight | 'session',
  endpoint: Endpoint<SignedCall>,
): RequestHandler {
  return open(services, async (call) => {
    const session = await services.sessions.read(call.request, call.response);
    if (session === null) return SIGNED_OUT;
    const note = noteOf(call.request);
    if (note !== undefined) note.merchantId = session.merchantId;
    const permitted = right === 'session' || session.rights.includes(right);
    if (permitted) return endpoint({ ...call, session });
    return session.user === null ? NOT_IN_ROLE : NEEDS_KEY;
  });
}

/** The query of a request, checked. */
export function queryOf<T extends z.ZodType>(schema: T, request: Request): Answer<z.output<T>> {
  return validate(schema, request.query);
}

/** The body of a request, checked. */
export function bodyOf<T extends z.ZodType>(schema: T, request: Request): Answer<z.output<T>> {
  return validate(schema, request.body ?? {});
}

/** A part of the path, or the empty text, which is never a valid name. */
export function paramOf(request: Request, name: string): string {
  const value: unknown = request.params[name];
  return typeof value === 'string' ? value : '';
}
