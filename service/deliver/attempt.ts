import type { VendorProfile } from '../../shared/protocol/media.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { AttemptNote, AttemptVerdict, ClaimedDelivery } from '../store/delivery-store.ts';
import type { CallbackKeys } from './keys.ts';
import { readScanAnswer, type ScanAnswer } from './scan-answer.ts';
import { readRetryAfter, timeoutOf, verdictOf } from './schedule.ts';
import type { Sender, Sent } from './sender.ts';
import { signedHeaders } from './sign.ts';

export type AttemptParts = {
  readonly sender: Sender;
  readonly keys: CallbackKeys;
  readonly profile: VendorProfile;
  /** The service's time: timestamps and the schedule go by it. */
  readonly clock: Clock;
  /** Real time: durations go by it. */
  readonly wall: Clock;
};

/** An attempt that came to an end. */
export type Attempted = {
  readonly note: AttemptNote;
  readonly verdict: AttemptVerdict;
  /** What the receiver of a scan has to say to the customer (D-139). */
  readonly answer: ScanAnswer | null;
};

/** Makes one attempt, with a fresh timestamp and signature over the same bytes (D-141). */
export async function attempt(
  delivery: ClaimedDelivery,
  parts: AttemptParts,
  stopping: AbortSignal,
): Promise<Attempted> {
  const { sender, keys, profile, clock, wall } = parts;
  const { uri, kind } = delivery;
  const begun = wall.now();
  const body = Buffer.from(delivery.body);
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

function problemOf(sent: Sent): string {
  if (sent.kind === 'failed') return sent.problem;
  const moved = sent.status >= 300 && sent.status < 400;
  return moved ? `status ${sent.status}; redirects are not followed` : `status ${sent.status}`;
}
