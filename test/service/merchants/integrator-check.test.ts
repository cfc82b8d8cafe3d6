import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Authenticator,
  createAuthenticator,
} from '../../../service/merchants/authenticate.ts';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import type { MerchantRecord, Store } from '../../../service/store/store.ts';
import type { HttpRequest } from '../../../shared/node/http/http-request.ts';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { hashSecret } from '../../../shared/node/password-hash.ts';
import { DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { NO_DETAILS } from '../../../shared/protocol/merchant.ts';
import { MINUTE } from '../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { newDatabase, TERMS } from '../../support/payments.ts';
import { signedHeaders } from '../../support/wire.ts';

/* Integrators sign in the merchant's name (D-05), with the rules of every signature (D-10 to D-19). */

const ORIGIN = 'http://127.0.0.1:4600';
const database = newDatabase();
let store: Store;
let own: Awaited<ReturnType<typeof generateRsaKeyPair>>;
let users: Awaited<ReturnType<typeof generateRsaKeyPair>>;
let clock: ManualClock;
let auth: Authenticator;

const merchant = (id: string, integratorId: string | null): MerchantRecord => ({
  id,
  name: id,
  terms: TERMS,
  paymentLimit: null,
  integratorId,
  lookupIds: [],
  details: NO_DETAILS,
  agreement: DEFAULT_AGREEMENT,
});

beforeAll(async () => {
  store = openSqliteStore(database.path);
  [own, users] = await Promise.all([generateRsaKeyPair(), generateRsaKeyPair()]);
  await store.integrators.put({ id: 'agent', name: 'A', netmask: null, publicKey: own.publicKey });
  await store.integrators.put({ id: 'other', name: 'B', netmask: null, publicKey: own.publicKey });
  await store.merchants.putRecord(merchant('shop', 'agent'));
  await store.merchants.putRecord(merchant('alone', null));
  const secretHash = await hashSecret('a secret of the till', randomBytes);
  const user = { id: 'agent', label: null, netmask: null, secretHash, version: 1 };
  // A user whose id is the integrator's must not be taken for it.
  await store.users.put('shop', { ...user, publicKey: users.publicKey });
});
afterAll(async () => {
  await store.close();
  database.remove();
});
beforeEach(() => {
  clock = createManualClock();
  auth = createAuthenticator({
    store,
    clock,
    signing: SVC_PROFILE,
    log: pino({ level: 'silent' }),
    origins: () => [ORIGIN],
    processKey: randomBytes(32),
  });
});

type Change = {
  readonly merchant?: string;
  readonly id?: string;
  readonly key?: string;
  readonly at?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly without?: string;
  readonly address?: string;
};

function presented(change: Change = {}): HttpRequest {
  const { without, headers: over, address = '192.0.2.1' } = change;
  const url = `${ORIGIN}/merchant/v1/user/`;
  const signed = signedHeaders({
    merchant: change.merchant ?? 'shop',
    user: change.id ?? 'agent',
    as: 'integrator',
    privateKey: change.key ?? own.privateKey,
    url,
    method: 'POST',
    at: change.at ?? clock.now(),
  });
  const headers = Object.entries({ ...signed, ...over }).filter(([name]) => name !== without);
  return {
    method: 'POST',
    target: '/merchant/v1/user/',
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: headers.flat(),
    address,
    body: new Uint8Array(0),
  };
}

async function outcome(change: Change = {}) {
  const answer = await auth.authenticate(presented(change));
  return answer.ok ? answer.value : answer.refusal.type;
}

describe('an integrator', () => {
  it('has level KEY for a merchant that names it', async () => {
    const caller = { merchantId: 'shop', kind: 'integrator', userId: 'agent', level: 'KEY' };
    expect(await outcome()).toEqual(caller);
  });

  it.each<[string, Change]>([
    ['for a merchant that names none', { merchant: 'alone' }],
    ['for an unknown merchant', { merchant: 'nobody' }],
    ['that the merchant does not name', { id: 'other' }],
    ['that does not exist', { id: 'nobody' }],
    ['whose id is much too long', { id: 'x'.repeat(500) }],
    ['without the merchant', { without: 'X-Svc-Merchant' }],
    ['without a digest', { without: 'X-Svc-Content-Digest' }],
    ['without a timestamp', { without: 'X-Svc-Timestamp' }],
    ['with a secret', { headers: { Authorization: 'SECRET a secret of the till' } }],
    ['without credentials', { without: 'Authorization' }],
    ['with another merchant than it signed for', { headers: { 'X-Svc-Merchant': 'alone' } }],
  ])('%s is refused', async (_name, change) => {
    expect(await outcome(change)).toBe('Unauthorized');
  });

  it('is refused with a signature of the user with the same id', async () => {
    expect(await outcome({ key: users.privateKey })).toBe('Unauthorized');
  });

  it('with a secret is refused with the sentence that integrators have none', async () => {
    const headers = { Authorization: 'SECRET a secret of the till' };
    const answer = await auth.authenticate(presented({ headers }));
    expect(answer).toMatchObject({
      refusal: { description: expect.stringContaining('no secret') },
    });
  });

  it('together with a user gets Bad Request', async () => {
    expect(await outcome({ headers: { 'X-Svc-User': 'agent' } })).toBe('Bad Request');
  });

  it('can claim each of its signatures once (D-18)', async () => {
    const claimed = async () => {
      const answer = await auth.authenticate(presented({}));
      return answer.ok && (await answer.claim?.());
    };
    expect([await claimed(), await claimed()]).toEqual([true, false]);
    expect(await outcome()).toMatchObject({ kind: 'integrator' });
  });

  it('needs a current timestamp', async () => {
    const now = clock.now();
    expect(await outcome({ at: now - 6 * MINUTE })).toBe('Unauthorized');
    expect(await outcome({ at: now + 6 * MINUTE })).toBe('Unauthorized');
    expect(await outcome({ at: now - 4 * MINUTE })).toMatchObject({ kind: 'integrator' });
  });

  it('can be restricted to a network', async () => {
    const integrator = { id: 'agent', name: 'A', publicKey: own.publicKey };
    await store.integrators.put({ ...integrator, netmask: '192.0.2.0/24' });
    expect(await outcome()).toMatchObject({ kind: 'integrator' });
    expect(await outcome({ address: '198.51.100.1' })).toBe('Unauthorized');
    await store.integrators.put({ ...integrator, netmask: null });
  });

  it('loses its access when the merchant removes it', async () => {
    await store.merchants.putRecord(merchant('shop', null));
    expect(await outcome()).toBe('Unauthorized');
    await store.merchants.putRecord(merchant('shop', 'agent'));
    expect(await outcome()).toMatchObject({ kind: 'integrator' });
  });

  it('has a separate limit for failed signatures', async () => {
    const wrong = { key: users.privateKey };
    for (let tries = 0; tries < 10; tries += 1) expect(await outcome(wrong)).toBe('Unauthorized');
    expect(await outcome(wrong)).toBe('Too Many Requests');
    expect(await outcome()).toMatchObject({ kind: 'integrator' });
    // The user of the same id at the same address has a separate budget.
    const headers = { 'X-Svc-User': 'agent', Authorization: 'SECRET a secret of the till' };
    expect(await outcome({ headers, without: 'X-Svc-Integrator' })).toMatchObject({ kind: 'user' });
  });
});
