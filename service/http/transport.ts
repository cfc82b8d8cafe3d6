import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { apiMediaType, negotiate, type VendorProfile } from '../../shared/protocol/media.ts';
import { presentedOf, type Serve } from './exchange.ts';
import { faultReply } from './pipeline.ts';
import { withDetailAlias } from './profile-reply.ts';
import { readBody } from './read-body.ts';
import { errorReply, type Reply, send } from './reply.ts';

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
  readonly bodyBytesMax?: (request: Request) => number;
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
  request: Request,
  response: Response,
  serve: Serve,
  parts: TransportParts,
): Promise<void> {
  const requestId = parts.nextRequestId();
  const reply = await replyTo(request, response, serve, requestId, parts).catch((error: unknown) =>
    faultReply(error, requestId, parts.log),
  );
  if (reply === 'gone') return;
  if (reply === 'cut') {
    request.socket.destroy();
    return;
  }
  const close = parts.stopping.aborted || reply.status === 413;
  send(response, withDetailAlias(reply, parts.profile), {
    requestId,
    mediaType: mediaTypeOf(request, parts),
    close,
  });
}

async function replyTo(
  request: Request,
  response: Response,
  serve: Serve,
  requestId: string,
  parts: TransportParts,
): Promise<Reply | 'cut' | 'gone'> {
  const target = request.url;
  if (!target.startsWith('/')) return NOT_A_PATH;
  if (target.length > LIMITS.urlMax) return URL_TOO_LONG;
  const limit = parts.bodyBytesMax?.(request) ?? LIMITS.bodyBytesMax;
  const read = readBody(request, limit);
  const body = read instanceof Promise ? await read : read;
  if (body.kind === 'gone') return 'gone';
  if (body.kind === 'too_large') return tooLarge(limit);
  const { stopping } = parts;
  const params = textParams(request.params);
  return serve(presentedOf(request, response, { requestId, params, body: body.bytes, stopping }));
}

function mediaTypeOf(request: Request, parts: TransportParts): string {
  const { profile, mediaType } = parts;
  return mediaType ?? negotiate(request.headers.accept, profile) ?? apiMediaType(profile);
}

function textParams(params: Request['params']): Readonly<Record<string, string>> {
  const text: Record<string, string> = {};
  for (const name in params) {
    const value = params[name];
    if (typeof value === 'string') text[name] = value;
  }
  return text;
}
