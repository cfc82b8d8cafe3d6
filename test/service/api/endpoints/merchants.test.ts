import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { merchantLookupOutput, merchantOutput } from '../../../../shared/protocol/merchant.ts';
import { expectError } from '../../../support/expect-error.ts';
import { onOwnService, startTestService, type TestService } from '../../../support/service.ts';
import { signedHeaders } from '../../../support/wire.ts';

let test: TestService;
let shop: string;
let neighbour: string;
beforeAll(async () => {
  test = await startTestService();
  shop = test.ready.merchant.id;
  neighbour = test.ready.other_merchant.id;
});
afterAll(() => test.stop());

const asPos = (path: string, headers: Record<string, string> = {}) =>
  test.secret(test.users.pos, path, { headers });

describe('PUT /merchant/<merchant_id>/', () => {
  const put = (body: unknown, merchant = shop) =>
    test.integrator(`/merchant/${merchant}/`, { method: 'PUT', body }, merchant);
  const read = async () => Object((await asPos(`/merchant/${shop}/`)).json);

  it('lets the integrator set profile, documents and flag, and keeps the other members', async () => {
    const before = await read();
    const document = { gs_object_name: 'lease.pdf', description: 'The lease' };
    const profile = { postal_code: '0555', settlement_receivers: ['hei@kaffebaren.no'] };
    expect((await put({ profile, business_documents: [document] })).status).toBe(204);
    expect((await put({ auto_release_after_auth_expire: false })).status).toBe(204);
    const after = await read();
    expect(after).toMatchObject({
      profile,
      business_documents: [document],
      auto_release_after_auth_expire: false,
      business_name: before.business_name,
      organization_id: before.organization_id,
    });
    const back = { profile: before.profile, business_documents: [] };
    expect((await put({ ...back, auto_release_after_auth_expire: true })).status).toBe(204);
    expect(await read()).toEqual(before);
  });

  it('names an invalid field, and refuses a user of the merchant with 401', async () => {
    const wrong = await put({ profile: { postal_code: 'x' } });
    expectError(wrong, 400, 'validation_error');
    expect(Object.keys(JSON.parse(wrong.text).error_details)).toEqual(['profile.postal_code']);
    const sent = { method: 'PUT', body: { auto_release_after_auth_expire: false } };
    const byUser = await test.key(test.users.admin, `/merchant/${shop}/`, sent);
    expectError(byUser, 401, 'Unauthorized');
    expect((await read()).auto_release_after_auth_expire).toBe(true);
  });
});

describe('GET /merchant/<merchant_id>/', () => {
  it('has every field of the specification', async () => {
    const reply = await asPos(`/merchant/${shop}/`);
    expect(reply.status).toBe(200);
    expect(Object.keys(merchantOutput.parse(reply.json))).toEqual(Object.keys(reply.json ?? {}));
    expect(reply.json).toMatchObject({
      id: shop,
      legal_entity: 'kaffebaren-as',
      business_name: 'Kaffebaren Løkka',
      organization_id: '999888777',
      jurisdiction: 'NO',
      mcc: 5814,
      integrator: test.ready.integrator.id,
      settlement_account: `${shop}.NOK`,
      auth_duration: 259_200,
      auto_release_after_auth_expire: true,
      features: [],
      profile: {
        first_address_line: '',
        postal_code: null,
        settlement_receivers: [],
        settlement_email_xls: false,
        logo_url: `/merchant/v1/merchant/${shop}/logo/`,
      },
      application: { status: 'approved', comment: null },
      business_documents: [],
      per_payment_amount_limit: null,
      integration_type: 'api',
      approved: true,
    });
  });

  it('shows a merchant that has only a name', async () => {
    const reply = await test.key(test.users.neighbour, `/merchant/${neighbour}/`);
    expect(merchantOutput.parse(reply.json)).toMatchObject({
      organization_id: null,
      integrator: null,
      settlement_account: `${neighbour}.NOK`,
      profile: { logo_url: null },
    });
  });

  it('shows a caller only its own merchant', async () => {
    const foreign = await asPos(`/merchant/${neighbour}/`);
    expectError(foreign, 404, 'Not Found');
    expect((await asPos('/merchant/nobody/')).json).toEqual(foreign.json);
  });

  it('shows an integrator the merchants that name it', async () => {
    expect((await test.integrator(`/merchant/${shop}/`)).status).toBe(200);
    expectError(await test.integrator(`/merchant/${neighbour}/`), 404, 'Not Found');
  });
});

describe('GET /merchant/<merchant_id>/logo', () => {
  it('is a PNG image, with and without the trailing slash (D-68)', async () => {
    for (const slash of ['', '/']) {
      const reply = await asPos(`/merchant/${shop}/logo${slash}`);
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/png']);
      expect(reply.headers['content-length']).toMatch(/^[1-9]\d+$/);
      expect(reply.text.slice(1, 4)).toBe('PNG');
      expect(reply.headers['cache-control']).toBe('private, no-cache');
    }
  });

  it.each(['image/png', 'image/*', '*/*', 'application/vnd.svc.api.merchant.v1+json'])(
    'is sent to a client that accepts %s',
    async (accept) => {
      expect((await asPos(`/merchant/${shop}/logo`, { Accept: accept })).status).toBe(200);
    },
  );

  it('is refused to a client that accepts another type only', async () => {
    const reply = await asPos(`/merchant/${shop}/logo`, { Accept: 'image/jpeg, image/png;q=0' });
    expectError(reply, 406, 'Not Acceptable');
  });

  it('is 304 for a client that has the current image', async () => {
    const first = await asPos(`/merchant/${shop}/logo`);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await asPos(`/merchant/${shop}/logo`, { 'If-None-Match': known });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    }
    const other = await asPos(`/merchant/${shop}/logo`, { 'If-None-Match': '"other"' });
    expect(other.status).toBe(200);
  });

  it('is 404 for a merchant without a logo, and for another merchant', async () => {
    const none = await test.key(test.users.neighbour, `/merchant/${neighbour}/logo`);
    expectError(none, 404, 'Not Found');
    const foreign = await test.key(test.users.neighbour, `/merchant/${shop}/logo`);
    expect([foreign.status, foreign.json]).toEqual([404, none.json]);
  });
});

describe('GET /merchant_lookup/<lookup_id>/', () => {
  const lookup = (headers: Record<string, string>, id = '999888777') =>
    test.open(`/merchant_lookup/${id}/`, { headers });
  const named = () => ({ 'X-Svc-Integrator': test.ready.integrator.id });

  it('replies to an integrator with only the members that it needs (D-67)', async () => {
    const reply = await lookup(named());
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        id: shop,
        business_name: 'Kaffebaren Løkka',
        organization_id: '999888777',
        jurisdiction: 'NO',
        approved: true,
      },
    ]);
    expect(merchantLookupOutput.parse(reply.json)).toEqual(reply.json);
  });

  it('answers an unknown id with 404', async () => {
    expectError(await lookup(named(), '111111111'), 404, 'Not Found');
    expectError(await lookup(named(), shop), 404, 'Not Found');
  });

  it('is only for integrators', async () => {
    expectError(await lookup({}), 401, 'Unauthorized');
    expectError(await lookup({ 'X-Svc-Integrator': 'someone' }), 401, 'Unauthorized');
    expectError(await lookup({ 'X-Svc-Integrator': 'x'.repeat(200) }), 401, 'Unauthorized');
    expectError(await lookup({ ...named(), 'X-Svc-User': 'pos' }), 400, 'Bad Request');
    expectError(
      await test.key(test.users.admin, '/merchant_lookup/999888777/'),
      401,
      'Unauthorized',
    );
  });

  it('checks an optional signature, with and without a merchant', async () => {
    const { id: user, private_key_pem: privateKey } = test.ready.integrator;
    const url = `${test.ready.base_url}/merchant_lookup/999888777/`;
    const at = test.service.simulator.now();
    const parts = { user, as: 'integrator', privateKey, url, at } as const;
    const { 'X-Svc-Merchant': _, ...blank } = signedHeaders({ ...parts, merchant: '' });
    expect((await lookup(signedHeaders({ ...parts, merchant: shop }))).status).toBe(200);
    expectError(await lookup(blank), 401, 'Unauthorized');
    const old = signedHeaders({ ...parts, merchant: shop, at: at - 400_000 });
    expectError(await lookup(old), 401, 'Unauthorized');
    const secret = { ...named(), Authorization: 'SECRET something long' };
    expectError(await lookup(secret), 401, 'Unauthorized');
  });

  it('limits the number of tries of integrator ids', async () => {
    await onOwnService(async (own) => {
      const known = { 'X-Svc-Integrator': own.ready.integrator.id };
      const statusOf = async (headers: Record<string, string>) =>
        (await own.open('/merchant_lookup/999888777/', { headers })).status;
      expect(await statusOf(known)).toBe(200);
      const replies: number[] = [];
      for (let tries = 0; tries <= LIMITS.loginFailuresWideMax; tries += 1) {
        replies.push(await statusOf({ 'X-Svc-Integrator': `guess-${tries}` }));
      }
      expect([replies.at(0), replies.at(-1)]).toEqual([401, 429]);
      // The address of an integrator that was admitted before is not limited by the guesses.
      expect(await statusOf(known)).toBe(200);
    });
  });
});
