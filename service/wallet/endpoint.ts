import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type Answer, ERRORS, type Refusal, refuse } from '../../shared/protocol/errors.ts';
import { StoreBusy, StoreUnavailable } from '../store/store-errors.ts';
import { guard } from './guard.ts';
import { readSession, type Session } from './session.ts';
import { servicesFor, type WalletServices } from './wallet-services.ts';

/** One request to the wallet's API. */
export type WalletCall = {
  readonly services: WalletServices;
  readonly request: Request;
  readonly response: Response;
};
export type SignedInCall = WalletCall & { readonly session: Session };

/** The result of an endpoint: JSON, nothing (204), or that it has sent the reply itself. */
export const NOTHING = Symbol('no content');
export const ANSWERED = Symbol('already answered');

type Endpoint<C> = (call: C) => Promise<Answer<unknown>>;

/** An endpoint without sign-in. */
export function open(services: WalletServices, endpoint: Endpoint<WalletCall>): RequestHandler {
  return async (request, response) => {
    const allowed = guard(request, services.deps.addresses());
    const result = allowed.ok
      ? await attempt(services.deps.log, FAILURE, async () => {
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

/** The log message for a request that failed here. */
const FAILURE = 'a wallet request failed';

/**
 * Runs an endpoint. An error that it throws is a fault of the service; the caller gets no details.
 */
export async function attempt(
  log: Logger,
  failure: string,
  run: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  try {
    return await run();
  } catch (error) {
    return fault(log, failure, error);
  }
}

/** Logs an error that an endpoint threw; the reply is 503 if the store is busy or cannot work now. */
export function fault(log: Logger, failure: string, error: unknown) {
  const busy = error instanceof StoreBusy;
  if (!busy) log.error({ error }, failure);
  if (busy || error instanceof StoreUnavailable) {
    return refuse('Service Unavailable', 'The service is busy. Try again in a moment.');
  }
  return refuse('Internal Server Error', 'Something went wrong here. Try again.');
}

/** Replies with JSON, or with the API's error body. */
export function send(response: Response, result: Answer<unknown>): void {
  if (!result.ok) {
    sendRefusal(response, result.refusal);
  } else if (result.value !== ANSWERED) {
    response.set('cache-control', 'no-store');
    if (result.value === NOTHING) response.status(204).end();
    else response.status(200).json(result.value);
  }
}

export function sendRefusal(response: Response, refusal: Refusal): void {
  if (response.headersSent) return;
  const status = ERRORS[refusal.type];
  const after = refusal.details?.retry_after;
  if (status === 503) response.set('retry-after', '1');
  if (typeof after === 'number') response.set('retry-after', String(after));
  response
    .status(status)
    .set('cache-control', 'no-store')
    .json({
      error_type: refusal.type,
      error_description: refusal.description,
      error_details: refusal.details ?? null,
    });
}
