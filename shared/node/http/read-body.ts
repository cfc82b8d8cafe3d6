import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../protocol/errors.ts';

export type ReadBody =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  /** The client disconnected during the request. */
  | { readonly kind: 'gone' };

const NO_BYTES = Buffer.alloc(0);

/**
 * Multiple of the limit that is read and discarded before the reply, so that a client slightly
 * above the limit gets the reply instead of a connection reset while it still writes.
 */
const GRACE_FACTOR = 4;

/** Reads a request's body, at most `limit` bytes of it. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> | ReadBody {
  // Another reader has taken the body already; its events would never come again.
  if (request.readableEnded) return { kind: 'body', bytes: NO_BYTES };
  const declared = request.headers['content-length'];
  const chunked = request.headers['transfer-encoding'] !== undefined;
  if (!chunked && (declared === undefined || declared === '0')) {
    return { kind: 'body', bytes: NO_BYTES };
  }
  if (Number(declared ?? 0) > limit * GRACE_FACTOR) return { kind: 'too_large' };
  return collect(request, limit);
}

function collect(request: IncomingMessage, limit: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let finished = false;

    function onData(chunk: Buffer): void {
      if (finished) return;
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (size > limit * GRACE_FACTOR) finish({ kind: 'too_large' });
    }
    function onEnd(): void {
      const [only = NO_BYTES] = chunks;
      const bytes = chunks.length <= 1 ? only : Buffer.concat(chunks);
      finish(size > limit ? { kind: 'too_large' } : { kind: 'body', bytes });
    }
    function onGone(): void {
      finish({ kind: 'gone' });
    }
    function finish(outcome: ReadBody): void {
      if (finished) return;
      finished = true;
      if (outcome.kind === 'too_large') request.pause();
      resolve(outcome);
    }

    // The listeners stay: removing them would cost every request, and a late reset of a connection
    // without a reader must not become an uncaught error.
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/**
 * The refusal of a request whose body Express could not read (its parsers give such an error a status),
 * or whose path it could not decode; null for any other error.
 */
export function bodyRefusal(error: unknown): Refusal | null {
  const { status, limit }: { readonly status?: unknown; readonly limit?: unknown } = Object(error);
  switch (status) {
    case 400:
      return { type: 'Bad Request', description: 'The request is not well formed.' };
    case 413: {
      const most = typeof limit === 'number' ? `have at most ${limit} bytes` : 'be shorter';
      return { type: 'Request Entity Too Large', description: `The body must ${most}.` };
    }
    case 415:
      return {
        type: 'Unsupported Media Type',
        description: 'The body must be in UTF-8 and not compressed.',
      };
    default:
      return null;
  }
}
