import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { errorReply } from '../../shared/node/http/reply.ts';
import { noteOf } from '../../shared/node/http/request-note.ts';
import { type Failure, failureOf, PERSON_WORDS } from './failure.ts';

/** The failure of a request of a page, in words for its reader. */
export function failed(request: Request, log: Logger, error: unknown): Failure {
  return failureOf(error, noteOf(request)?.requestId ?? '', log, PERSON_WORDS);
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
