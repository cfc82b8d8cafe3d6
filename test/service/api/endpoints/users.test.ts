import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../../support/expect-error.ts';
import {
  member,
  onOwnService,
  startTestService,
  type TestService,
  type TestUser,
} from '../../../support/service.ts';
import { type Received, secretHeaders } from '../../../support/wire.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PUBLIC = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const PRIVATE = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const admin = () => test.users.admin;
const create = (body: unknown, as = admin()) => test.key(as, '/user/', { method: 'POST', body });
const change = (id: string, body: unknown, as = admin()) =>
  test.key(as, `/user/${encodeURIComponent(id)}/`, { method: 'PUT', body });
const remove = (id: string, as = admin()) => test.key(as, `/user/${id}/`, { method: 'DELETE' });
/** Lets a second pass, so that the same request has another signature. */
const later = () => test.service.simulator.advance(1);
const read = (id: string) => test.secret(test.users.pos, `/user/${encodeURIComponent(id)}/`);

/** Whether this secret opens the API for this user. */
async function opens(id: string, secret: string): Promise<number> {
  const headers = secretHeaders(test.ready.merchant.id, id, secret);
  return (await test.open('/payment_request/', { headers })).status;
}

const signer = (id: string): TestUser => ({
  merchant: test.ready.merchant.id,
  id,
  secret: '',
  privateKey: PRIVATE,
});

const detailsOf = (reply: Received) => Object.entries(JSON.parse(reply.text).error_details);

describe('POST /user/', () => {
  it('creates a user that can sign in at once, and never returns its secret', async () => {
    const secret = 'a secret of till 3';
    const netmask = '127.0.0.0/8';
    const made = await create({ id: 'till-3', label: 'Till 3', netmask, secret, pubkey: PUBLIC });
    expect([made.status, made.json]).toEqual([201, { id: 'till-3' }]);
    expect(made.headers.location).toBe(`${test.ready.base_url}/user/till-3/`);
    const seen = await read('till-3');
    expect(seen.json).toEqual({
      id: 'till-3',
      netmask: '127.0.0.0/8',
      label: 'Till 3',
      has_secret: true,
      pubkey: PUBLIC,
    });
    expect(seen.text).not.toContain(secret);
    expect(await opens('till-3', secret)).toBe(200);
    expect((await test.key(signer('till-3'), '/pos/')).status).toBe(200);
  });

  it('generates an id if none is sent, and accepts each signature only once (D-18)', async () => {
    const made = await create({ label: 'unnamed' });
    expect([made.status, member(made.json, 'id')]).toEqual([
      201,
      expect.stringMatching(/^[0-9a-z]{8}$/),
    ]);
    const again = await create({ label: 'unnamed' });
    expectError(again, 401, 'Unauthorized');
    expect(again.text).toContain('used before');
  });

  it('answers an identical repeat with the same reply, and different data with 409 (D-70)', async () => {
    const body = { id: 'twice', label: 'Twice', secret: 'twice the same', pubkey: PUBLIC };
    const first = await create(body);
    const second = await create({ ...body, netmask: '', pubkey: ` ${PUBLIC}\n` });
    expect([first.status, second.status, second.json]).toEqual([201, 201, first.json]);
    expect(second.headers.location).toBe(first.headers.location);
    for (const other of [
      { label: 'Other' },
      { netmask: '10.0.0.0/8' },
      { secret: 'not the same' },
      { secret: null },
      { pubkey: null },
    ]) {
      expectError(await create({ ...body, ...other }), 409, 'Conflict');
    }
    expect(await opens('twice', 'twice the same')).toBe(200);
  });

  it('creates one user from two concurrent requests', async () => {
    const replies = await Promise.all([
      create({ id: 'race', secret: 'the first secret' }),
      create({ id: 'race', secret: 'the other secret' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('accepts ids that need encoding, and returns their address', async () => {
    const made = await create({ id: 'till/3 at the door' });
    expect(made.headers.location).toContain('/user/till%2F3%20at%20the%20door/');
    expect((await read('till/3 at the door')).status).toBe(200);
  });

  it.each([
    ['id', ''],
    ['id', 'x'.repeat(101)],
    ['id', 'Løkka'],
    ['id', ' till'],
    ['id', '..'],
    ['secret', 'x'.repeat(7)],
    ['secret', 'x'.repeat(65)],
    ['secret', 'with\na line break'],
    ['secret', ''],
    ['secret', ' blanks at the ends '],
    ['netmask', '192.0.2.0/33'],
    ['netmask', '2001:db8::/129'],
    ['netmask', 'everywhere'],
    ['netmask', '192.0.2/24'],
    ['label', 'x'.repeat(201)],
    ['pubkey', 'no key'],
    ['pubkey', 'x'.repeat(4_001)],
    ['pubkey', PRIVATE],
  ])('names %s for the value %j', async (field, value) => {
    const reply = await create({ id: 'wrong', [field]: value });
    expectError(reply, 400, 'validation_error');
    expect(detailsOf(reply)).toEqual([[field, [expect.any(String)]]]);
    expect(reply.text).not.toContain('PRIVATE KEY-----\\nM');
  });

  it.each([
    ['ascii', 's'.repeat(8)],
    ['ascii', 's'.repeat(64)],
    ['norwegian', 'ø'.repeat(8)],
    ['norwegian', 'ø'.repeat(64)],
  ])('accepts a secret of 8 to 64 characters in %s: %s', async (kind, secret) => {
    const id = `secret-${kind}-${secret.length}`;
    expect((await create({ id, secret })).status).toBe(201);
    // The header carries bytes: UTF-8 as most callers write it, or Latin-1.
    expect(await opens(id, Buffer.from(secret).toString('latin1'))).toBe(200);
    expect(await opens(id, secret)).toBe(200);
    expect(await opens(id, `${secret.slice(1)}x`)).toBe(401);
  });

  it.each(['192.0.2.0/24', '2001:db8::/32', '::1', '127.0.0.1/32', '0.0.0.0/0'])(
    'accepts the netmask %s',
    async (netmask) => {
      expect((await create({ id: `mask-${netmask.length}-${netmask}`, netmask })).status).toBe(201);
    },
  );
});

describe('PUT /user/<user_id>/', () => {
  it('keeps members that are sent as null, and removes members that are sent empty (D-71)', async () => {
    await create({ id: 'put', label: 'Put', netmask: '127.0.0.1/32', secret: 'the old secret' });
    expect((await change('put', { label: null, pubkey: PUBLIC })).status).toBe(204);
    expect((await read('put')).json).toMatchObject({
      label: 'Put',
      netmask: '127.0.0.1/32',
      has_secret: true,
      pubkey: PUBLIC,
    });
    const gone = await change('put', { label: '', netmask: '', secret: '', pubkey: '' });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await read('put')).json).toEqual({
      id: 'put',
      netmask: null,
      label: null,
      has_secret: false,
      pubkey: null,
    });
  });

  it('invalidates the old secret at once, even if it was just accepted', async () => {
    await create({ id: 'change', secret: 'the old secret' });
    expect(await opens('change', 'the old secret')).toBe(200);
    await change('change', { secret: 'the new secret' });
    expect(await opens('change', 'the old secret')).toBe(401);
    expect(await opens('change', 'the new secret')).toBe(200);
    await change('change', { netmask: '192.0.2.0/24' });
    expect(await opens('change', 'the new secret')).toBe(401);
  });

  it('invalidates the old key at once', async () => {
    await create({ id: 'rekey', pubkey: PUBLIC });
    expect((await test.key(signer('rekey'), '/pos/')).status).toBe(200);
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    await change('rekey', { pubkey: other.export({ type: 'spki', format: 'pem' }) });
    expect((await test.key(signer('rekey'), '/pos/')).status).toBe(401);
  });

  it('answers 404 for a user of another merchant', async () => {
    expectError(await change('neighbour', { label: 'mine' }), 404, 'Not Found');
    expectError(await change('nobody', { label: 'mine' }), 404, 'Not Found');
  });

  it('keeps all of many concurrent changes', async () => {
    await create({ id: 'many' });
    const replies = await Promise.all([
      change('many', { label: 'Many' }),
      change('many', { netmask: '127.0.0.1/32' }),
      change('many', { pubkey: PUBLIC }),
      change('many', { secret: 'a secret of many' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await read('many')).json).toEqual({
      id: 'many',
      netmask: '127.0.0.1/32',
      label: 'Many',
      has_secret: true,
      pubkey: PUBLIC,
    });
  });
});

describe('DELETE /user/<user_id>/', () => {
  it('invalidates the user at once, even if a new user has the same id', async () => {
    await create({ id: 'gone', secret: 'the first secret' });
    expect(await opens('gone', 'the first secret')).toBe(200);
    expect((await remove('gone')).status).toBe(204);
    expect(await opens('gone', 'the first secret')).toBe(401);
    await later();
    expectError(await remove('gone'), 404, 'Not Found');
    await create({ id: 'gone', secret: 'the second secret' });
    expect(await opens('gone', 'the first secret')).toBe(401);
    expect(await opens('gone', 'the second secret')).toBe(200);
  });

  it('does not let the last holder of a key remove itself or its key (D-70)', async () => {
    const { neighbour } = test.users;
    expectError(await remove('neighbour', neighbour), 409, 'Conflict');
    expectError(await change('neighbour', { pubkey: '' }, neighbour), 409, 'Conflict');
    expect((await change('neighbour', { label: 'stays' }, neighbour)).status).toBe(204);
    await create({ id: 'second', pubkey: PUBLIC }, neighbour);
    await later();
    expect((await remove('neighbour', neighbour)).status).toBe(204);
  });
});

describe('an integrator', () => {
  it('manages the users of a merchant that names it, and of no other', async () => {
    const body = { id: 'by-integrator', secret: 'made by another' };
    const sent = { method: 'POST', body };
    expect((await test.integrator('/user/', sent)).status).toBe(201);
    expect(await opens('by-integrator', 'made by another')).toBe(200);
    const other = test.ready.other_merchant.id;
    expectError(await test.integrator('/user/', sent, other), 401, 'Unauthorized');
    const gone = await test.integrator('/user/by-integrator/', { method: 'DELETE' });
    expect(gone.status).toBe(204);
  });

  it('may remove the last holder of a key, because it can create another', async () => {
    await onOwnService(async (own) => {
      expect((await own.integrator('/user/admin/', { method: 'DELETE' })).status).toBe(204);
    });
  });
});
