import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { apiMediaType, negotiate, type VendorProfile } from '../../shared/protocol/media.ts';
import { presentedOf, type Serve } from './exchange.ts';
import { faultReply } from './pipeline.ts';
import { withDetailAlias } from './profile-reply.ts';
import { readBody } from './read-body.ts';
import { errorReply, type Reply, send } from './reply.ts';

/** Values of a path's parameters, decoded. */
export type Params = Readonly<Record<string, string>>;

const NO_PARAMS: Params = {};

export type TransportParts = {
  readonly profile: VendorProfile;
  readonly log: Logger;
  /** Makes the id of a request; it is unique in the log. */
  readonly nextRequestId: () => string;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  /** The media type of every reply; without it, what the client's `Accept` chooses (D-28). */
  readonly mediaType?: string;
  /** Largest body of a request; without it, that of JSON bodies. */
  readonly bodyBytesMax?: (params: Params) => number;
};

function tooLarge(limit: number): Reply {
  return errorReply({
    type: 'Request Entity Too Large',
    description: `A body may have at most ${limit} bytes.`,
  });
}
const URL_TOO_LONG = errorReply({
  type: 'Bad Request',
  description: `An address may have at most ${LIMITS.urlMax} characters.`,
});
const NOT_A_PATH = errorReply({
  type: 'Bad Request',
  description: 'The request line must name a path, not a whole address.',
});

/** Reads one request from the wire, has it served, and writes the reply. */
export async function transport(
  request: IncomingMessage,
  response: ServerResponse,
  serve: Serve,
  parts: TransportParts,
  params: Params = NO_PARAMS,
): Promise<void> {
  const requestId = parts.nextRequestId();
  const named = { requestId, params };
  let reply: Reply | 'cut' | 'gone';
  try {
    reply = await replyTo(request, response, serve, named, parts);
  } catch (error) {
    reply = faultReply(error, requestId, parts.log);
  }
  if (reply === 'gone') return;
  if (reply === 'cut') {
    request.socket.destroy();
    return;
  }
  const close = parts.stopping.aborted || reply.status === 413;
  const framing = { requestId, mediaType: mediaTypeOf(request, parts), close };
  const { profile, log } = parts;
  try {
    send(response, withDetailAlias(reply, profile), framing);
  } catch (error) {
    // A header that cannot be written, or a body that is no JSON: nothing has left yet.
    send(response, withDetailAlias(faultReply(error, requestId, log), profile), framing);
  }
}

async function replyTo(
  request: IncomingMessage,
  response: ServerResponse,
  serve: Serve,
  { requestId, params }: { readonly requestId: string; readonly params: Params },
  parts: TransportParts,
): Promise<Reply | 'cut' | 'gone'> {
  const target = request.url ?? '/';
  if (!target.startsWith('/')) return NOT_A_PATH;
  if (target.length > LIMITS.urlMax) return URL_TOO_LONG;
  const limit = parts.bodyBytesMax?.(params) ?? LIMITS.bodyBytesMax;
  const read = readBody(request, limit);
  const body = read instanceof Promise ? await read : read;
  if (body.kind === 'gone') return 'gone';
  if (body.kind === 'too_large') return tooLarge(limit);
  const { stopping } = parts;
  // Awaited here: a promise that an async function returns as it is takes two turns more.
  return await serve(
    presentedOf(request, response, { requestId, params, body: body.bytes, stopping }),
  );
}

function mediaTypeOf(request: IncomingMessage, parts: TransportParts): string {
  const { profile, mediaType } = parts;
  return mediaType ?? negotiate(request.headers.accept, profile) ?? apiMediaType(profile);
}
