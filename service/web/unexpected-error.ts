import type { Logger } from 'pino';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import type { Failure } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { StoreBusy, StoreUnavailable } from '../store/store-errors.ts';

/** The sentences of failures for one kind of reader. */
export type FailureWords = {
  readonly busy: string;
  readonly unavailable: string;
  readonly unexpected: (requestId: string) => string;
};

/** For programs, whose developers have the log or know someone who has it. */
export const PROGRAM_WORDS: FailureWords = {
  busy: 'The service is very busy; try the same request again in a moment.',
  unavailable: 'The service cannot write now; try the same request again later.',
  unexpected: (requestId) =>
    `Something went wrong in the service; its log has it under ${requestId}.`,
};

/** For pages, which show a sentence to a person. */
export const PERSON_WORDS: FailureWords = {
  busy: 'The service is busy. Try again in a moment.',
  unavailable: 'The service is busy. Try again in a moment.',
  unexpected: () => 'Something went wrong here. Try again.',
};

/**
 * The only place that turns an unexpected error into a refusal, for every audience: its type, how long to
 * wait, and the line of the log. The caller gets no details; the log has the error under the request's id.
 */
export function failureOf(
  error: unknown,
  requestId: string,
  log: Logger,
  words: FailureWords = PROGRAM_WORDS,
): Failure {
  if (error instanceof StoreBusy) return later(words.busy, 1);
  log.error({ requestId, error }, 'a request failed');
  if (error instanceof StoreUnavailable) return later(words.unavailable, 5);
  const description = words.unexpected(requestId);
  return { refusal: { type: 'Internal Server Error', description } };
}

/** The same as the pipeline of one audience calls it. */
export function failuresIn(log: Logger, words: FailureWords) {
  return (error: unknown, requestId: string) => failureOf(error, requestId, log, words);
}

function later(description: string, retryAfterSeconds: number): Failure {
  return { refusal: { type: 'Service Unavailable', description }, retryAfterSeconds };
}

/** The reply of the merchant API to an unexpected error. */
export function faultReply(error: unknown, requestId: string, log: Logger): Reply {
  const { refusal, retryAfterSeconds } = failureOf(error, requestId, log);
  return errorReply(refusal, retryAfterSeconds);
}
