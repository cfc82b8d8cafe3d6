import { randomBytes, scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Authenticator,
  createAuthenticator,
} from '../../../service/merchants/authenticate.ts';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import type { Store, User } from '../../../service/store/store.ts';
import type { HttpRequest } from '../../../shared/node/http/http-request.ts';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { hashSecret } from '../../../shared/node/password-hash.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { hashWorkOf } from '../../support/hash-work.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { secretHeaders, signedHeaders } from '../../support/wire.ts';

const SECRET = 'a secret of the till';
const ORIGIN = 'http://127.0.0.1:4600';
const TERMS = {
  authorisationLife: 1,
  transactionFeeBasisPoints: 0,
  interchangeBasisPoints: 0,
};

let folder: string;
let store: Store;
let hash: string;
let pair: Awaited<ReturnType<typeof generateRsaKeyPair>>;
let clock: ManualClock;
let auth: Authenticator;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-auth-'));
  store = openSqliteStore(join(folder, 'store.db'));
  [hash, pair] = await Promise.all([hashSecret(SECRET, randomBytes), generateRsaKeyPair()]);
  for (const id of ['shop', 'other']) {
    await store.merchants.put({ id, name: id, terms: TERMS, paymentLimit: null });
    await store.users.put(id, user({ id: 'both' }));
  }
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  clock = createManualClock();
  auth = createAuthenticator({
    store,
    clock,
    signing: SVC_PROFILE,
    log: pino({ level: 'silent' }),
    origins: () => [ORIGIN],
    processKey: randomBytes(32),
  });
  await store.users.put('shop', user({}));
});

function user(change: Partial<User>): User {
  const base = { id: 'till', label: null, netmask: null, version: 1 };
  return { ...base, secretHash: hash, publicKey: pair.publicKey, ...change };
}

function presented(headers: Readonly<Record<string, string>>, change: Partial<HttpRequest> = {}) {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: 'GET',
    target: '/merchant/v1/pos/',
    headers: Object.fromEntries(lower),
    rawHeaders: Object.entries(headers).flat(),
    address: '192.0.2.1',
    body: new Uint8Array(0),
    ...change,
  };
}

async function status(request: HttpRequest): Promise<string> {
  const answer = await auth.authenticate(request);
  return answer.ok ? `${answer.value.merchantId} ${answer.value.level}` : answer.refusal.type;
}

/** Whether a write with this signature would be the first. */
async function claims(request: HttpRequest): Promise<boolean> {
  const answer = await auth.authenticate(request);
  if (!answer.ok || answer.claim === undefined) throw new Error('this request is not signed');
  return answer.claim();
}

const withSecret = (secret: string, change: Partial<HttpRequest> = {}) =>
  status(presented(secretHeaders('shop', 'till', secret), change));

const signed = (method = 'POST') =>
  presented(
    signedHeaders({
      merchant: 'shop',
      user: 'till',
      privateKey: pair.privateKey,
      url: `${ORIGIN}/merchant/v1/pos/`,
      method,
      at: clock.now(),
    }),
    { method },
  );

describe('a secret', () => {
  it('gives level SECRET, with the scheme in any case', async () => {
    expect(await withSecret(SECRET)).toBe('shop SECRET');
    const headers = { ...secretHeaders('shop', 'till', ''), Authorization: `secret ${SECRET}` };
    expect(await status(presented(headers))).toBe('shop SECRET');
    expect(await withSecret(`${SECRET}!`)).toBe('Unauthorized');
  });

  it('is hashed for the first check only', async () => {
    expect(await hashWorkOf(() => withSecret(SECRET))).toHaveLength(1);
    expect(await hashWorkOf(() => withSecret(SECRET))).toEqual([]);
  });

  it('becomes invalid at once when it is changed', async () => {
    expect(await withSecret(SECRET)).toBe('shop SECRET');
    const changed = await hashSecret('another secret', randomBytes);
    await store.users.put('shop', user({ secretHash: changed, version: 2 }));
    expect(await withSecret(SECRET)).toBe('Unauthorized');
    expect(await withSecret('another secret')).toBe('shop SECRET');
  });

  it('becomes invalid with its user, even if a new user with the same id restarts the versions', async () => {
    expect(await withSecret(SECRET)).toBe('shop SECRET');
    const changed = await hashSecret('another secret', randomBytes);
    await store.users.remove('shop', 'till', false);
    await store.users.create('shop', user({ secretHash: changed, version: 1 }));
    expect(await withSecret(SECRET)).toBe('Unauthorized');
    expect(await withSecret('another secret')).toBe('shop SECRET');
  });

  it('costs the same work to refuse for an unknown user', async () => {
    const workFor = (id: string) =>
      hashWorkOf(async () => {
        const answer = await status(presented(secretHeaders('shop', id, 'wrong secret')));
        expect(answer).toBe('Unauthorized');
      });
    const known = await workFor('till');
    expect(known).toHaveLength(1);
    expect(await workFor('nobody')).toEqual(known);
  });

  it('of a user without one is always refused', async () => {
    await store.users.put('shop', user({ secretHash: null }));
    expect(await withSecret(SECRET)).toBe('Unauthorized');
  });

  it('that many connections send at once is hashed once', async () => {
    const work = await hashWorkOf(async () => {
      const all = await Promise.all(Array.from({ length: 100 }, () => withSecret(SECRET)));
      expect(new Set(all)).toEqual(new Set(['shop SECRET']));
    });
    expect(work).toHaveLength(1);
  });

  it('is refused with 503 when too many checks are in progress', async () => {
    const salt = Buffer.alloc(16);
    const cheap = scryptSync(SECRET, salt, 32, { N: 16, r: 1, p: 1 });
    const parts = [salt, cheap].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
    const secretHash = `$scrypt$ln=4,r=1,p=1$${parts.join('$')}`;
    // Each a separate user with the right secret: a wrong one takes its full time, however cheap.
    const tills = Array.from({ length: 100 }, (_, index) => `till-${index}`);
    for (const id of tills) await store.users.put('shop', user({ id, secretHash }));
    const tries = tills.map((id) => status(presented(secretHeaders('shop', id, SECRET))));
    const counts = Map.groupBy(await Promise.all(tries), (type) => type);
    // One address holds half of the places to wait; the other half is for others.
    expect(counts.get('Service Unavailable')?.length).toBe(66);
    expect(counts.get('shop SECRET')?.length).toBe(34);
  });
});

describe('failed logins', () => {
  it('in parallel get 401 up to the limit, and 429 above it', async () => {
    const all = await Promise.all(
      Array.from({ length: 64 }, (_, i) => withSecret(`wrong no ${i}`)),
    );
    const kinds = Map.groupBy(all, (kind) => kind);
    expect(kinds.get('Unauthorized')?.length).toBe(10);
    expect(kinds.get('Too Many Requests')?.length).toBe(54);
  });

  it('of other users at an address do not lock a user out', async () => {
    for (let i = 0; i < 150; i += 1) {
      await status(presented(secretHeaders('shop', `nobody-${i}`, 'short')));
    }
    expect(await withSecret(SECRET)).toBe('shop SECRET');
  });
});

describe('wrong signatures', () => {
  it('get 429 after ten; a valid signature and the secret are still accepted', async () => {
    const forged = () => {
      const request = signed('GET');
      return { ...request, target: '/merchant/v1/other/' };
    };
    for (let i = 0; i < 10; i += 1) expect(await status(forged())).toBe('Unauthorized');
    expect(await status(forged())).toBe('Too Many Requests');
    expect(await status(signed('GET'))).toBe('shop KEY');
    expect(await withSecret(SECRET)).toBe('shop SECRET');
  });
});

describe('a signature', () => {
  it('gives level KEY', async () => {
    expect(await status(signed())).toBe('shop KEY');
  });

  it('can be claimed once, however its base64 is written (D-18)', async () => {
    const request = signed();
    expect([await claims(request), await claims(request)]).toEqual([true, false]);
    const authorization = request.headers.authorization?.replace(/=+$/, '');
    const bare = { ...request, headers: { ...request.headers, authorization } };
    expect(await claims(bare)).toBe(false);
    clock.advance(1_000);
    expect(await claims(signed())).toBe(true);
  });

  it('stays claimed as long as its timestamp is accepted, to the last millisecond', async () => {
    const signedAt = (at: number) =>
      presented(
        signedHeaders({
          merchant: 'shop',
          user: 'till',
          privateKey: pair.privateKey,
          url: `${ORIGIN}/merchant/v1/pos/`,
          method: 'POST',
          at,
        }),
        { method: 'POST' },
      );
    // Its sender's clock is as far ahead as it may be.
    const request = signedAt(clock.now() + LIMITS.signatureWindow);
    expect(await claims(request)).toBe(true);
    clock.advance(2 * LIMITS.signatureWindow);
    await store.users.sweep(clock.now());
    expect(await claims(request)).toBe(false);
    clock.advance(1);
    expect(await status(request)).toBe('Unauthorized');
  });

  it('of a user without a key is always refused', async () => {
    await store.users.put('shop', user({ publicKey: null }));
    expect(await status(signed())).toBe('Unauthorized');
  });
});

describe('network and identity', () => {
  it('a netmask refuses other addresses, even with right credentials', async () => {
    await store.users.put('shop', user({ netmask: '192.0.2.0/28' }));
    expect(await withSecret(SECRET)).toBe('shop SECRET');
    expect(await withSecret(SECRET, { address: '::ffff:192.0.2.3' })).toBe('shop SECRET');
    expect(await withSecret(SECRET, { address: '192.0.2.16' })).toBe('Unauthorized');
    expect(await status({ ...signed('GET'), address: '192.0.2.16' })).toBe('Unauthorized');
  });

  it('a user id that two merchants have needs the merchant’s header (D-04)', async () => {
    const headers = (id: string) => ({ 'X-Svc-User': id, Authorization: `SECRET ${SECRET}` });
    expect(await status(presented(headers('both')))).toBe('Bad Request');
    expect(await status(presented(headers('till')))).toBe('shop SECRET');
    expect(await status(presented(headers('nobody')))).toBe('Unauthorized');
    expect(await status(presented({ Authorization: `SECRET ${SECRET}` }))).toBe('Unauthorized');
    expect(await status(presented(headers('x'.repeat(5_000))))).toBe('Unauthorized');
  });
});
