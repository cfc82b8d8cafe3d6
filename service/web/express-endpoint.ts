import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { bodyRefusal } from '../../shared/node/http/read-body.ts';
import { errorReply } from '../../shared/node/http/reply.ts';
import { noteOf } from '../../shared/node/http/request-note.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import { type Failure, failureOf, PERSON_WORDS } from './failure.ts';

/** The result of an endpoint: JSON, nothing (204), or that it has sent the reply itself. */
export const NOTHING = Symbol('no content');
export const ANSWERED = Symbol('already answered');

/** Runs an endpoint of a page. An error that it throws becomes a failure. */
export async function attempt(
  request: Request,
  log: Logger,
  run: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown> | ({ readonly ok: false } & Failure)> {
  try {
    return await run();
  } catch (error) {
    return { ok: false, ...failed(request, log, error) };
  }
}

/** The failure of a request of a page, in words for its reader. */
export function failed(request: Request, log: Logger, error: unknown): Failure {
  return failureOf(error, noteOf(request)?.requestId ?? '', log, PERSON_WORDS);
}

/** Replies with JSON, or with the API's error body. */
export function send(response: Response, result: Answer<unknown>): void {
  if (!result.ok) {
    sendFailure(response, result);
  } else if (result.value !== ANSWERED) {
    response.set('cache-control', 'no-store');
    if (result.value === NOTHING) response.status(204).end();
    else response.status(200).json(result.value);
  }
}

/** Replies with a refusal or a failure, in the form of the merchant API. */
export function sendFailure(response: Response, { refusal, retryAfterSeconds }: Failure): void {
  if (response.headersSent) return;
  const reply = errorReply(refusal, retryAfterSeconds, null);
  response
    .status(reply.status)
    .set({ ...reply.headers, 'cache-control': 'no-store' })
    .json(reply.body);
}

/** Answers a request whose body or path could not be read. */
export const unreadable: ErrorRequestHandler = (error, _request, response, next) => {
  const refusal = bodyRefusal(error);
  if (refusal === null) next(error);
  else sendFailure(response, { refusal });
};
