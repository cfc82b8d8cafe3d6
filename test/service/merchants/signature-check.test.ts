import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkSignature, type SignatureDeps } from '../../../service/merchants/signature-check.ts';
import { headerNames } from '../../../shared/protocol/headers.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { canonicalUrl } from '../../../shared/protocol/signing.ts';
import { parseDateTime } from '../../../shared/time/date-time.ts';

const fixture = z.object({
  test_keys: z.object({ user_public_key_pem: z.string() }),
  vectors: z.array(
    z.object({
      name: z.string(),
      direction: z.string(),
      header_prefix: z.string(),
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().nullish(),
      canonical_string: z.string(),
      signature: z.string().nullish(),
      verified: z.boolean(),
    }),
  ),
});

const FILE = new URL('../../fixtures/signature-vectors.json', import.meta.url);
const { test_keys: keys, vectors } = fixture.parse(JSON.parse(readFileSync(FILE, 'utf8')));
const key = createPublicKey(keys.user_public_key_pem);
const requests = vectors.filter(
  ({ direction, header_prefix: prefix }) => direction === 'request' && prefix === 'X-Svc-',
);
type Vector = (typeof vectors)[number];

/** A vector as the service receives it, at the instant its timestamp names. */
function judge(vector: Vector, change: Partial<SignatureDeps> = {}, over: object = {}) {
  const url = vector.url.replace(/^(\w+:\/\/[^/]+).*$/s, '$1');
  const headers = { ...vector.headers, ...over };
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const presented = {
    method: vector.method,
    target: vector.url.slice(url.length),
    headers: lower,
    rawHeaders: Object.entries(headers).flat(),
    address: '127.0.0.1',
    body: Buffer.from(vector.body ?? ''),
  };
  const signature = (lower.authorization ?? '').replace(/^RSA-SHA256 /, '');
  const now = parseDateTime(vector.headers['X-Svc-Timestamp'] ?? '') ?? 0;
  const origins = [canonicalUrl(url)];
  const names = headerNames(SVC_PROFILE.headerPrefix);
  return checkSignature(presented, signature, key, {
    names,
    prefix: 'X-Svc-',
    origins,
    now,
    ...change,
  });
}

const named = (name: string) => {
  const found = requests.find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
};

describe('the published test vectors', () => {
  it('have at least five valid and four invalid requests', () => {
    expect(requests.filter(({ verified }) => verified).length).toBeGreaterThanOrEqual(5);
    expect(requests.filter(({ verified }) => !verified).length).toBeGreaterThanOrEqual(4);
  });

  it.each(requests.map((vector) => [vector.name, vector.verified, vector] as const))(
    '%s is valid: %s',
    (_name, verified, vector) => {
      const verdict = judge(vector);
      expect(verdict.kind).toBe(verified ? 'right' : 'wrong');
    },
  );
});

describe('a signature', () => {
  const post = named('svc/request-post');

  it('that is wrong is reported with the text that had to be signed (D-06)', () => {
    const verdict = judge(post, {}, { 'X-Svc-User': 'someone-else' });
    expect(verdict).toMatchObject({
      kind: 'wrong',
      toSign: post.canonical_string.replace(/X-SVC-USER=.*$/, 'X-SVC-USER=someone-else'),
    });
  });

  it.each([
    [-300_000, 'right'],
    [300_000, 'right'],
    [-301_000, 'wrong'],
    [301_000, 'wrong'],
  ])('with an offset of %i ms from the service’s time is %s', (off, kind) => {
    const at = parseDateTime(post.headers['X-Svc-Timestamp'] ?? '') ?? 0;
    expect(judge(post, { now: at + off }).kind).toBe(kind);
  });

  it('is valid for any configured origin, and for no other', () => {
    const mine = 'https://api.svc.test';
    expect(judge(post, { origins: ['http://127.0.0.1:4600', mine] }).kind).toBe('right');
    expect(judge(post, { origins: ['http://127.0.0.1:4600'] }).kind).toBe('wrong');
    // The Host header chooses among the origins, but never adds one.
    const lured = judge(post, { origins: ['http://127.0.0.1:4600'] }, { Host: 'api.svc.test' });
    expect(lured.kind).toBe('wrong');
  });

  it.each([
    ['X-Svc-Merchant', ''],
    ['X-Svc-User', ''],
    ['X-Svc-Timestamp', ''],
    ['X-Svc-Content-Digest', ''],
    ['X-Svc-Timestamp', '2026-01-02T03:04:05Z'],
    ['X-Svc-Timestamp', '2026-13-02 03:04:05'],
    ['X-Svc-Content-Digest', 'MD5=abc'],
    ['X-Svc-Content-Digest', 'sha256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='],
    ['X-Svc-Extra', 'a header that was not signed'],
    ['Authorization', 'RSA-SHA256 not*base64'],
    ['Authorization', 'RSA-SHA256 '],
  ])('is wrong with %s: %j', (name, value) => {
    expect(judge(post, {}, { [name]: value }).kind).toBe('wrong');
  });

  it('ignores headers without the vendor’s prefix', () => {
    expect(judge(post, {}, { 'X-Request-Trace': 'abc', Accept: '*/*' }).kind).toBe('right');
  });
});
