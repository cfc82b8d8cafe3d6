import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  type ArrivedCallback,
  createCallbackReceiver,
  type ReceiverOptions,
} from '../../shared/client/index.ts';

/*
 * The service as a receiver of callbacks sees it, written from the rules of the specification: it shares
 * no line with the service's own sender.
 */

export const NOW = Date.UTC(2026, 10, 20, 8, 5, 0);
const NOW_TEXT = '2026-11-20 08:05:00';
export const ORIGIN = 'https://shop.example';
export const TARGET = '/hook?order=7&x=%20';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
export const service = pair();
export const next = pair();
export const stranger = pair();

type How = {
  readonly key?: string;
  readonly timestamp?: string;
  readonly url?: string;
  readonly prefix?: 'X-Svc' | 'X-Settle';
};

export const meta = (change: Readonly<Record<string, unknown>> = {}) => ({
  id: 'm1',
  event: 'payment_captured',
  uri: 'https://service.test/merchant/v1/payment_request/p1/outcome/',
  seqno: 2,
  labels: [],
  context: 'ctx:m1',
  timestamp: NOW_TEXT,
  ...change,
});

/** One callback as the service would send it, signed over its address and its two headers. */
export function callback(message: unknown, how: How = {}): ArrivedCallback {
  const { key = service.privateKey, timestamp = NOW_TEXT, prefix = 'X-Svc' } = how;
  const { url = ORIGIN + TARGET } = how;
  const body = Buffer.isBuffer(message) ? message : Buffer.from(JSON.stringify(message));
  const digest = `SHA256=${createHash('sha256').update(body).digest('base64')}`;
  const upper = prefix.toUpperCase();
  const headers = `${upper}-CONTENT-DIGEST=${digest}&${upper}-TIMESTAMP=${timestamp}`;
  const signature = sign('RSA-SHA256', Buffer.from(`POST|${url}|${headers}`), key);
  return {
    target: TARGET,
    headers: {
      authorization: `RSA-SHA256 ${signature.toString('base64')}`,
      [`${prefix.toLowerCase()}-timestamp`]: timestamp,
      [`${prefix.toLowerCase()}-content-digest`]: digest,
      'content-type': 'application/json',
    },
    body,
  };
}

export function receiverOf(change: Partial<ReceiverOptions> = {}) {
  const publicKeys = [service.publicKey];
  return createCallbackReceiver({
    publicKeys,
    publicUrl: ORIGIN,
    clock: { now: () => NOW },
    ...change,
  });
}

export async function verdict(arrived: ArrivedCallback, change: Partial<ReceiverOptions> = {}) {
  const received = await receiverOf(change).receive(arrived, () => undefined);
  return received.ok ? 'accepted' : received.problem;
}
