import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { apiMediaType, negotiate, type VendorProfile } from '../../protocol/media.ts';
import { errorReply } from './error-reply.ts';
import { exchangeOf, type Serve } from './exchange.ts';
import { withDetailAlias } from './profile-reply.ts';
import { type BodyBudget, bodyOf, type RestOfBody } from './read-body.ts';
import { type Reply, send } from './reply.ts';
import { noteOf } from './request-note.ts';

/** Values of a path's parameters, decoded. */
export type Params = Readonly<Record<string, string>>;

const NO_PARAMS: Params = {};
const NO_BYTES = new Uint8Array(0);

export type TransportDeps = {
  readonly profile: VendorProfile;
  /** The reply to an unexpected error; writes the error to the log. */
  readonly faultReply: (error: unknown, requestId: string) => Reply;
  /** The reply to a request that no route gets; by default the error of the merchant API. */
  readonly refused?: (refusal: Refusal) => Reply;
  /** Makes the id of a request; it is unique in the log. */
  readonly nextRequestId: () => string;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  /** The media type of every reply; without it, what the client's `Accept` chooses (D-28). */
  readonly mediaType?: string;
  /** The path as it was mounted, for the log and the metrics. */
  readonly route?: string;
  /** Maximum size of the body of a route that names none itself, bytes; default that of JSON bodies. */
  readonly bodyBytesMax?: number;
  /** The memory for bodies; default that of the process. */
  readonly bodies?: BodyBudget;
};

const URL_TOO_LONG: Refusal = {
  type: 'Bad Request',
  description: `An address may have at most ${LIMITS.urlMax} characters.`,
};
const NOT_A_PATH: Refusal = {
  type: 'Bad Request',
  description: 'The request line must name a path, not a whole address.',
};

/** Reads one request from the wire, processes it, and writes the reply. */
export async function transport(
  request: IncomingMessage,
  response: ServerResponse,
  serve: Serve,
  deps: TransportDeps,
  params: Params = NO_PARAMS,
): Promise<void> {
  const note = noteOf(request);
  if (note !== undefined) note.route ??= deps.route ?? null;
  const requestId = note?.requestId ?? deps.nextRequestId();
  const { refused = errorReply } = deps;
  const body = bodyOf(request, deps.bodies);
  let reply: Reply | 'cut';
  try {
    const wrong = wrongAddress(request.url ?? '/');
    if (wrong !== null) reply = refused(wrong);
    else {
      const { stopping, bodyBytesMax } = deps;
      const details = { requestId, params, body: NO_BYTES, stopping, bodyBytesMax };
      if (body === null) reply = await serve(exchangeOf(request, response, details));
      else {
        const starting = body.start();
        const begun = starting instanceof Promise ? await starting : starting;
        if (begun.kind === 'gone') {
          body.done();
          return;
        }
        const read =
          begun.kind === 'body'
            ? { body: begun.bytes }
            : { rest: ((limit, owner) => body.rest(limit, owner)) satisfies RestOfBody };
        reply = await serve(exchangeOf(request, response, { ...details, ...read }));
      }
    }
  } catch (error) {
    reply = deps.faultReply(error, requestId);
  }
  const isRead = body === null || body.done();
  if (reply === 'cut') {
    request.socket.destroy();
    return;
  }
  const close = deps.stopping.aborted || reply.status === 413 || !isRead;
  const framing = { requestId, mediaType: mediaTypeOf(request, deps), close };
  const { profile } = deps;
  try {
    send(response, reply.status < 400 ? reply : withDetailAlias(reply, profile), framing);
  } catch (error) {
    // An invalid header, or a body that cannot be serialised: nothing has been sent yet.
    send(response, withDetailAlias(deps.faultReply(error, requestId), profile), framing);
  }
}

/** Refuses an invalid request target before the body is read. */
function wrongAddress(target: string): Refusal | null {
  if (!target.startsWith('/')) return NOT_A_PATH;
  return target.length > LIMITS.urlMax ? URL_TOO_LONG : null;
}

function mediaTypeOf(request: IncomingMessage, deps: TransportDeps): string {
  const { profile, mediaType } = deps;
  return mediaType ?? negotiate(request.headers.accept, profile) ?? apiMediaType(profile);
}
