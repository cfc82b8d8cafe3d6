import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard, LOOPBACK_TARGETS } from '../../../service/callbacks/address-guard.ts';
import { type CallbackKeys, openCallbackKeys } from '../../../service/callbacks/keys.ts';
import { createSender } from '../../../service/callbacks/sender.ts';
import { tracedAttempt } from '../../../service/callbacks/signed-attempt.ts';
import type { ClaimedDelivery } from '../../../service/store/delivery-store.ts';
import { startExport } from '../../../shared/node/tracing/otlp-export.ts';
import type { RecordedSpan } from '../../../shared/node/tracing/tracing.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { type Answer, startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { type Collector, startCollector } from '../../support/otlp-collector.ts';

const SECRET = 'secret-of-the-shop';
const clock = createManualClock();
const never = new AbortController().signal;
let folder: string;
let keys: CallbackKeys;
let collector: Collector;
let receiver: TestReceiver;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-attempt-'));
  keys = await openCallbackKeys(folder);
});
beforeEach(async () => {
  collector = await startCollector();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await collector.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A callback whose address and message have secrets, as a merchant may register it. */
function deliveryTo(port: number, trace: string | null): ClaimedDelivery {
  return {
    id: 'callback-1',
    kind: 'event',
    resource: 'payment_request/tid-of-the-payment',
    queue: 'payment_request/tid-of-the-payment',
    uri: `http://${SECRET}:word@127.0.0.1:${port}/${SECRET}?token=${SECRET}`,
    host: `127.0.0.1:${port}`,
    event: 'payment_captured',
    body: `{"object":{"customer":"+4798765432","text":"${SECRET}"}}`,
    trace,
    merchantId: 'shop',
    created: 0,
    tries: 2,
    lease: 'lease',
  };
}

/**
 * One attempt, made after a request whose `traceparent` was `received`. Returns the span of the request,
 * and the one of the callback as the collector got it.
 */
async function attemptAfter(received: string | null, port = receiver.port) {
  const url = `${collector.url}/v1/traces`;
  const parts = { service: 'test', env: {}, report: () => {}, now: () => 0 };
  const tracing = startExport({ url, ...parts });
  const request: RecordedSpan | null =
    received === null ? null : tracing.begin('PUT /payment', 'server', { received });
  const guard = createAddressGuard(LOOPBACK_TARGETS);
  const sender = createSender({ guard, wall: clock, extraCa: null });
  const deps = { sender, keys, vendor: SVC_PROFILE, clock, wall: clock, tracing };
  // The outbox stores the span of the request with the callback.
  const attempted = await tracedAttempt(
    deliveryTo(port, request?.traceparent ?? null),
    deps,
    never,
  );
  request?.end({ attributes: {}, failed: false });
  await tracing.close();
  const span = collector.spans.find(({ name }) => name === 'callback');
  return { request, attempted, span };
}

const TRACE = 'a'.repeat(32);
const RECEIVED = `00-${TRACE}-${'b'.repeat(16)}-01`;

describe('the span of an attempt', () => {
  it('is a child of the request that caused the callback, and its id is sent to the receiver', async () => {
    const { request, span } = await attemptAfter(RECEIVED);
    expect(span).toMatchObject({ name: 'callback', traceId: TRACE, failed: false });
    expect(span?.parentId).toBe(request?.traceparent.split('-')[2]);
    expect(span?.parentId).not.toBe('b'.repeat(16));
    expect(receiver.heard[0]?.headers.traceparent).toBe(`00-${TRACE}-${span?.spanId}-01`);
  });

  it('has the listed attributes, and no content of the address, the message or the signature', async () => {
    const { span } = await attemptAfter(RECEIVED);
    expect(span?.attributes).toEqual({
      'tillkit.callback.host': `127.0.0.1:${receiver.port}`,
      'tillkit.merchant.id': 'shop',
      'tillkit.event': 'payment_captured',
      'tillkit.callback.attempt': 3,
      'tillkit.callback.state': 'delivered',
      'http.response.status_code': 204,
    });
    const [heard] = receiver.heard;
    const signature = String(heard?.headers.authorization).slice(4);
    const all = JSON.stringify(collector.spans);
    for (const secret of [SECRET, 'token', '98765432', 'tid-of-the-payment', signature]) {
      expect(all).not.toContain(secret);
    }
  });

  it.each<readonly [string, Answer, number | undefined]>([
    ['refuses', 500, 500],
    ['redirects', { status: 302, headers: { location: `http://${SECRET}.test/` } }, 302],
    ['closes the connection', 'cut', undefined],
  ])('is failed if the receiver %s, and the callback stays open', async (_, answer, status) => {
    receiver.answer(answer);
    const { span, attempted } = await attemptAfter(RECEIVED);
    expect(span).toMatchObject({
      failed: true,
      attributes: { 'tillkit.callback.state': 'open' },
    });
    expect(span?.attributes['http.response.status_code']).toBe(status);
    expect(attempted.verdict.state).toBe('open');
    expect(JSON.stringify(collector.spans)).not.toContain(SECRET);
  });

  it('does not exist if no recorded request caused the callback; no traceparent is sent', async () => {
    const { span, attempted } = await attemptAfter(null);
    expect(span).toBeUndefined();
    expect(attempted.verdict.state).toBe('delivered');
    expect(receiver.heard[0]?.headers).not.toHaveProperty('traceparent');
  });
});
