import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAuthorizer } from '../../../shared/client/index.ts';
import { canonicalString, canonicalUrl } from '../../../shared/protocol/signing.ts';
import vectorsFile from '../../fixtures/signature-vectors.json' with { type: 'json' };
import { createManualClock } from '../../support/manual-clock.ts';

const vector = z.object({
  name: z.string(),
  header_prefix: z.string(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  canonical_string: z.string(),
  public_key_pem: z.string().nullable(),
  signature: z.string().nullable(),
  verified: z.boolean(),
});
const file = z
  .object({
    vectors: z.array(vector),
    test_keys: z.object({ user_private_key_pem: z.string(), user_public_key_pem: z.string() }),
  })
  .parse(vectorsFile);

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}

async function verifies(pem: string, signature: string, text: string): Promise<boolean> {
  const der = bytesOf(pem.replace(/-----[^-]+-----|\s/g, ''));
  const key = await crypto.subtle.importKey('spki', der, ALGORITHM, false, ['verify']);
  const message = new TextEncoder().encode(text);
  return crypto.subtle.verify(ALGORITHM, key, bytesOf(signature), message);
}

async function digestOf(body: string): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  return `SHA256=${Buffer.from(sum).toString('base64')}`;
}

describe('the string that is signed', () => {
  it('contains the headers trimmed and sorted by name, whatever their order', () => {
    const sent = [
      ['X-Svc-User', ' pos '],
      ['X-Svc-Merchant', '\tm1'],
      ['Accept', 'text/plain'],
      ['x-svc-timestamp', '2026-01-05 08:00:00'],
      ['X-Svc-A', ''],
    ] as const;
    const headers = 'X-SVC-A=&X-SVC-MERCHANT=m1&X-SVC-TIMESTAMP=2026-01-05 08:00:00&X-SVC-USER=pos';
    for (const order of [sent, [...sent].reverse()]) {
      expect(canonicalString('get', 'http://h/', order, 'x-svc-')).toBe(`GET|http://h/|${headers}`);
    }
  });

  it('has the scheme and host in lower case and the rest of the address unchanged', () => {
    expect(canonicalUrl('HTTPS://Shop.EXAMPLE/A?to=HTTP://B#part')).toBe(
      'https://shop.example/A?to=HTTP://B',
    );
    expect(canonicalUrl('/A/HTTP://B')).toBe('/A/HTTP://B');
  });

  it.each(file.vectors)('$name', ({ method, url, headers, header_prefix, canonical_string }) => {
    const text = canonicalString(method, url, Object.entries(headers), header_prefix);
    expect(text).toBe(canonical_string);
  });

  const checked = file.vectors.filter((one) => one.public_key_pem !== null);
  it.each(checked)('$name: the verification gives the result of the vector', async (one) => {
    const { method, url, headers, header_prefix, public_key_pem, signature, body } = one;
    const text = canonicalString(method, url, Object.entries(headers), header_prefix);
    const signed = await verifies(public_key_pem ?? '', signature ?? '', text);
    const digest = Object.entries(headers).find(([name]) => /content-digest$/i.test(name))?.[1];
    expect(signed && digest === (await digestOf(body ?? ''))).toBe(one.verified);
  });

  it('the vector file has valid and invalid signatures', () => {
    expect(checked.filter((one) => one.verified).length).toBeGreaterThanOrEqual(6);
    expect(checked.filter((one) => !one.verified).length).toBeGreaterThanOrEqual(4);
  });
});

describe('the headers of a request', () => {
  const who = { merchantId: 'm1abcd', userId: 'POS1' };
  const clock = createManualClock(Date.UTC(2026, 0, 2, 3, 4, 5));

  it('match the vector svc/request-post for its request', async () => {
    const one = file.vectors.find((other) => other.name === 'svc/request-post');
    if (one === undefined) throw new Error('the vector is missing');
    const credentials = { kind: 'key', privateKey: file.test_keys.user_private_key_pem } as const;
    const authorize = createAuthorizer({ ...who, credentials }, clock);
    const body = new TextEncoder().encode(one.body ?? '');
    const made = await authorize(one.method, one.url, body);
    if (!made.ok) throw new Error(made.description);
    const headers = Object.fromEntries(made.headers);
    expect(headers).toEqual({
      'x-svc-merchant': 'm1abcd',
      'x-svc-user': 'POS1',
      'x-svc-timestamp': '2026-01-02 03:04:05',
      'x-svc-content-digest': await digestOf(one.body ?? ''),
      authorization: `RSA-SHA256 ${one.signature}`,
    });
  });

  it('contain the secret unchanged after SECRET', async () => {
    const credentials = { kind: 'secret', secret: 'correct horse' } as const;
    const made = await createAuthorizer({ ...who, credentials }, clock)(
      'GET',
      'https://api.svc.test/',
      new Uint8Array(),
    );
    const authorization = ['authorization', 'SECRET correct horse'];
    const merchant = ['x-svc-merchant', 'm1abcd'];
    expect(made).toEqual({ ok: true, headers: [merchant, ['x-svc-user', 'POS1'], authorization] });
  });

  it.each(['', 'no key at all', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])(
    'are not made with an invalid private key',
    async (privateKey) => {
      const credentials = { kind: 'key', privateKey } as const;
      const authorize = createAuthorizer({ ...who, credentials }, clock);
      const made = await authorize('GET', 'https://api.svc.test/', new Uint8Array());
      expect(made).toMatchObject({ ok: false });
    },
  );
});
