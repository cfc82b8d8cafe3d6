import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../../support/expect-error.ts';
import { member, startTestService, type TestService } from '../../../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const create = (body: unknown) =>
  test.secret(test.users.pos, '/merchant_ssp_user/', { method: 'POST', body });
const at = (id: string, method = 'GET') =>
  test.secret(test.users.pos, `/merchant_ssp_user/${id}/`, { method });

const NAME = { given_name: 'Kari', family_name: 'Nordmann' };

describe('POST /merchant_ssp_user/', () => {
  it('answers with every member of the user, and its URL in Location (D-76)', async () => {
    const made = await create({ email: 'kari@kaffebar.no', phone: '4798765432', name: NAME });
    const id = member(made.json, 'id');
    expect([made.status, made.json]).toEqual([
      201,
      {
        id,
        email: 'kari@kaffebar.no',
        phone: '4798765432',
        name: { ...NAME, middle_name: null },
        legal_entities: [],
        bankid: null,
      },
    ]);
    expect(made.headers.location).toBe(`${test.ready.base_url}/merchant_ssp_user/${id}/`);
    const seen = await at(id);
    expect([seen.status, seen.json]).toEqual([200, made.json]);
  });

  it('needs only an email address, which is unique, ignoring case', async () => {
    const first = await create({ email: 'ola@kaffebar.no', phone: null });
    expect(first.json).toMatchObject({ phone: null, name: null });
    expectError(await create({ email: 'ola@kaffebar.no' }), 409, 'Conflict');
    expectError(await create({ email: 'Ola@Kaffebar.no', phone: '4712345678' }), 409, 'Conflict');
  });

  it('creates one user from two concurrent requests', async () => {
    const both = await Promise.all([
      create({ email: 'race@kaffebar.no' }),
      create({ email: 'race@kaffebar.no' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it.each([
    ['email', undefined],
    ['email', ''],
    ['email', 'nobody'],
    ['email', 'a@.no'],
    ['email', 'a@b.NO'],
    ['email', `${'a'.repeat(250)}@b.no`],
    ['phone', '+4798765432'],
    ['phone', '004798765432'],
    ['phone', '98 76 54 32'],
    ['phone', 4_798_765_432],
    ['name.family_name', { given_name: 'Kari' }],
    ['name.given_name', { given_name: '', family_name: 'Nordmann' }],
    ['name', 'Kari Nordmann'],
  ])('names %s for the value %j', async (field, value) => {
    const [root = ''] = field.split('.');
    const reply = await create({ email: 'right@kaffebar.no', [root]: value });
    expectError(reply, 400, 'validation_error');
    const names = Object.keys(JSON.parse(reply.text).error_details);
    expect(names).toEqual([field]);
  });
});

describe('DELETE /merchant_ssp_user/<id>/', () => {
  it('removes a user, whose email address becomes available again', async () => {
    const id = member((await create({ email: 'gone@kaffebar.no' })).json, 'id');
    expect((await at(id, 'DELETE')).status).toBe(204);
    expectError(await at(id), 404, 'Not Found');
    expectError(await at(id, 'DELETE'), 404, 'Not Found');
    expect((await create({ email: 'gone@kaffebar.no' })).status).toBe(201);
  });

  it('answers 404 for another merchant’s user', async () => {
    const id = member((await create({ email: 'mine@kaffebar.no' })).json, 'id');
    const path = `/merchant_ssp_user/${id}/`;
    for (const method of ['GET', 'DELETE']) {
      expectError(await test.key(test.users.neighbour, path, { method }), 404, 'Not Found');
    }
    expect((await at(id)).status).toBe(200);
  });
});
