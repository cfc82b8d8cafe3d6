import { callbackAddress } from '../protocol/callback-address.ts';
import { headerNames, KEY_SCHEME } from '../protocol/headers.ts';
import { LIMITS } from '../protocol/limits.ts';
import { SVC_PROFILE, type VendorProfile } from '../protocol/media.ts';
import { canonicalString, DIGEST_PREFIX, type SentHeader } from '../protocol/signing.ts';
import { runtimeClock } from '../runtime.ts';
import { type AnyClock, instantOf } from '../time/clock.ts';
import { parseDateTime } from '../time/date-time.ts';
import { fromBase64, toBase64 } from './auth.ts';
import {
  createHandledMessages,
  createHandleOnce,
  type HandledMessages,
} from './handled-messages.ts';
import { type CallbackEvent, readCallback } from './receiver-event.ts';
import { createVerifier } from './receiver-keys.ts';

/** A callback as it arrived. */
export type ArrivedCallback = {
  /** Path and query of the request line, as they came. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body's bytes, before anyone parsed them. */
  readonly body: Uint8Array;
};

export type CallbackProblem =
  /** No signature, or none of this service's keys made it. */
  | 'signature'
  /** The body is not what was signed. */
  | 'digest'
  /** Signed too long ago, or in the future. */
  | 'stale'
  /** Signed, and still no message of this API. */
  | 'message'
  /** Another process handles the same message now. */
  | 'busy'
  /** The handler or the store of handled messages failed. */
  | 'handler';

/** What became of a callback. Answer it with `status`; the service sends it again after any other than 204. */
export type ReceivedCallback =
  | {
      readonly ok: true;
      readonly status: 204;
      readonly event: CallbackEvent;
      /** True if another delivery of this message was handled: the handler was not called for this one. */
      readonly repeat: boolean;
    }
  | {
      readonly ok: false;
      readonly status: 400 | 401 | 500 | 503;
      readonly problem: CallbackProblem;
      readonly description: string;
      /** The value that the handler or the store threw; undefined for other problems. */
      readonly error?: unknown;
    };

/**
 * Handles one event, and resolves when a stop of this process can no longer lose it. It fails by throwing. It
 * runs for one delivery of a message at a time, and not again after it has succeeded.
 */
export type CallbackHandler = (event: CallbackEvent) => Promise<void> | void;

export type ReceiverOptions = {
  /** Public keys of the service, PEM; one text may hold several (`GET /keys/callback.pem`). */
  readonly publicKeys: readonly string[];
  /** The part of the registered address before the path: `https://shop.example`. */
  readonly publicUrl: string;
  /** The runtime's clock when left out. */
  readonly clock?: Pick<AnyClock, 'now'>;
  /** Remembers what was handled; in memory when left out. */
  readonly handled?: HandledMessages;
  readonly profile?: VendorProfile;
};

/** Checks, reads and handles callbacks. */
export interface CallbackReceiver {
  /**
   * Checks a callback and calls `handle` with its event, unless another delivery was handled. A delivery that
   * arrives while another one of the same message is handled waits for its result. Never throws: a handler
   * that fails gives the problem `handler`, and the next delivery is handled again.
   */
  receive(callback: ArrivedCallback, handle: CallbackHandler): Promise<ReceivedCallback>;
}

/**
 * Makes a receiver (D-20, D-141): signature over the registered address, timestamp and digest;
 * digest over the bytes; five minutes of freshness; one successful handling per message id.
 */
export function createCallbackReceiver(options: ReceiverOptions): CallbackReceiver {
  const { clock = runtimeClock, profile = SVC_PROFILE } = options;
  const { handled = createHandledMessages() } = options;
  // In the form in which the service sends and signs it, such as an international name in ASCII.
  const origin = (callbackAddress(options.publicUrl)?.signed ?? '').replace(/\/+$/, '');
  const names = headerNames(profile.headerPrefix);
  const verify = createVerifier(options.publicKeys);

  async function signed({ target, headers }: ArrivedCallback, own: readonly SentHeader[]) {
    const [scheme, signature] = (headerOf(headers, 'authorization') ?? '').split(' ', 2);
    const bytes = scheme === KEY_SCHEME ? fromBase64(signature ?? '') : null;
    if (bytes === null) return false;
    return verify(canonicalString('POST', origin + target, own, profile.headerPrefix), bytes);
  }

  /** Reads a callback that this service has signed for this address. */
  async function read(callback: ArrivedCallback): Promise<CallbackEvent | CallbackProblem> {
    const { headers, body } = callback;
    const timestamp = headerOf(headers, names.timestamp) ?? '';
    const digest = headerOf(headers, names.digest) ?? '';
    // Exactly the two that the service sends: a proxy's additions must not break the check.
    const own: readonly SentHeader[] = [
      [names.timestamp, timestamp],
      [names.digest, digest],
    ];
    if (!(await signed(callback, own))) return 'signature';
    if (digest !== (await digestOf(body))) return 'digest';
    const at = parseDateTime(timestamp);
    if (at === null || Math.abs(instantOf(clock.now()) - at) > LIMITS.signatureWindow)
      return 'stale';
    return readCallback(body) ?? 'message';
  }

  const handleOnce = createHandleOnce(handled);

  return {
    async receive(callback, handle) {
      const event = await read(callback);
      if (typeof event === 'string') return problem(event);
      const result = await handleOnce(event.meta.id, () => handle(event));
      if (result.kind === 'busy') return problem('busy');
      if (result.kind === 'failed') return problem('handler', result.error);
      return { ok: true, status: 204, event, repeat: result.kind === 'before' };
    },
  };
}

const PROBLEMS = {
  signature: {
    status: 401,
    description: 'The callback carries no signature of this service for this address.',
  },
  digest: { status: 401, description: 'The body of the callback is not the one that was signed.' },
  stale: {
    status: 401,
    description: 'The callback was signed too long ago, or a clock is wrong.',
  },
  message: {
    status: 400,
    description: 'The callback is signed but is no message that this version can read.',
  },
  busy: {
    status: 503,
    description: 'Another process handles this callback now; send it again.',
  },
  handler: { status: 500, description: 'The callback could not be handled; send it again.' },
} as const;

function problem(kind: CallbackProblem, error?: unknown): ReceivedCallback {
  const said = { ok: false, problem: kind, ...PROBLEMS[kind] } as const;
  return error === undefined ? said : { ...said, error };
}

async function digestOf(body: Uint8Array): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', new Uint8Array(body));
  return DIGEST_PREFIX + toBase64(new Uint8Array(sum));
}

/** A header by its name in lower case, whatever case the server's library gives. */
function headerOf(headers: ArrivedCallback['headers'], name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = typeof found === 'string' ? found : found?.[0];
  return value?.trim();
}
