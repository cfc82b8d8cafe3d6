import { createHash, sign as signWith } from 'node:crypto';
import { promisify } from 'node:util';
import type { Tracing } from '../../shared/node/tracing/tracing.ts';
import { type CallbackAddress, callbackAddress } from '../../shared/protocol/callback-address.ts';
import { callbackMessage } from '../../shared/protocol/events.ts';
import { headerNames, KEY_SCHEME } from '../../shared/protocol/headers.ts';
import { apiMediaType, type VendorNames } from '../../shared/protocol/media.ts';
import { canonicalString, DIGEST_PREFIX, type SentHeader } from '../../shared/protocol/signing.ts';
import { type Clock, elapsed, type Instant } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { AttemptNote, AttemptVerdict, ClaimedDelivery } from '../store/delivery-store.ts';
import type { WithCurrentObject } from './current-object.ts';
import type { CallbackKeys } from './keys.ts';
import { readScanAnswer, type ScanAnswer } from './scan-answer.ts';
import { readRetryAfter, timeoutOf, verdictOf } from './schedule.ts';
import type { Sender, Sent } from './sender.ts';

/** Signs on the thread pool of Node.js, so that many callbacks do not delay requests. */
const sign = promisify(signWith);

/**
 * Headers of one attempt (D-20, D-134): exactly two vendor headers, timestamp and digest, both
 * signed together with the address as it is sent.
 */
export async function signedHeaders(
  keys: CallbackKeys,
  vendor: VendorNames,
  post: { readonly to: CallbackAddress; readonly body: Uint8Array; readonly at: Instant },
): Promise<Readonly<Record<string, string>>> {
  const names = headerNames(vendor.headerPrefix);
  const digest = createHash('sha256').update(post.body).digest('base64');
  const own: readonly SentHeader[] = [
    [names.timestamp, formatDateTime(post.at)],
    [names.digest, DIGEST_PREFIX + digest],
  ];
  const text = canonicalString('POST', post.to.signed, own, vendor.headerPrefix);
  const signature = await sign('RSA-SHA256', Buffer.from(text), await keys.signing());
  const authorization = `${KEY_SCHEME} ${signature.toString('base64')}`;
  return {
    ...Object.fromEntries(own),
    authorization,
    'content-type': apiMediaType(vendor),
    accept: '*/*',
    'user-agent': 'tillkit',
  };
}

export type AttemptDeps = {
  readonly sender: Sender;
  readonly keys: CallbackKeys;
  readonly vendor: VendorNames;
  /** The service's time, for timestamps and the schedule. */
  readonly clock: Clock;
  /** Real time, for durations. */
  readonly wall: Clock;
  /** Reads the object of an event again; without it the original message is sent. */
  readonly withCurrentObject?: WithCurrentObject | undefined;
};

/** A completed attempt. */
export type Attempted = {
  readonly note: AttemptNote;
  readonly verdict: AttemptVerdict;
  /** The reply of a scan's receiver for the customer (D-139). */
  readonly answer: ScanAnswer | null;
};

/**
 * Makes one attempt, in a span below the request that caused the delivery if that request was recorded.
 * The receiver then gets the header `traceparent`, which is not signed. The span has the host, and never
 * the address, whose path and query may have a secret of the merchant.
 */
export async function tracedAttempt(
  delivery: ClaimedDelivery,
  deps: AttemptDeps & { readonly tracing?: Tracing | null },
  stopping: AbortSignal,
): Promise<Attempted> {
  const { trace, event, host, merchantId, tries } = delivery;
  const parent = trace ? { stored: trace } : null;
  const span = parent === null ? null : (deps.tracing?.begin('callback', 'client', parent) ?? null);
  if (span === null) return attempt(delivery, deps, stopping);
  const about = { 'tillkit.callback.host': host, 'tillkit.merchant.id': merchantId };
  const attributes = { ...about, 'tillkit.event': event, 'tillkit.callback.attempt': tries + 1 };
  try {
    const attempted = await attempt(delivery, deps, stopping, span.traceparent);
    const { status } = attempted.note;
    const { state } = attempted.verdict;
    const answered = status === null ? attributes : { ...attributes, [STATUS]: status };
    const end = { ...answered, 'tillkit.callback.state': state };
    span.end({ attributes: end, failed: state !== 'delivered' });
    return attempted;
  } finally {
    span.end({ attributes, failed: true });
  }
}

const STATUS = 'http.response.status_code';

/**
 * Makes one attempt: the same `meta`, the current object, a new timestamp and signature (D-141,
 * D-142).
 */
export async function attempt(
  delivery: ClaimedDelivery,
  deps: AttemptDeps,
  stopping: AbortSignal,
  traceparent?: string,
): Promise<Attempted> {
  const { clock, wall } = deps;
  const { kind } = delivery;
  const begun = wall.ticks();
  const sent = await sentSigned(delivery, deps, stopping, traceparent);
  const duration = Math.round(elapsed(begun, wall.ticks()));
  const now = clock.now();
  const status = sent.kind === 'answered' ? sent.status : null;
  const retryAfter = sent.kind === 'answered' ? readRetryAfter(sent.retryAfter, now) : null;
  const verdict = verdictOf(kind, delivery.tries, { status, retryAfter }, now);
  const delivered = verdict.state === 'delivered';
  const problem = delivered ? null : problemOf(sent);
  const answered = delivered && kind === 'scan' && sent.kind === 'answered';
  return {
    note: { at: now, status, problem, duration },
    verdict,
    answer: answered ? readScanAnswer(sent.contentType, sent.body) : null,
  };
}

async function sentSigned(
  delivery: ClaimedDelivery,
  { sender, keys, vendor, clock, withCurrentObject }: AttemptDeps,
  stopping: AbortSignal,
  traceparent: string | undefined,
): Promise<Sent> {
  const to = callbackAddress(delivery.uri);
  if (to === null) return { kind: 'failed', problem: NOT_HTTP };
  const body = Buffer.from(await currentBody(delivery, withCurrentObject));
  const signed = await signedHeaders(keys, vendor, { to, body, at: clock.now() });
  const headers = traceparent === undefined ? signed : { ...signed, traceparent };
  return sender.send({ to, headers, body, timeout: timeoutOf(delivery.kind) }, stopping);
}

const NOT_HTTP = 'the address is not an http or https URL';

async function currentBody(
  { merchantId, kind, body }: ClaimedDelivery,
  withCurrentObject: WithCurrentObject | undefined,
): Promise<string> {
  if (kind !== 'event' || withCurrentObject === undefined) return body;
  const message = callbackMessage.parse(JSON.parse(body));
  return JSON.stringify(await withCurrentObject(merchantId, message));
}

function problemOf(sent: Sent): string {
  if (sent.kind === 'failed') return sent.problem;
  const moved = sent.status >= 300 && sent.status < 400;
  return moved ? `status ${sent.status}; redirects are not followed` : `status ${sent.status}`;
}
