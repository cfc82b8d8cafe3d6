import { callbackAddress } from '../protocol/callback-address.ts';
import { headerNames, KEY_SCHEME } from '../protocol/headers.ts';
import { LIMITS } from '../protocol/limits.ts';
import { SVC_PROFILE, type VendorProfile } from '../protocol/media.ts';
import { canonicalString, DIGEST_PREFIX, type SentHeader } from '../protocol/signing.ts';
import { runtimeClock } from '../runtime.ts';
import { type AnyClock, instantOf } from '../time/clock.ts';
import { parseDateTime } from '../time/date-time.ts';
import { fromBase64, toBase64 } from './auth.ts';
import { type CallbackEvent, readCallback } from './receiver-event.ts';
import { createSeen, createVerifier, type Seen } from './receiver-keys.ts';

/** A callback as it arrived. */
export type ArrivedCallback = {
  /** Path and query of the request line, as they came. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body's bytes, before anyone parsed them. */
  readonly body: Uint8Array;
};

export type CallbackProblem =
  /** No signature, or none of this service's keys made it. Answer 401. */
  | 'signature'
  /** The body is not what was signed. Answer 401. */
  | 'digest'
  /** Signed too long ago, or in the future. Answer 401. */
  | 'stale'
  /** Signed, and still no message of this API. Answer 400. */
  | 'message';

export type ReceivedCallback =
  | {
      readonly ok: true;
      readonly event: CallbackEvent;
      /** True when this message was handled before: answer 2xx and do nothing. */
      readonly repeat: boolean;
      /** Call when handling it failed, and answer 5xx: the next delivery is no repeat then. */
      readonly forget: () => Promise<void>;
    }
  | { readonly ok: false; readonly problem: CallbackProblem; readonly description: string };

export type ReceiverOptions = {
  /** Public keys of the service, PEM; one text may hold several (`GET /keys/callback.pem`). */
  readonly publicKeys: readonly string[];
  /** The part of the registered address before the path: `https://shop.example`. */
  readonly publicUrl: string;
  /** The runtime's clock when left out. */
  readonly clock?: Pick<AnyClock, 'now'>;
  /** Remembers what was handled; in memory when left out. */
  readonly seen?: Seen;
  readonly profile?: VendorProfile;
};

/** Checks and reads callbacks. It never throws for anything that comes from outside. */
export interface CallbackReceiver {
  receive(callback: ArrivedCallback): Promise<ReceivedCallback>;
}

/**
 * Makes a receiver (D-20, D-141): signature over the registered address, timestamp and digest;
 * digest over the bytes; five minutes of freshness; one handling per message id.
 */
export function createCallbackReceiver(options: ReceiverOptions): CallbackReceiver {
  const { clock = runtimeClock, seen = createSeen(), profile = SVC_PROFILE } = options;
  // In the form in which the service sends and signs it, such as an international name in ASCII.
  const origin = (callbackAddress(options.publicUrl)?.signed ?? '').replace(/\/+$/, '');
  const names = headerNames(profile);
  const verify = createVerifier(options.publicKeys);

  async function signed({ target, headers }: ArrivedCallback, own: readonly SentHeader[]) {
    const [scheme, signature] = (headerOf(headers, 'authorization') ?? '').split(' ', 2);
    const bytes = scheme === KEY_SCHEME ? fromBase64(signature ?? '') : null;
    if (bytes === null) return false;
    return verify(canonicalString('POST', origin + target, own, profile.headerPrefix), bytes);
  }

  return {
    async receive(callback) {
      const { headers, body } = callback;
      const timestamp = headerOf(headers, names.timestamp) ?? '';
      const digest = headerOf(headers, names.digest) ?? '';
      // Exactly the two that the service sends: a proxy's additions must not break the check.
      const own: readonly SentHeader[] = [
        [names.timestamp, timestamp],
        [names.digest, digest],
      ];
      if (!(await signed(callback, own))) return problem('signature');
      if (digest !== (await digestOf(body))) return problem('digest');
      const at = parseDateTime(timestamp);
      if (at === null || Math.abs(instantOf(clock.now()) - at) > LIMITS.signatureWindow) {
        return problem('stale');
      }
      const event = readCallback(body);
      if (event === null) return problem('message');
      const { id } = event.meta;
      const repeat = !(await seen.note(id));
      return { ok: true, event, repeat, forget: async () => seen.forget(id) };
    },
  };
}

const DESCRIPTIONS: Readonly<Record<CallbackProblem, string>> = {
  signature: 'The callback carries no signature of this service for this address.',
  digest: 'The body of the callback is not the one that was signed.',
  stale: 'The callback was signed too long ago, or a clock is wrong.',
  message: 'The callback is signed but is no message that this version can read.',
};

function problem(kind: CallbackProblem): ReceivedCallback {
  return { ok: false, problem: kind, description: DESCRIPTIONS[kind] };
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
