import type { Logger } from 'pino';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import { readInput } from '../../shared/node/http/json-body.ts';
import type { AnyRoute, Audience } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { answer } from '../../shared/protocol/errors.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import { failuresIn, PROGRAM_WORDS } from '../web/unexpected-error.ts';

const NOBODY = Promise.resolve({ ok: true, value: null } as const);
const NOTHING = answer(null);

/** Callers of the merchant API who have no credentials: what they send is the only proof. */
export function openAudience(
  profile: VendorProfile,
  log: Logger,
): Pick<Audience<AnyRoute, null, Reply>, 'failed' | 'identify' | 'readBody' | 'reply' | 'refused'> {
  return {
    failed: failuresIn(log, PROGRAM_WORDS),
    identify: () => NOBODY,
    readBody: ({ body }, exchange) =>
      body === undefined ? NOTHING : readInput(body, exchange, profile),
    reply: (reply) => reply,
    refused: ({ refusal, retryAfterSeconds }) => errorReply(refusal, retryAfterSeconds),
  };
}
