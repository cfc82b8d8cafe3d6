import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import { exampleOf } from '../../../service/api/openapi/examples/index.ts';
import { outcome } from '../../../shared/protocol/outcome.ts';
import { paymentRequestInput } from '../../../shared/protocol/payment-request.ts';
import { ROUTES, type Route } from '../../../shared/protocol/routes.ts';
import { startTestService } from '../../support/service.ts';
import { callExample } from '../example-call.ts';
import { member, type World } from '../world.ts';
import type { OwnChecks } from './own.ts';

const pos = (id: string) => ({ id, name: 'Conformance', type: 'store' });
const routes: readonly Route[] = Object.values(ROUTES);
const get = ({ test }: World, path: string, headers = {}) =>
  test.secret(test.users.pos, path, { headers });

const TYPES: OwnChecks = {
  async 'types/Currency'(world) {
    const { currency } = await world.outcome(await world.payment());
    expect(currency).toBe('NOK');
  },
  async 'types/MoneyInteger'(world) {
    const { amount } = await world.outcome(await world.payment('pending', { amount: 2_000 }));
    expect(amount).toBe(2_000);
  },
  async 'types/DateTime'(world) {
    const { date_expires } = await world.outcome(await world.payment());
    expect(date_expires).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  },
  async 'types/PersonIdentifier'() {
    for (const customer of ['4798765432', 'token:1', 'shortlink_id:a', 'shortlink_sn:1', 'at_x']) {
      const body = { action: 'sale', currency: 'NOK', amount: 1, allow_credit: false, pos_id: 'a' };
      const read = paymentRequestInput.safeParse({ ...body, pos_tid: 'b', customer });
      expect([customer, read.success]).toEqual([customer, true]);
    }
  },
  async 'types/Json'(world) {
    const rid = await world.permission('accept');
    const reply = await world.call('permissionOutcome', { params: { rid } });
    expect(typeof Object(reply.json).user_info).toBe('object');
  },
  async 'types/NdbKey'(world) {
    const { json } = await world.call('merchantRead');
    expect(typeof Object(json).settlement_account).toBe('string');
  },
  async 'user/pubkey'(world) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const pubkey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const user_id = world.fresh();
    expect((await world.call('userCreate', { body: { id: user_id, pubkey } })).status).toBe(201);
    const read = await world.call('userRead', { params: { user_id } });
    expect(member(read.json, 'pubkey').trim()).toBe(pubkey.trim());
    const wrong = await world.call('userCreate', { body: { id: world.fresh(), pubkey: 'no key' } });
    expect(Object(wrong.json).error_details).toHaveProperty('pubkey');
  },
};

const CONVENTIONS: OwnChecks = {
  async 'convention/methods'() {
    for (const { method, path } of routes) {
      if (method === 'POST') expect(path).not.toMatch(/:\w+\/$/);
      if (method === 'PUT' || method === 'DELETE') expect(path).toMatch(/:\w+\/$/);
    }
  },
  async 'convention/ids'(world) {
    const id = world.fresh();
    await world.call('posCreate', { body: pos(id) });
    expect((await world.call('posRead', { params: { pos_id: id } })).status).toBe(200);
    const made = await world.call('userCreate', { body: { label: 'no id' } });
    expect(member(made.json, 'id')).toMatch(/^.+$/);
  },
  async 'convention/lists'(world) {
    for (const route of ['posList', 'shortlinkList', 'settlementList'] as const) {
      const { json } = await world.call(route);
      const { uris, next, prev } = Object(json);
      expect([next, prev]).toEqual([null, null]);
      expect(uris.length).toBeGreaterThan(0);
      for (const uri of uris) expect(uri).toMatch(/^\/merchant\/v1\/.+\/$/);
    }
  },
  async 'convention/location'(world) {
    const id = world.fresh();
    const made = await world.call('posCreate', { body: pos(id) });
    expect(made.headers.location).toBe(`${world.test.ready.base_url}/pos/${id}/`);
  },
  async 'convention/media'(world) {
    const types = async (name: Parameters<World['call']>[0]) =>
      (await callExample(world, name)).headers['content-type'];
    expect(await types('posRead')).toBe('application/vnd.svc.api.merchant.v1+json');
    expect(await types('settlementLog')).toBe('application/vnd.svc.api.merchant.v1+csv');
    expect(await types('merchantLogo')).toBe('image/png');
  },
  async 'convention/slash'() {
    for (const { path } of routes) expect(path).toMatch(/^\/.*\/$/);
  },
  async 'version/v1'(world) {
    expect(world.test.ready.base_url).toMatch(/\/merchant\/v1$/);
    const { headers } = await get(world, '/pos/kasse-1/');
    expect(headers['content-type']).toContain('merchant.v1+json');
  },
  async 'version/compatible'(world) {
    const body = { ...pos(world.fresh()), from_the_future: [1] };
    expect((await world.call('posCreate', { body })).status).toBe(201);
  },
  async 'version/major'({ test }) {
    const url = test.ready.base_url.replace('/v1', '/v2');
    const reply = await fetch(`${url}/status_code/`);
    expect(reply.status).toBe(404);
  },
  async 'version/new-codes'() {
    expect(outcome.shape.status_code.safeParse(2_999).success).toBe(true);
  },
};

const ERRORS: OwnChecks = {
  async 'error-field/error_type'(world) {
    const reply = await world.call('posCreate', { body: {} });
    expect(member(reply.json, 'error_type')).toBe('validation_error');
  },
  async 'error-field/error_description'(world) {
    const reply = await world.call('posCreate', { body: {} });
    expect(member(reply.json, 'error_description')).toMatch(/^[A-Z].*\.$/);
  },
  async 'error-field/error_details'(world) {
    const reply = await world.call('posCreate', { body: { id: 'x', type: 'store' } });
    expect(Object(reply.json).error_details).toEqual({ name: ['is required'] });
    const missing = await world.call('posRead', { params: { pos_id: 'none' } });
    expect(Object(missing.json).error_details).toBeNull();
  },
  async 'status/200'(world) {
    const body = { ...Object(draftOf(world)) };
    const first = await world.call('paymentCreate', { body });
    const again = await world.call('paymentCreate', { body });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json).toEqual(first.json);
  },
  async 'status/201'(world) {
    const body = pos(world.fresh());
    const first = await world.call('posCreate', { body });
    const again = await world.call('posCreate', { body });
    expect([again.status, again.text, again.headers.location]).toEqual([
      first.status,
      first.text,
      first.headers.location,
    ]);
  },
  async 'status/204'(world) {
    const id = world.fresh();
    await world.call('posCreate', { body: pos(id) });
    const params = { pos_id: id };
    const body = { name: 'Other', type: 'mobile' };
    for (const reply of [
      await world.call('posUpdate', { params, body }),
      await world.call('posDelete', { params }),
    ]) {
      expect([reply.status, reply.text]).toEqual([204, '']);
    }
  },
  async 'status/302'(world) {
    const reply = await world.call('lastSettlement');
    expect([reply.status, reply.headers.location]).toEqual([
      302,
      expect.stringMatching(/\/settlement\/\d+\/$/),
    ]);
  },
  async 'status/400'(world) {
    expect((await world.call('posCreate', { body: '{' })).status).toBe(400);
    expect((await world.call('posCreate', { body: {} })).status).toBe(400);
  },
  async 'status/404'(world) {
    const { test } = world;
    expect((await get(world, '/nothing/')).status).toBe(404);
    const tid = await world.payment();
    const other = await test.key(test.users.neighbour, `/payment_request/${tid}/outcome/`);
    expect(other.status).toBe(404);
  },
  async 'status/405'({ test }) {
    const reply = await test.secret(test.users.pos, '/pos/', { method: 'DELETE' });
    expect([reply.status, reply.headers.allow]).toEqual([405, expect.stringContaining('POST')]);
  },
  async 'status/409'(world) {
    const id = world.fresh();
    await world.call('posCreate', { body: pos(id) });
    const other = { ...pos(id), name: 'Another' };
    expect((await world.call('posCreate', { body: other })).status).toBe(409);
  },
};

function draftOf(world: World) {
  return { ...Object(exampleOf('paymentCreate').body), pos_tid: world.fresh() };
}

const CONDITIONS: OwnChecks = {
  async 'condition/same-ids'(world) {
    const body = draftOf(world);
    await world.call('paymentCreate', { body });
    const other = { ...body, amount: 1 };
    expect((await world.call('paymentCreate', { body: other })).status).toBe(409);
  },
  async 'condition/early-capture'(world) {
    const params = { tid: await world.payment() };
    const body = { action: 'capture' };
    expect((await world.call('paymentUpdate', { params, body })).status).toBe(409);
  },
  async 'condition/late-abort'(world) {
    const params = { tid: await world.payment('paid') };
    expect((await world.call('paymentUpdate', { params, body: { action: 'abort' } })).status).toBe(
      409,
    );
  },
  async 'condition/invalid-put'(world) {
    const params = { tid: await world.payment() };
    const reply = await world.call('paymentUpdate', { params, body: { action: 'dance' } });
    expect(reply.status).toBe(400);
  },
  async 'condition/same-email'(world) {
    const body = { email: `${world.fresh()}@kaffebaren.example` };
    expect((await world.call('sspUserCreate', { body })).status).toBe(201);
    expect((await world.call('sspUserCreate', { body })).status).toBe(409);
  },
  async 'condition/no-settlement'() {
    // In a separate service, because time settles every merchant.
    const young = await startTestService();
    const reply = await young.secret(young.users.pos, '/last_settlement/');
    await young.stop();
    expect(reply.status).toBe(404);
  },
  async 'condition/unknown-settlement'(world) {
    const params = { settlement_id: '999999' };
    expect((await world.call('settlementRead', { params })).status).toBe(404);
  },
};

export const WIRE_CHECKS: OwnChecks = { ...TYPES, ...CONVENTIONS, ...ERRORS, ...CONDITIONS };
