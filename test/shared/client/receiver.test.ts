import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PROFILES } from '../../../shared/protocol/profiles.ts';
import { MINUTE } from '../../../shared/time/clock.ts';
import {
  callback,
  meta,
  NOW,
  next,
  ORIGIN,
  service,
  stranger,
  TARGET,
  verdict,
} from '../../support/callback-sender.ts';

/* Which callbacks the receiver of a shop's server accepts: signatures, keys, times and bodies. */

describe('the signature', () => {
  it('is valid for the registered address, whatever headers a proxy adds', async () => {
    const sent = callback({ meta: meta() });
    expect(await verdict(sent)).toBe('accepted');
    const more = {
      ...sent.headers,
      'x-svc-added': '1',
      via: 'proxy',
      'x-forwarded-for': '10.1.1.1',
    };
    expect(await verdict({ ...sent, headers: more })).toBe('accepted');
    expect(await verdict(sent, { publicUrl: `${ORIGIN}/` })).toBe('accepted');
    expect(await verdict(sent, { publicUrl: 'HTTPS://Shop.Example' })).toBe('accepted');
  });

  it('is read from header names in any case, and from a list of one value', async () => {
    const { headers, ...sent } = callback({ meta: meta() });
    const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]);
    expect(await verdict({ ...sent, headers: Object.fromEntries(upper) })).toBe('accepted');
  });

  it.each([
    ['another key', callback({ meta: meta() }, { key: stranger.privateKey })],
    ['another host', callback({ meta: meta() }, { url: `https://else.example${TARGET}` })],
    ['another scheme', callback({ meta: meta() }, { url: `http://shop.example${TARGET}` })],
    ['another path', callback({ meta: meta() }, { url: `${ORIGIN}/hooks` })],
    ['a normalised query', callback({ meta: meta() }, { url: `${ORIGIN}/hook?order=7&x=+` })],
  ])('is refused when it was made with or for %s', async (_what, sent) => {
    expect(await verdict(sent)).toBe('signature');
  });

  it.each([
    undefined,
    '',
    'RSA-SHA256',
    'RSA-SHA256 ',
    'RSA-SHA256 not/base64!',
    'RSA-SHA256 AAAA',
    'SECRET secret',
    'Bearer x',
  ])('is refused when the Authorization header is %j', async (authorization) => {
    const sent = callback({ meta: meta() });
    expect(await verdict({ ...sent, headers: { ...sent.headers, authorization } })).toBe(
      'signature',
    );
  });

  it('is refused when the timestamp or the digest is changed or missing', async () => {
    const sent = callback({ meta: meta() });
    for (const name of ['x-svc-timestamp', 'x-svc-content-digest']) {
      const other = name === 'x-svc-timestamp' ? '2026-11-20 08:05:01' : 'SHA256=AAAA';
      const headers = { ...sent.headers, [name]: other };
      expect(await verdict({ ...sent, headers })).toBe('signature');
      expect(await verdict({ ...sent, headers: { ...headers, [name]: undefined } })).toBe(
        'signature',
      );
    }
  });

  it('is accepted only with the header prefix of the configured profile', async () => {
    const sent = callback({ meta: meta() }, { prefix: 'X-Settle' });
    expect(await verdict(sent)).toBe('signature');
    expect(await verdict(sent, { profile: PROFILES.settle })).toBe('accepted');
  });
});

describe('the public keys', () => {
  const old = callback({ meta: meta() });
  const fresh = callback({ meta: meta() }, { key: next.privateKey });

  it('may be two during a rotation, in one PEM text or in two', async () => {
    for (const publicKeys of [
      [`${service.publicKey}${next.publicKey}`],
      [next.publicKey, service.publicKey],
    ]) {
      expect(await verdict(old, { publicKeys })).toBe('accepted');
      expect(await verdict(fresh, { publicKeys })).toBe('accepted');
    }
  });

  it('verify no signature of a key that is not configured', async () => {
    expect(await verdict(fresh)).toBe('signature');
    expect(await verdict(old, { publicKeys: [next.publicKey] })).toBe('signature');
    expect(await verdict(old, { publicKeys: [] })).toBe('signature');
  });

  it('that cannot be read do not affect the other keys', async () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const other = ec.export({ type: 'spki', format: 'pem' }).toString();
    const broken = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n';
    const publicKeys = [other, broken, 'words', service.privateKey, service.publicKey];
    expect(await verdict(old, { publicKeys })).toBe('accepted');
    expect(await verdict(old, { publicKeys: publicKeys.slice(0, -1) })).toBe('signature');
  });
});

describe('a signed callback', () => {
  it.each([
    [5 * MINUTE, 'accepted'],
    [5 * MINUTE + 1, 'stale'],
    [-5 * MINUTE, 'accepted'],
    [-5 * MINUTE - 1, 'stale'],
  ])('%i ms after it was signed is %s', async (age, expected) => {
    const sent = callback({ meta: meta() });
    expect(await verdict(sent, { clock: { now: () => NOW + age } })).toBe(expected);
  });

  it.each(['yesterday', '2026-13-40 08:05:00', ''])(
    'with the timestamp %j is stale',
    async (timestamp) => {
      expect(await verdict(callback({ meta: meta() }, { timestamp }))).toBe('stale');
    },
  );

  it('is judged by the time of its attempt, not by the time of its event', async () => {
    const late = callback({ meta: meta({ timestamp: '2026-11-18 08:00:00' }) });
    expect(await verdict(late)).toBe('accepted');
  });
});

describe('the body', () => {
  it('is refused unless every byte equals the signed body', async () => {
    const sent = callback({ meta: meta() });
    const text = Buffer.from(sent.body).toString();
    for (const body of ['', ' ', `${text}\n`, text.replace('m1', 'm2')]) {
      expect(await verdict({ ...sent, body: Buffer.from(body) })).toBe('digest');
    }
  });

  it.each([
    ['no JSON', Buffer.from('payment_captured')],
    ['no bytes', Buffer.alloc(0)],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
    ['a list', []],
    ['no meta', { object: {} }],
    ['an id that is a number', { meta: meta({ id: 7 }) }],
    ['an object that is no outcome', { meta: meta(), object: { tid: 7 } }],
    ['a scan without its token', { meta: meta({ event: 'shortlink_scanned' }), object: {} }],
  ])('with a valid signature is refused without an error: %s', async (_what, message) => {
    expect(await verdict(callback(message))).toBe('message');
  });
});
