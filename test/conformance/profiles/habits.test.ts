import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { member, startTestService, type TestService } from '../../support/service.ts';
import { csharpClient, phpClient, pythonClient, rsaHeaders } from '../../support/vendor-clients.ts';
import { send } from '../../support/wire.ts';

/* What older clients do, V-16 to V-22: pages, redirects, push, polling, and their testbed. */

const INGRID = '4798765432';
const PAGE = 'https://till.example';
/** The host that these clients have built in. */
const TESTBED = 'testbed.example';

let svc: TestService;
let settle: TestService;
let mcash: TestService;
/** What the service of the profile mcash writes to its log. */
const log: string[] = [];
beforeAll(async () => {
  [svc, settle, mcash] = await Promise.all([
    startTestService(),
    startTestService({ profile: 'settle' }),
    startTestService({
      profile: 'mcash',
      browserOrigins: [PAGE],
      testbedHost: TESTBED,
      log: { write: (text) => void log.push(text) },
    }),
  ]);
});
afterAll(() => Promise.all([svc.stop(), settle.stop(), mcash.stop()]));

const originOf = (test: TestService) => new URL(test.ready.base_url).origin;

const sale = (tid: string) => ({
  ...{ action: 'auth', currency: 'NOK', amount: '100.00', allow_credit: false },
  ...{ pos_id: '1', pos_tid: tid, customer: INGRID },
});

describe('pages in a browser', () => {
  const preflight = (test: TestService, origin: string) =>
    send(`${test.ready.base_url}/payment_request/`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,content-type,x-mcash-merchant',
      },
    });

  it('V-16: only pages of the operator’s origins may call the API', async () => {
    const { status, headers } = await preflight(mcash, PAGE);
    expect([status, headers['access-control-allow-origin']]).toEqual([204, PAGE]);
    expect(headers['access-control-allow-methods']).toContain('PUT');
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    const needed = ['accept', 'content-type', 'authorization', 'x-mcash-merchant', 'x-mcash-user'];
    expect(allowed).toEqual(expect.arrayContaining(needed));
    const get = (origin: string) =>
      send(`${mcash.ready.base_url}/pos/x/`, { headers: { Origin: origin } });
    const refused = await get(PAGE);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, PAGE]);
    for (const origin of ['https://other.example', 'null', `${PAGE}.example`]) {
      expect((await get(origin)).headers['access-control-allow-origin'], origin).toBeUndefined();
      expect(
        (await preflight(mcash, origin)).headers['access-control-allow-origin'],
      ).toBeUndefined();
    }
    expect((await preflight(settle, PAGE)).headers['access-control-allow-origin']).toBeUndefined();
    const wrong = [
      { browserOrigins: [PAGE] },
      { browserOrigins: ['x'], profile: 'mcash' },
    ] as const;
    for (const options of wrong) await expect(startTestService(options)).rejects.toThrow('Origins');
  });
});

describe('the last settlement', () => {
  it('V-17: a client that repeats its signature can follow the redirect', async () => {
    await settle.simulator('/settlement/', { method: 'POST', body: {} });
    const url = `${settle.ready.base_url}/last_settlement/`;
    const at = settle.service.simulator.now();
    const { admin: user } = settle.users;
    const stale = rsaHeaders({ user, method: 'GET', url, body: '', at, prefix: 'X-Settle-' });
    const first = await send(url, { headers: stale });
    expect([first.status, member(first.json, 'id')]).toEqual([302, expect.stringMatching(/^\d+$/)]);
    const location = String(first.headers.location);
    expect(location).toMatch(/\/settlement\/\d+\/\?sig=/);
    const second = await send(location, { headers: stale });
    expect([second.status, second.json]).toEqual([200, expect.objectContaining({})]);
    expect(member(second.json, 'id')).toBe(member(first.json, 'id'));
    const turned = location.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'));
    const elsewhere = location.replace(/settlement\/\d+/, 'settlement/999');
    for (const other of [turned, elsewhere, location.replace('/settlement/', '/pos/')]) {
      expect((await send(other, { headers: stale })).status, other).toBe(401);
    }
    await settle.simulator('/clock/', { method: 'POST', body: { advance_seconds: 61 } });
    expect((await send(location, { headers: stale })).status).toBe(401);

    await svc.simulator('/settlement/', { method: 'POST', body: {} });
    const plain = await svc.key(svc.users.admin, '/last_settlement/');
    expect(plain.headers.location).toMatch(/\/settlement\/\d+\/$/);
  });
});

describe('push and polling', () => {
  it('V-18: Pusher channels are ignored, and the log says so; ws: channels replace them', async () => {
    const python = pythonClient(mcash);
    const channel = 'pusher:m-kaffebar-pr-1';
    const draft = { ...sale('push'), callback_uri: channel, display_message_uri: channel };
    const asked = await python('POST', '/payment_request/', draft);
    expect(asked.status, asked.text).toBe(201);
    const resource = `/payment_request/${member(asked.json, 'id')}/`;
    const stored = { callback_uri: null, display_message_uri: null };
    expect((await python('GET', resource)).json).toMatchObject(stored);
    const changed = await python('PUT', resource, { callback_uri: channel });
    expect([changed.status, (await python('GET', resource)).json]).toMatchObject([204, stored]);
    const link = await python('POST', '/shortlink/', { callback_uri: channel });
    expect(link.status, link.text).toBe(201);
    const notices = log.filter((text) => text.includes('a client names a pusher: channel'));
    // One for each kind of request, however many name a channel.
    expect(notices).toHaveLength(3);
    const strict = await svc.secret(svc.users.pos, '/payment_request/', {
      method: 'POST',
      body: { ...sale('push'), amount: 10_000, callback_uri: channel },
    });
    expect([strict.status, strict.json]).toMatchObject([
      400,
      { error_details: { callback_uri: [expect.stringContaining('ws:<channel>')] } },
    ]);
    const { pos: user } = mcash.users;
    const socket = new WebSocket(`${mcash.ready.base_url}/event/`, 'svc.events.v1', {
      headers: {
        'X-Mcash-Merchant': user.merchant,
        'X-Mcash-User': user.id,
        Authorization: `SECRET ${user.secret}`,
      },
    });
    await once(socket, 'open');
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(String(data)));
    socket.send(JSON.stringify({ type: 'subscribe', channels: ['till'] }));
    const own = { ...sale('ws'), callback_uri: 'ws:till' };
    const made = await python('POST', '/payment_request/', own);
    const path = `/payment_request/${member(made.json, 'id')}/confirm/`;
    await mcash.simulator(path, { method: 'POST', body: {} });
    await expect.poll(() => heard.join()).toContain('payment_authorized');
    expect(heard.join()).toContain('"amount":"100.00"');
    socket.close();
  });

  it('V-19: a till that polls three times a second is not rate limited', async () => {
    const csharp = csharpClient(mcash);
    const link = member((await csharp('POST', '/shortlink/', { callback_uri: null })).json, 'id');
    const made = await csharp('POST', '/payment_request/', sale('poll'));
    const outcome = `/payment_request/${member(made.json, 'id')}/outcome/`;
    const poll = async () => [
      (await csharp('GET', `/shortlink/${link}/last_scan/?ttl=20`)).status,
      (await csharp('GET', outcome)).status,
    ];
    for (let n = 0; n < 60; n += 1) expect(await poll()).toEqual([204, 200]);
  });

  it('V-20: a path without a trailing slash is served, not redirected', async () => {
    const php = phpClient(settle);
    const { merchant } = settle.users.admin;
    for (const path of [`/merchant/${merchant}/logo`, `/merchant/${merchant}`, '/status_code']) {
      expect([path, (await php('GET', path)).status]).toEqual([path, 200]);
      expect([path, (await php('GET', `${path}/`)).status]).toEqual([path, 200]);
    }
  });

  it('V-21: a body of a GET is ignored', async () => {
    const { pos: user } = settle.users;
    const headers = {
      Accept: 'application/json, text/plain, */*',
      'Content-Type': 'application/json;charset=utf-8',
      'X-Auka-Merchant': user.merchant,
      'X-Auka-User': user.id,
      Authorization: `SECRET ${user.secret}`,
    };
    for (const body of ['{}', 'no json']) {
      const url = `${settle.ready.base_url}/api_key/${user.id}/`;
      expect((await send(url, { headers, body })).status).toBe(200);
    }
  });
});

describe('the testbed', () => {
  const press = (test: TestService, path: string, headers = {}) =>
    send(`${originOf(test)}/testbed${path}`, {
      method: 'POST',
      headers: { 'X-Testbed-Token': 'token', ...headers },
      body: '{"submit": "Pay"}',
    });

  it('V-22: a new merchant, customers named after a merchant, and their buttons', async () => {
    const { id } = mcash.ready.integrator;
    const merchant = await press(mcash, '/merchant/', { 'X-Mcash-Integrator': id });
    expect([merchant.status, merchant.headers['x-mcash-merchant']]).toEqual([
      200,
      expect.stringMatching(/^[a-z0-9]{8}$/),
    ]);
    const { merchant: own } = mcash.users.pos;
    const python = pythonClient(mcash, { scheme: 'RSA', zone: 3_600_000 });
    const ask = async (tid: string, customer: string | null) => {
      const draft = { ...sale(tid), customer, additional_amount: '0', ledger: 'default' };
      const made = await python('POST', '/payment_request/', draft);
      expect(made.status, made.text).toBe(201);
      const path = member(made.json, 'id');
      const outcome = async () => Object((await python('GET', at(path))).json).status;
      return { path, outcome };
    };
    const at = (tid: string) => `/payment_request/${tid}/outcome/`;
    const alice = await ask('alice', `${own}-alice`);
    expect(await alice.outcome()).toBe('pending');
    expect((await press(mcash, `/merchant/${own}/txn/${alice.path}/pay/`)).status).toBe(200);
    expect(await alice.outcome()).toBe('auth');
    const captured = await python('PUT', `/payment_request/${alice.path}/`, { action: 'capture' });
    expect(captured.status).toBe(204);
    const anyone = await ask('anyone', null);
    expect((await press(mcash, `/merchant/${own}/txn/${anyone.path}/reject/`)).status).toBe(200);
    expect(await anyone.outcome()).toBe('fail');
    expect(await (await ask('stranger', 'other-alice')).outcome()).toBe('fail');

    const named = (headers: Readonly<Record<string, string>>, path = '/merchant/') =>
      press(mcash, path, headers);
    for (const host of [TESTBED, `${TESTBED}:8443`, TESTBED.toUpperCase()]) {
      expect([host, (await named({ host })).status]).toEqual([host, 200]);
    }
    // A proxy on this machine passes on requests of others.
    const proxied = { host: TESTBED, 'x-forwarded-for': '127.0.0.1' };
    expect((await named(proxied)).status).toBe(200);
    const strangers: readonly Readonly<Record<string, string>>[] = [
      { host: 'else.example' },
      { host: `${TESTBED}.else.example` },
      { host: TESTBED, origin: PAGE },
      { host: TESTBED, 'x-forwarded-for': '203.0.113.9' },
      { host: TESTBED, 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
      { host: TESTBED, forwarded: 'for=203.0.113.9' },
    ];
    for (const more of strangers) {
      expect([more, (await named(more)).status]).toEqual([more, 404]);
    }
    const simulator = `${mcash.ready.simulator_url}/clock/`;
    expect((await send(simulator, { headers: { host: TESTBED } })).status).toBe(404);

    expect((await press(mcash, `/merchant/none/txn/${anyone.path}/pay/`)).status).toBe(404);
    expect((await press(mcash, '/merchant/', { Origin: PAGE })).status).toBe(404);
    for (const test of [svc, settle]) expect((await press(test, '/merchant/')).status).toBe(404);
  });
});
