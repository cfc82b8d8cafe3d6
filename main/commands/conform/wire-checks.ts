import { generateKeyPairSync } from 'node:crypto';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { outcome } from '../../../shared/protocol/outcome.ts';
import { paymentRequestInput } from '../../../shared/protocol/payment-request.ts';
import { ROUTES, type Route, type RouteName } from '../../../shared/protocol/routes.ts';
import {
  call,
  callExample,
  member,
  outcomeOf,
  paramOf,
  payment,
  permission,
} from './example-call.ts';
import { expect, textLike, textWith } from './expect.ts';
import type { OwnChecks, Subject } from './subject.ts';

const pos = (id: string) => ({ id, name: 'Conformance', type: 'store' });
const routes = Object.values<Route>(ROUTES).filter(({ extension }) => extension !== true);
const get = (subject: Subject, path: string, headers = {}) =>
  subject.secret(subject.pos, path, { headers });

const TYPES: OwnChecks = {
  async 'types/Currency'(subject) {
    const { currency } = await outcomeOf(subject, await payment(subject));
    expect(currency).toBe('NOK');
  },
  async 'types/MoneyInteger'(subject) {
    const { amount } = await outcomeOf(
      subject,
      await payment(subject, 'pending', { amount: 2_000 }),
    );
    expect(amount).toBe(2_000);
  },
  async 'types/DateTime'(subject) {
    const { date_expires } = await outcomeOf(subject, await payment(subject));
    expect(date_expires).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  },
  async 'types/PersonIdentifier'() {
    for (const customer of ['4798765432', 'token:1', 'shortlink_id:a', 'shortlink_sn:1', 'at_x']) {
      const body = { action: 'sale', currency: 'NOK', amount: 1, allow_credit: false, pos_id: 'a' };
      const read = paymentRequestInput.safeParse({ ...body, pos_tid: 'b', customer });
      expect([customer, read.success]).toEqual([customer, true]);
    }
  },
  async 'types/Json'(subject) {
    const rid = await permission(subject, 'accept');
    const reply = await call(subject, 'permissionOutcome', { params: { rid } });
    expect(typeof Object(reply.json).user_info).toBe('object');
  },
  async 'types/NdbKey'(subject) {
    const { json } = await call(subject, 'merchantRead');
    expect(typeof Object(json).settlement_account).toBe('string');
  },
  async 'user/pubkey'(subject) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const pubkey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const user_id = subject.fresh();
    expect((await call(subject, 'userCreate', { body: { id: user_id, pubkey } })).status).toBe(201);
    const read = await call(subject, 'userRead', { params: { user_id } });
    expect(member(read.json, 'pubkey').trim()).toBe(pubkey.trim());
    const wrong = await call(subject, 'userCreate', {
      body: { id: subject.fresh(), pubkey: 'no key' },
    });
    expect(Object(wrong.json).error_details).toHaveProperty('pubkey');
  },
};

const CONVENTIONS: OwnChecks = {
  async 'convention/methods'() {
    for (const { method, path } of routes) {
      if (method === 'POST') expect(/:\w+\/$/.test(path)).toBe(false);
      if (method === 'PUT' || method === 'DELETE') expect(path).toMatch(/:\w+\/$/);
    }
  },
  async 'convention/ids'(subject) {
    const id = subject.fresh();
    await call(subject, 'posCreate', { body: pos(id) });
    expect((await call(subject, 'posRead', { params: { pos_id: id } })).status).toBe(200);
    const made = await call(subject, 'userCreate', { body: { label: 'no id' } });
    expect(member(made.json, 'id')).toMatch(/^.+$/);
  },
  async 'convention/lists'(subject) {
    for (const made of ['pos_id', 'shortlink_id', 'settlement_id']) await paramOf(subject, made);
    for (const route of ['posList', 'shortlinkList', 'settlementList'] as const) {
      const { json } = await call(subject, route);
      const { uris, next, prev } = Object(json);
      expect([next, prev]).toEqual([null, null]);
      expect(uris.length).toBeGreaterThan(0);
      for (const uri of uris) expect(uri).toMatch(/^\/merchant\/v1\/.+\/$/);
    }
  },
  async 'convention/location'(subject) {
    const id = subject.fresh();
    const made = await call(subject, 'posCreate', { body: pos(id) });
    expect(made.headers.location).toBe(`${subject.baseUrl}/pos/${id}/`);
  },
  async 'convention/media'(subject) {
    const types = async (name: RouteName) =>
      (await callExample(subject, name)).headers['content-type'];
    expect(await types('posRead')).toBe('application/vnd.svc.api.merchant.v1+json');
    expect(await types('settlementLog')).toBe('application/vnd.svc.api.merchant.v1+csv');
    expect(await types('merchantLogo')).toBe('image/png');
  },
  async 'convention/slash'() {
    for (const { path } of routes) expect(path).toMatch(/^\/.*\/$/);
  },
  async 'version/v1'(subject) {
    expect(subject.baseUrl).toMatch(/\/merchant\/v1$/);
    const { headers } = await callExample(subject, 'posRead');
    expect(headers['content-type']).toContain('merchant.v1+json');
  },
  async 'version/compatible'(subject) {
    const body = { ...pos(subject.fresh()), from_the_future: [1] };
    expect((await call(subject, 'posCreate', { body })).status).toBe(201);
  },
  async 'version/major'(subject) {
    const url = subject.baseUrl.replace('/v1', '/v2');
    const reply = await subject.send(`${url}/status_code/`);
    expect(reply.status).toBe(404);
  },
  async 'version/new-codes'() {
    expect(outcome.shape.status_code.safeParse(2_999).success).toBe(true);
  },
};

const ERRORS: OwnChecks = {
  async 'error-field/error_type'(subject) {
    const reply = await call(subject, 'posCreate', { body: {} });
    expect(member(reply.json, 'error_type')).toBe('validation_error');
  },
  async 'error-field/error_description'(subject) {
    const reply = await call(subject, 'posCreate', { body: {} });
    expect(member(reply.json, 'error_description')).toMatch(/^[A-Z].*\.$/);
  },
  async 'error-field/error_details'(subject) {
    const reply = await call(subject, 'posCreate', { body: { id: 'x', type: 'store' } });
    expect(Object(reply.json).error_details).toEqual({ name: ['is required'] });
    const missing = await call(subject, 'posRead', { params: { pos_id: 'none' } });
    expect(Object(missing.json).error_details).toBeNull();
  },
  async 'status/200'(subject) {
    const body = { ...Object(draftOf(subject)) };
    const first = await call(subject, 'paymentCreate', { body });
    const again = await call(subject, 'paymentCreate', { body });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json).toEqual(first.json);
  },
  async 'status/201'(subject) {
    const body = pos(subject.fresh());
    const first = await call(subject, 'posCreate', { body });
    const again = await call(subject, 'posCreate', { body });
    expect([again.status, again.text, again.headers.location]).toEqual([
      first.status,
      first.text,
      first.headers.location,
    ]);
  },
  async 'status/204'(subject) {
    const id = subject.fresh();
    await call(subject, 'posCreate', { body: pos(id) });
    const params = { pos_id: id };
    const body = { name: 'Other', type: 'mobile' };
    for (const reply of [
      await call(subject, 'posUpdate', { params, body }),
      await call(subject, 'posDelete', { params }),
    ]) {
      expect([reply.status, reply.text]).toEqual([204, '']);
    }
  },
  async 'status/302'(subject) {
    await paramOf(subject, 'settlement_id');
    const reply = await call(subject, 'lastSettlement');
    expect([reply.status, reply.headers.location]).toEqual([302, textLike(/\/settlement\/\d+\/$/)]);
  },
  async 'status/400'(subject) {
    expect((await call(subject, 'posCreate', { body: '{' })).status).toBe(400);
    expect((await call(subject, 'posCreate', { body: {} })).status).toBe(400);
  },
  async 'status/404'(subject) {
    expect((await get(subject, '/nothing/')).status).toBe(404);
    const tid = await payment(subject);
    const other = await subject.key(subject.other(), `/payment_request/${tid}/outcome/`);
    expect(other.status).toBe(404);
  },
  async 'status/405'(subject) {
    const reply = await subject.secret(subject.pos, '/pos/', { method: 'DELETE' });
    expect([reply.status, reply.headers.allow]).toEqual([405, textWith('POST')]);
  },
  async 'status/409'(subject) {
    const id = subject.fresh();
    await call(subject, 'posCreate', { body: pos(id) });
    const other = { ...pos(id), name: 'Another' };
    expect((await call(subject, 'posCreate', { body: other })).status).toBe(409);
  },
};

function draftOf(subject: Subject) {
  return { ...Object(exampleOf('paymentCreate').body), pos_tid: subject.fresh() };
}

const CONDITIONS: OwnChecks = {
  async 'condition/same-ids'(subject) {
    const body = draftOf(subject);
    await call(subject, 'paymentCreate', { body });
    const other = { ...body, amount: 1 };
    expect((await call(subject, 'paymentCreate', { body: other })).status).toBe(409);
  },
  async 'condition/early-capture'(subject) {
    const params = { tid: await payment(subject) };
    const body = { action: 'capture' };
    expect((await call(subject, 'paymentUpdate', { params, body })).status).toBe(409);
  },
  async 'condition/late-abort'(subject) {
    const params = { tid: await payment(subject, 'paid') };
    expect(
      (await call(subject, 'paymentUpdate', { params, body: { action: 'abort' } })).status,
    ).toBe(409);
  },
  async 'condition/invalid-put'(subject) {
    const params = { tid: await payment(subject) };
    const reply = await call(subject, 'paymentUpdate', { params, body: { action: 'dance' } });
    expect(reply.status).toBe(400);
  },
  async 'condition/same-email'(subject) {
    const body = { email: `${subject.fresh()}@kaffebaren.example` };
    expect((await call(subject, 'sspUserCreate', { body })).status).toBe(201);
    expect((await call(subject, 'sspUserCreate', { body })).status).toBe(409);
  },
  async 'condition/no-settlement'(subject) {
    expect(subject.firstSettlement()).toBe(404);
  },
  async 'condition/unknown-settlement'(subject) {
    const params = { settlement_id: '999999' };
    expect((await call(subject, 'settlementRead', { params })).status).toBe(404);
  },
};

export const WIRE_CHECKS: OwnChecks = { ...TYPES, ...CONVENTIONS, ...ERRORS, ...CONDITIONS };
