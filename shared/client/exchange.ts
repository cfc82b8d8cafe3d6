import type { AnyClock } from '../time/clock.ts';
import { type NoAnswerCause, noAnswer, unexpected } from './result.ts';

/** A request ready to be sent. */
export type Outgoing = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | null;
};

/** A reply that arrived whole. */
export type Incoming = {
  readonly ok: true;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The bytes of `text`, for a reply that is no text. */
  readonly bytes: Uint8Array<ArrayBuffer>;
};

export type Exchanged = Incoming | ReturnType<typeof noAnswer>;

/** The largest reply that is read; a full page of a list stays far below. */
const REPLY_BYTES_MAX = 4 * 1024 * 1024;

/** What an exchange needs; `replyBytesMax` lowers the limit for a call with small replies. */
export type ExchangeDeps = {
  readonly fetch: typeof fetch;
  readonly clock: AnyClock;
  readonly replyBytesMax?: number;
};

/**
 * Sends one request and reads the reply to its end, within `deadline` milliseconds of `clock`.
 * A network failure, the deadline, a reply that is too large and the caller's signal become values.
 */
export async function exchange(
  outgoing: Outgoing,
  deps: ExchangeDeps,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<Exchanged> {
  if (signal?.aborted) return noAnswer('cancelled', 'The call was cancelled before it was made.');
  const controller = new AbortController();
  let why: NoAnswerCause = 'network';
  const stop = (cause: NoAnswerCause) => {
    why = cause;
    controller.abort();
  };
  const cancelTimer = deps.clock.after(deadline, () => stop('timeout'));
  const onAbort = () => stop('cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const response = await deps.fetch(outgoing.url, {
      method: outgoing.method,
      headers: outgoing.headers,
      body: outgoing.body,
      // A redirect would send the credentials to an address that is not configured.
      redirect: 'manual',
      signal: controller.signal,
    });
    const bytes = await readBytes(response, deps.replyBytesMax ?? REPLY_BYTES_MAX);
    if (bytes === null) return unexpected('The reply is too large.', response.status);
    const text = new TextDecoder().decode(bytes);
    return { ok: true, status: response.status, headers: response.headers, text, bytes };
  } catch (error) {
    if (why === 'network' && isUntrusted(error)) why = 'certificate';
    return noAnswer(why, sentenceOf(why, deadline, error));
  } finally {
    cancelTimer();
    signal?.removeEventListener('abort', onAbort);
  }
}

async function readBytes(response: Response, max: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(pieces, size);
    size += value.byteLength;
    if (size > max) {
      await reader.cancel();
      return null;
    }
    pieces.push(value);
  }
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

function sentenceOf(why: NoAnswerCause, deadline: number, error: unknown): string {
  if (why === 'timeout') return `The service did not answer within ${deadline} ms.`;
  if (why === 'cancelled') return 'The call was cancelled.';
  const word = wordOf(error);
  if (why === 'certificate') return `The certificate of the service is not trusted (${word}).`;
  return `The service cannot be reached (${word}).`;
}

/** Whether a network error says that no known authority has issued the peer's certificate. */
export function isUntrusted(error: unknown): boolean {
  return /^(UNABLE_TO_(GET_ISSUER|VERIFY)|SELF_SIGNED|DEPTH_ZERO_SELF)/.test(wordOf(error));
}

/** The most precise reason of a network error: the code of its cause if there is one. */
function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown cause';
  const { cause } = error;
  if (cause instanceof Error) {
    return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  }
  return error.message;
}
