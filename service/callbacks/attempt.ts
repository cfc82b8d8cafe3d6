import { callbackMessage } from '../../shared/protocol/events.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { AttemptNote, AttemptVerdict, ClaimedDelivery } from '../store/delivery-store.ts';
import type { WithCurrentObject } from './current-object.ts';
import type { CallbackKeys } from './keys.ts';
import { readScanAnswer, type ScanAnswer } from './scan-answer.ts';
import { readRetryAfter, timeoutOf, verdictOf } from './schedule.ts';
import type { Sender, Sent } from './sender.ts';
import { signedHeaders } from './sign.ts';

export type AttemptDeps = {
  readonly sender: Sender;
  readonly keys: CallbackKeys;
  readonly profile: VendorProfile;
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
 * Makes one attempt: the same `meta`, the current object, a new timestamp and signature (D-141,
 * D-142).
 */
export async function attempt(
  delivery: ClaimedDelivery,
  deps: AttemptDeps,
  stopping: AbortSignal,
): Promise<Attempted> {
  const { sender, keys, profile, clock, wall } = deps;
  const { uri, kind } = delivery;
  const begun = wall.now();
  const body = Buffer.from(await currentBody(delivery, deps.withCurrentObject));
  const headers = await signedHeaders(keys, profile, { uri, body, at: clock.now() });
  const sent = await sender.send({ uri, headers, body, timeout: timeoutOf(kind) }, stopping);
  const now = clock.now();
  const status = sent.kind === 'answered' ? sent.status : null;
  const retryAfter = sent.kind === 'answered' ? readRetryAfter(sent.retryAfter, now) : null;
  const verdict = verdictOf(kind, delivery.tries, { status, retryAfter }, now);
  const delivered = verdict.state === 'delivered';
  const problem = delivered ? null : problemOf(sent);
  const answered = delivered && kind === 'scan' && sent.kind === 'answered';
  return {
    note: { at: now, status, problem, duration: Math.max(0, wall.now() - begun) },
    verdict,
    answer: answered ? readScanAnswer(sent.contentType, sent.body) : null,
  };
}

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
