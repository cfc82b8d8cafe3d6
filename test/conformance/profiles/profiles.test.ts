import { createHash, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROFILES, type ProfileName } from '../../../shared/protocol/profiles.ts';
import { HOUR, MINUTE } from '../../../shared/time/clock.ts';
import { startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import {
  member,
  startTestService,
  type TestService,
  type TestUser,
} from '../../support/service.ts';
import { type Received, type Sent, send } from '../../support/wire.ts';

/*
 * Clients of the older generations, as they are on the wire: their prefix, their media type, and what
 * they expect beside the specification. Signatures are made here and not by the product.
 */

const INGRID = '4798765432';
const MCASH = 'application/vnd.mcash.api.merchant.v1+json';

type Call = (path: string, sent?: Sent) => Promise<Received>;
type Client = {
  readonly prefix: string;
  readonly scheme: 'SECRET' | 'KEY';
  readonly user?: TestUser;
  /** How far the client's clock is off. */
  readonly off?: number;
  /** Headers that are sent beside the signed ones. */
  readonly more?: Readonly<Record<string, string>>;
};

function clientOf(test: TestService, client: Client): Call {
  const { prefix, scheme, user = test.users.admin, off = 0, more = {} } = client;
  return (path, sent = {}) => {
    const url = test.ready.base_url + path;
    const method = sent.method ?? 'GET';
    const body = sent.body === undefined ? '' : JSON.stringify(sent.body);
    const own: Record<string, string> = {
      [`${prefix}merchant`]: user.merchant,
      [`${prefix}user`]: user.id,
    };
    if (scheme === 'KEY') {
      const at = new Date(test.service.simulator.now() + off);
      own[`${prefix}timestamp`] = at.toISOString().slice(0, 19).replace('T', ' ');
      const digest = createHash('sha256').update(body).digest('base64');
      own[`${prefix}content-digest`] = `SHA256=${digest}`;
    }
    const lines = Object.entries(own).map(([name, value]) => `${name.toUpperCase()}=${value}`);
    const text = Buffer.from(`${method}|${url}|${lines.sort().join('&')}`);
    const signed = () => sign('RSA-SHA256', text, user.privateKey ?? '').toString('base64');
    const authorization = scheme === 'KEY' ? `RSA-SHA256 ${signed()}` : `SECRET ${user.secret}`;
    const about = { accept: MCASH, 'content-type': 'application/json' };
    const headers = { ...about, ...own, ...more, authorization };
    return send(url, { method, headers, ...(body === '' ? {} : { body }) });
  };
}

let tests: Record<Exclude<ProfileName, 'mcash-minor'>, TestService>;
let receiver: TestReceiver;
beforeAll(async () => {
  const [svc, settle, mcash] = await Promise.all([
    startTestService(),
    startTestService({ profile: 'settle' }),
    startTestService({ profile: 'mcash' }),
  ]);
  tests = { svc, settle, mcash };
  receiver = await startReceiver();
});
afterAll(async () => {
  await Promise.all([tests.svc.stop(), tests.settle.stop(), tests.mcash.stop(), receiver.stop()]);
});

const CLIENTS = [
  ['settle', 'x-settle-', 'SECRET'],
  ['settle', 'X-Settle-', 'KEY'],
  ['settle', 'X-AUKA-', 'KEY'],
  ['mcash', 'X-Mcash-', 'SECRET'],
  ['mcash', 'X-Mcash-', 'KEY'],
] as const;

describe.each(CLIENTS)('a client of %s that sends %s with %s', (name, prefix, scheme) => {
  const label = `${prefix}${scheme}`;
  const draft = (change: Readonly<Record<string, unknown>> = {}) => ({
    action: 'auth',
    amount: name === 'mcash' ? '50.00' : 5_000,
    currency: 'NOK',
    allow_credit: true,
    pos_id: 'till',
    pos_tid: `sale-${label}`,
    customer: INGRID,
    ...change,
  });
  let test: TestService;
  let call: Call;
  /** Refunds are always signed. */
  let signed: Call;
  beforeAll(() => {
    test = tests[name];
    call = clientOf(test, { prefix, scheme });
    signed = clientOf(test, { prefix, scheme: 'KEY' });
  });
  const post = (path: string, body: unknown) => call(path, { method: 'POST', body });
  const put = (path: string, body: unknown) => call(path, { method: 'PUT', body });

  it('pays, captures, refunds and finds both in the settlement', async () => {
    const made = await post('/payment_request/', draft());
    expect(made.status, made.text).toBe(201);
    expect(made.headers['content-type']).toBe(MCASH);
    const path = `/payment_request/${member(made.json, 'id')}/`;
    await test.simulator(`${path}confirm/`, { method: 'POST', body: {} });
    expect((await call(`${path}outcome/`)).json).toMatchObject({ status: 'auth' });
    const written = (minor: number, text: string) => (name === 'mcash' ? text : minor);
    const money = { amount: written(5_000, '50.00'), additional_amount: 0, currency: 'NOK' };
    const captured = await put(path, { action: 'capture', capture_id: 'c1', ...money });
    expect([captured.status, captured.text]).toEqual([204, '']);
    const amount = written(1_000, '10.00');
    const refund = { action: 'refund', refund_id: 'r1', ...money, amount };
    const refunded = await signed(path, { method: 'PUT', body: refund });
    expect([refunded.status, refunded.text]).toEqual([204, '']);
    expect((await call(`${path}outcome/`)).json).toMatchObject({
      status: 'ok',
      captures: [{ amount: written(5_000, '50.00') }],
      refunds: [{ amount: written(1_000, '10.00') }],
    });
    const list = await call('/payment_request/?page_size=1');
    expect(list.json).toMatchObject({
      items: [expect.anything()],
      cursor: { prev_cursor: null },
    });
    await test.simulator('/settlement/', { method: 'POST' });
    const settlements: { uris: string[] } = JSON.parse((await call('/settlement/')).text);
    const last = settlements.uris.at(-1) ?? '';
    expect(last.startsWith(`${test.ready.base_url}/settlement/`)).toBe(true);
    const detail = await call(last.slice(test.ready.base_url.length));
    expect(detail.status).toBe(200);
    expect((await call('/last_settlement/')).json).toMatchObject({ id: member(detail.json, 'id') });
  });

  it('creates an open payment request without return URIs', async () => {
    const made = await post('/payment_request/', draft({ pos_tid: `${label}-2`, customer: null }));
    expect(made.status, made.text).toBe(201);
    expect(member(made.json, 'uri')).toContain('/p/');
  });

  it('gets 409 for the same point of sale again, and full URLs in its list', async () => {
    const pos = { id: `pos-${label}`, name: 'Till', type: 'store' };
    expect((await post('/pos/', pos)).status).toBe(201);
    const again = await post('/pos/', pos);
    expect(again.status).toBe(409);
    expect(again.json).toMatchObject({ error_type: 'Conflict', error_detail: null });
    const list: { uris: string[]; next: null } = JSON.parse((await signed('/pos/')).text);
    expect(list.uris).toContain(`${test.ready.base_url}/pos/${pos.id}/`);
    expect(list.next).toBeNull();
  });

  it('creates shortlinks by POST and by PUT, and gets scans over http', async () => {
    const byPost = await post('/shortlink/', { callback_uri: receiver.url });
    const byPut = await put('/shortlink/$', { callback_uri: receiver.url });
    expect([byPost.status, byPut.status]).toEqual([201, 201]);
    const id = member(byPut.json, 'id');
    expect((await call(`/shortlink/${id}/`)).json).toMatchObject({ callback_uri: receiver.url });
    const list: { uris: string[] } = JSON.parse((await call('/shortlink/')).text);
    expect(list.uris).toContain(`${test.ready.base_url}/shortlink/${id}/`);
    const before = receiver.heard.length;
    const body = { customer: INGRID, shortlink_id: id, argstring: 'a/b' };
    const scanned = await test.simulator('/scan/', { method: 'POST', body });
    expect(scanned.status, scanned.text).toBe(201);
    await expect.poll(() => receiver.heard.length).toBe(before + 1);
    const heard = receiver.heard.at(-1);
    expect(heard?.message).toMatchObject({ meta: { uri: null }, object: { argstring: 'a/b' } });
    const own = PROFILES[name].headerPrefix.toLowerCase();
    const vendors = Object.keys(heard?.headers ?? {}).filter((header) => header.startsWith('x-'));
    expect(vendors.sort()).toEqual([`${own}content-digest`, `${own}timestamp`]);
    expect(heard?.headers['content-type']).toBe(MCASH);
  });

  it('gets status codes as numbers with their names', async () => {
    expect((await call('/status_code/')).json).toContainEqual({ code: 3008, name: 'AUTH' });
    expect((await call('/status_code/1003/')).json).toEqual({ code: 1003, name: 'PENDING' });
    const older = await call('/status_code/5901/');
    expect(older.json).toEqual({ code: 5901, name: 'INSUFFICIENT_MCASH_BALANCE' });
    expect(JSON.parse((await call('/status_code/')).text)).toHaveLength(76);
  });

  it('creates, changes and removes API users under api_key', async () => {
    const made = await signed('/api_key/', { method: 'POST', body: { label } });
    expect(made.status, made.text).toBe(201);
    const path = `/api_key/${member(made.json, 'id')}/`;
    expect((await signed(path, { method: 'PUT', body: { label: 'Café' } })).status).toBe(204);
    expect((await call(path)).json).toMatchObject({ label: 'Café' });
    expect((await signed(path, { method: 'DELETE' })).status).toBe(204);
    expect((await call(path)).status).toBe(404);
  });
});

describe('prefixes', () => {
  it.each([
    ['x-settle-', 'X-Auka-', 'SECRET'],
    ['X-Auka-', 'X-SETTLE-', 'KEY'],
  ] as const)('may not be mixed: %s with %s, by %s, gets 400', async (prefix, other, scheme) => {
    const more = { [`${other}user`]: 'admin' };
    const alone = clientOf(tests.settle, { prefix, scheme });
    const mixed = clientOf(tests.settle, { prefix, scheme, more });
    expect((await alone('/pos/x/')).status).toBe(404);
    expect((await mixed('/pos/x/')).status).toBe(400);
  });
});

describe('a client’s clock', () => {
  it.each([
    ['svc', 'X-Svc-', 4 * MINUTE, 404],
    ['svc', 'X-Svc-', 6 * MINUTE, 401],
    ['settle', 'X-Settle-', 2 * HOUR, 401],
    ['mcash', 'X-Mcash-', 2 * HOUR, 404],
    ['mcash', 'X-Mcash-', 15 * HOUR, 401],
  ] as const)('of %s (%s) with an offset of %i ms gets %i', async (name, prefix, off, status) => {
    const call = clientOf(tests[name], { prefix, scheme: 'KEY', off, more: { accept: '*/*' } });
    expect((await call('/pos/none/')).status).toBe(status);
  });
});

describe('the default profile', () => {
  it('supports no prefix, path or member of the older profiles', async () => {
    const test = tests.svc;
    const { admin } = test.users;
    for (const prefix of ['X-Settle-', 'X-Auka-', 'X-Mcash-']) {
      const call = clientOf(test, { prefix, scheme: 'SECRET', more: { accept: '*/*' } });
      expect((await call('/pos/x/')).status).toBe(401);
    }
    const own = clientOf(test, { prefix: 'X-Svc-', scheme: 'SECRET' });
    expect((await own('/pos/x/')).status).toBe(406);
    expect((await test.secret(admin, '/api_key/x/')).status).toBe(404);
    const alias = await test.secret(admin, '/shortlink/$', { method: 'PUT', body: {} });
    expect(alias.status).toBe(404);
    const missing = await test.secret(admin, '/pos/x/');
    expect(Object.keys(Object(missing.json))).not.toContain('error_detail');
  });
});
