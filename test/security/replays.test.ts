import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/expect-error.ts';
import { paymentDraft, startTestService, type TestService } from '../support/service.ts';
import { type Received, type Sent, secretHeaders, send, signedHeaders } from '../support/wire.ts';

/*
 * Goal: a recorded signed request changes nothing when it is sent again (D-18). Method: each test records
 * the bytes of a request, lets the merchant make another change, sends the same bytes again within the
 * window, and reads what is stored.
 */

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

type Recorded = () => Promise<Received>;

/** Signs one request as the shop's administrator; each call of the result sends the same bytes. */
function record(method: string, path: string, body?: unknown): Recorded {
  const { merchant, id: user, privateKey } = test.users.admin;
  const url = test.ready.base_url + path;
  const at = test.service.simulator.now();
  const signed = signedHeaders({
    merchant,
    user,
    privateKey: privateKey ?? '',
    url,
    method,
    at,
    ...(body === undefined ? {} : { body }),
  });
  const sent: Sent = { method, headers: signed, ...(body === undefined ? {} : { body }) };
  return () => send(url, sent);
}

/** Signs and sends one request a second later than the one before, so that no two are the same. */
async function now(method: string, path: string, body?: unknown): Promise<Received> {
  await test.service.simulator.advance(1);
  return record(method, path, body)();
}

async function opens(id: string, secret: string): Promise<boolean> {
  const headers = secretHeaders(test.ready.merchant.id, id, secret);
  return (await test.open('/payment_request/', { headers })).status === 200;
}

const exists = async (path: string) => (await test.secret(test.users.pos, path)).status === 200;

function expectUsed(reply: Received): void {
  expectError(reply, 401, 'Unauthorized');
  expect(reply.text).toContain('used before');
}

describe('a replay of a recorded signed request', () => {
  it('does not restore a removed user and its secret', async () => {
    const create = record('POST', '/user/', { id: 'gone', secret: 'the secret of before' });
    expect((await create()).status).toBe(201);
    expect((await now('DELETE', '/user/gone/')).status).toBe(204);
    expectUsed(await create());
    expect(await exists('/user/gone/')).toBe(false);
    expect(await opens('gone', 'the secret of before')).toBe(false);
  });

  it('does not restore a user’s earlier secret', async () => {
    await now('POST', '/user/', { id: 'rolled' });
    const change = record('PUT', '/user/rolled/', { secret: 'a leaked secret' });
    expect((await change()).status).toBe(204);
    expect((await now('PUT', '/user/rolled/', { secret: 'a better secret' })).status).toBe(204);
    expectUsed(await change());
    expect(await opens('rolled', 'a leaked secret')).toBe(false);
    expect(await opens('rolled', 'a better secret')).toBe(true);
  });

  it('does not restore a user’s earlier key', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pubkey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await now('POST', '/user/', { id: 'keyed' });
    const change = record('PUT', '/user/keyed/', { pubkey });
    expect((await change()).status).toBe(204);
    expect((await now('PUT', '/user/keyed/', { pubkey: '' })).status).toBe(204);
    expectUsed(await change());
    const { json } = await test.secret(test.users.pos, '/user/keyed/');
    expect(json).toMatchObject({ pubkey: null });
  });

  it('does not remove a user that was created later', async () => {
    await now('POST', '/user/', { id: 'new' });
    await test.service.simulator.advance(1);
    const remove = record('DELETE', '/user/new/');
    expect((await remove()).status).toBe(204);
    expect((await now('POST', '/user/', { id: 'new', secret: 'of the new one' })).status).toBe(201);
    expectUsed(await remove());
    expect(await opens('new', 'of the new one')).toBe(true);
  });

  it('does not restore, revert or remove a point of sale', async () => {
    const body = { id: 'kiosk', name: 'Kiosk', type: 'store' };
    const create = record('POST', '/pos/', body);
    expect((await create()).status).toBe(201);
    const rename = record('PUT', '/pos/kiosk/', { name: 'Old name', type: 'store' });
    expect((await rename()).status).toBe(204);
    await now('PUT', '/pos/kiosk/', { name: 'New name', type: 'store' });
    expectUsed(await rename());
    const named = await test.secret(test.users.pos, '/pos/kiosk/');
    expect(named.json).toMatchObject({ name: 'New name' });
    const remove = record('DELETE', '/pos/kiosk/');
    expect((await remove()).status).toBe(204);
    expectUsed(await create());
    expect(await exists('/pos/kiosk/')).toBe(false);
    await now('POST', '/pos/', body);
    expectUsed(await remove());
    expect(await exists('/pos/kiosk/')).toBe(true);
  });

  it('does not restore the earlier label of a shortlink', async () => {
    const made = await now('POST', '/shortlink/', {});
    const path = `/shortlink/${Object(made.json).id}/`;
    const change = record('PUT', path, { label: 'before' });
    expect((await change()).status).toBe(204);
    await now('PUT', path, { label: 'after' });
    expectUsed(await change());
    const read = await test.secret(test.users.pos, path);
    expect(read.json).toMatchObject({ label: 'after' });
  });

  it('does not restore the earlier payout account', async () => {
    const path = `/settlement_account/${test.ready.merchant.id}.NOK/`;
    const change = record('PUT', path, { payout_account: 'NO9386011117947' });
    expect((await change()).status).toBe(204);
    await now('PUT', path, { payout_account: 'DE89370400440532013000' });
    expectUsed(await change());
    const read = await test.secret(test.users.pos, path);
    expect(read.json).toMatchObject({ payout_account: 'DE89370400440532013000' });
  });
});

describe('a client’s repeat of the same bytes after a lost reply', () => {
  it('of a creation gets the first reply while the resource exists', async () => {
    await test.service.simulator.advance(1);
    for (const [path, body] of [
      ['/user/', { id: 'same', secret: 'the same secret' }],
      ['/pos/', { id: 'same', name: 'Same', type: 'store' }],
    ] as const) {
      const create = record('POST', path, body);
      const [first, second] = [await create(), await create()];
      expect([first.status, second.status, second.json]).toEqual([201, 201, { id: 'same' }]);
      expect(second.headers.location).toBe(first.headers.location);
    }
  });

  it('of a payment request gets 200 with the first reply', async () => {
    const create = record('POST', '/payment_request/', paymentDraft({ pos_tid: 'twice' }));
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.json).toEqual(first.json);
  });

  it('of a change is refused as used, and accepted once it is signed again', async () => {
    await now('POST', '/user/', { id: 'again' });
    const change = record('PUT', '/user/again/', { label: 'Again' });
    expect((await change()).status).toBe(204);
    expectUsed(await change());
    expect((await now('PUT', '/user/again/', { label: 'Again' })).status).toBe(204);
  });

  it('of a request with invalid content gets 400 again', async () => {
    const wrong = record('POST', '/user/', { id: 'wrong', secret: 'short' });
    expect((await wrong()).status).toBe(400);
    expect((await wrong()).status).toBe(400);
  });
});
