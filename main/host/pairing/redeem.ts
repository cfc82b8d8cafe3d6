import { z } from 'zod';
import { exchange, type Incoming } from '../../../shared/client/exchange.ts';
import type { PairingProblem } from '../../../shared/device/bridge/setup.ts';
import { sayCheck } from '../../../shared/device/pairing/checks.ts';
import { PAIRING_PATH, type PairingReply, pairingReply } from '../../../shared/protocol/pairing.ts';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';

export type Redeemed =
  | { readonly kind: 'paired'; readonly reply: PairingReply }
  | {
      readonly kind: 'problem';
      readonly problem: PairingProblem;
      /** A sentence for people. */
      readonly description: string;
      /** Seconds to wait before the next try, if the service said so. */
      readonly retryAfter: number | null;
    };

export type RedeemOptions = {
  readonly fetch: typeof fetch;
  readonly clock: DeviceClock;
  readonly baseUrl: string;
  readonly code: string;
  /** SPKI PEM of the till's key pair; null to receive a secret. */
  readonly publicKey: string | null;
  readonly device: string | null;
};

const DEADLINE = 15 * SECOND;
const TRIES = 2;
/** The largest reply that is read; those of the service have a few hundred bytes. */
const REPLY_BYTES_MAX = 64 * 1024;

const errorBody = z.object({
  error_type: z.string(),
  error_description: z.string(),
  error_details: z.record(z.string(), z.unknown()).nullable(),
});

/**
 * Redeems a pairing code. After a lost reply it asks once more: with a key the service gives the
 * same till the same answer.
 */
export async function redeemCode(options: RedeemOptions): Promise<Redeemed> {
  let last: Redeemed | null = null;
  for (let tries = 0; tries < (options.publicKey === null ? 1 : TRIES); tries += 1) {
    last = await attempt(options);
    if (last.kind === 'paired' || last.problem !== 'no_answer') return last;
  }
  return last ?? problem('no_answer', silence(options));
}

async function attempt(options: RedeemOptions): Promise<Redeemed> {
  const { baseUrl, code, publicKey: pubkey, device } = options;
  const outgoing = {
    method: 'POST',
    url: baseUrl + PAIRING_PATH,
    headers: new Headers({ 'content-type': 'application/json', accept: 'application/json' }),
    body: new TextEncoder().encode(JSON.stringify({ code, pubkey, device })),
  };
  const reply = await exchange(
    outgoing,
    { ...options, replyBytesMax: REPLY_BYTES_MAX },
    DEADLINE,
    undefined,
  );
  if (reply.ok) return read(reply, options);
  const { error } = reply;
  // A reply came, and it is larger than any of the service.
  if (error.kind !== 'no_answer') return problem('not_this_service', foreign(options));
  const isUntrusted = error.cause === 'certificate';
  return problem('no_answer', isUntrusted ? untrusted(options) : silence(options));
}

function read({ status, headers, text }: Incoming, options: RedeemOptions): Redeemed {
  const json = parse(text);
  const paired = status >= 200 && status < 300 ? pairingReply.safeParse(json) : null;
  if (paired?.success) return { kind: 'paired', reply: paired.data };
  const refusal = errorBody.safeParse(json);
  if (!refusal.success) return problem('not_this_service', foreign(options));
  const { error_type: type, error_description: words, error_details: details } = refusal.data;
  // A service without pairing answers 404 here.
  if (status === 404 && details?.reason !== 'code_unknown') {
    return problem('not_this_service', 'This service does not pair tills by a code.');
  }
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    ...problem(kindOf(status, type, details), words),
    retryAfter: Number.isFinite(after) ? after : null,
  };
}

function kindOf(
  status: number,
  type: string,
  details: Readonly<Record<string, unknown>> | null,
): PairingProblem {
  if (status === 400) return type === 'validation_error' && details?.code ? 'bad_code' : 'other';
  if (status === 404) return 'unknown_code';
  if (status === 409) return details?.reason === 'pos_taken' ? 'pos_taken' : 'used_code';
  if (status === 429) return 'too_many_tries';
  return status >= 500 ? 'no_answer' : 'other';
}

function problem(kind: PairingProblem, description: string): Redeemed & { kind: 'problem' } {
  return { kind: 'problem', problem: kind, description, retryAfter: null };
}

function silence({ baseUrl }: Pick<RedeemOptions, 'baseUrl'>): string {
  return `${baseUrl} did not answer. Check the address and the network, and try again.`;
}

function untrusted({ baseUrl }: Pick<RedeemOptions, 'baseUrl'>): string {
  const { origin } = new URL(baseUrl);
  return sayCheck({ number: 1, id: 'address', state: 'failed', reason: 'untrusted', fact: origin });
}

function foreign({ baseUrl }: Pick<RedeemOptions, 'baseUrl'>): string {
  return `${baseUrl} answers, but it is not the payment service.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
