import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PORTAL_HEADER, PORTAL_PATH } from '../../shared/portal/contract.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { member, paymentDraft, startTestService, type TestService } from '../support/service.ts';
import { startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { type Sent, secretHeaders, send, signedHeaders } from '../support/wire.ts';

/*
 * The service as an operator publishes it: behind a proxy with TLS, under a public origin. Clients know
 * the public origin alone and sign for it.
 */

const BASE = '/merchant/v1';
let proxy: TlsProxy;
let service: TestService;
/** The service's own address, as a proxy on this machine calls it. */
let inside = '';

beforeAll(async () => {
  proxy = await startTlsProxy();
  service = await startTestService({
    publicOrigin: proxy.origin,
    trustProxies: ['127.0.0.1'],
    demoInPublic: true,
  });
  const simulator = new URL(service.ready.simulator_url ?? '');
  inside = simulator.origin;
  proxy.target = Number(simulator.port);
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});

function signed(path: string, sent: Sent = {}, origin = proxy.origin) {
  const { merchant, id, privateKey } = service.users.admin;
  if (privateKey === null) throw new Error('the user has no key');
  const { method = 'GET', body } = sent;
  const at = service.service.simulator.now();
  const url = origin + path;
  return signedHeaders({ merchant, user: id, privateKey, url, method, body, at });
}

const bySecret = () => {
  const { merchant, id, secret } = service.users.pos;
  return secretHeaders(merchant, id, secret);
};

/** A request as the proxy passes it on for a client of the internet. */
const from = (client: string, path: string, sent: Sent = {}) =>
  send(inside + path, { ...sent, headers: { ...sent.headers, 'X-Forwarded-For': client } });

describe('a service behind a proxy with TLS', () => {
  it('takes a signature over the public origin, whatever host the proxy names', async () => {
    const path = `${BASE}/pos/none/`;
    expect((await proxy.send(path, { headers: signed(path) })).status).toBe(404);
    const elsewhere = signed(path, {}, 'https://elsewhere.example');
    const spoofed = { ...elsewhere, Host: 'elsewhere.example' };
    expect((await from('203.0.113.9', path, { headers: spoofed })).status).toBe(401);
  });

  it('sells: the event comes through the socket and every address is public', async () => {
    const body = paymentDraft({ pos_tid: 'proxied-1', callback_uri: 'ws:proxied' });
    const address = `${proxy.origin.replace('https:', 'wss:')}${BASE}/event/`;
    const options = { ca: proxy.ca, headers: bySecret() };
    const socket = new WebSocket(address, 'svc.events.v1', options);
    const heard: string[] = [];
    const authorised = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        heard.push(data.toString());
        if (data.toString().includes('payment_authorized')) resolve();
      });
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', channels: ['proxied'] }));
    const headers = { ...bySecret(), 'content-type': 'application/json' };
    const made = await proxy.send(`${BASE}/payment_request/`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    const tid = member(made.json, 'id');
    expect(made.headers.location).toBe(`${proxy.origin}${BASE}/payment_request/${tid}/`);
    const [customer] = service.ready.customers;
    await service.service.simulator.claim(tid, customer?.msisdn ?? '');
    await service.service.simulator.confirm(tid);
    await authorised;
    expect(heard.join()).toContain(`${proxy.origin}${BASE}/payment_request/${tid}/outcome/`);
    socket.close();
    const path = `${BASE}/payment_request/${tid}/`;
    const capture = { method: 'PUT', body: { action: 'capture' } };
    const own = { ...signed(path, capture), 'content-type': 'application/json' };
    expect((await proxy.send(path, { ...capture, headers: own })).status).toBe(204);
  });

  it('pairs a till, which is told the public addresses', async () => {
    const { merchant, id, secret } = service.users.admin;
    const page = { 'content-type': 'application/json', [PORTAL_HEADER]: '1', origin: proxy.origin };
    const body = { merchant_id: merchant, user_id: id, secret };
    const open = { method: 'POST', headers: page, body };
    const session = await proxy.send(`${PORTAL_PATH}/session`, open);
    expect(session.status).toBe(200);
    const [set = ''] = session.headers['set-cookie'] ?? [];
    expect(set).toContain('; Secure');
    const cookie = set.split(';', 1)[0] ?? '';
    const wish = { pos_id: 'proxied', name: 'Behind the proxy', rights: 'sales' };
    const issued = await proxy.send(`${PORTAL_PATH}/pairings`, {
      method: 'POST',
      headers: { ...page, cookie },
      body: wish,
    });
    const paired = await proxy.send(`${BASE}/pairing/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { code: member(issued.json, 'code') },
    });
    expect([paired.status, paired.text]).toEqual([201, expect.stringContaining(proxy.origin)]);
  });
});

describe('a client behind a trusted proxy', () => {
  it('that guesses pairing codes locks out itself and nobody else', async () => {
    const guess = (client: string) =>
      from(client, `${BASE}/pairing/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: { code: '00000000' },
      });
    for (let at = 0; at < LIMITS.pairingTriesMax; at += 1) await guess('203.0.113.9');
    expect((await guess('203.0.113.9')).status).toBe(429);
    expect((await guess('198.51.100.7')).status).toBe(404);
  });

  it('is held to the netmask of its user', async () => {
    const body = { id: 'netmasked', secret: 'correct-horse-battery', netmask: '203.0.113.0/24' };
    const users = `${BASE}/user/`;
    const headers = {
      ...signed(users, { method: 'POST', body }),
      'content-type': 'application/json',
    };
    expect((await proxy.send(users, { method: 'POST', headers, body })).status).toBe(201);
    const own = secretHeaders(service.users.pos.merchant, body.id, body.secret);
    const status = async (client: string) =>
      (await from(client, `${BASE}/payment_request/`, { headers: own })).status;
    expect([await status('203.0.113.8'), await status('198.51.100.7')]).toEqual([200, 401]);
  });

  it('reaches neither the demo session of the portal nor the simulator', async () => {
    const page = { 'content-type': 'application/json', [PORTAL_HEADER]: '1' };
    const demo = { method: 'POST', headers: page, body: {} };
    const { host } = new URL(proxy.origin);
    const asked = { ...demo, headers: { ...page, Host: host } };
    expect((await from('203.0.113.9', `${PORTAL_PATH}/demo-session`, asked)).status).toBe(404);
    const spoofed = { ...demo, headers: { ...page, Host: 'pay.example' } };
    expect((await send(`${inside}${PORTAL_PATH}/demo-session`, spoofed)).status).toBe(400);
    const simulator = '/simulator/v1/journal/';
    expect((await send(inside + simulator)).status).toBe(200);
    expect((await from('203.0.113.9', simulator)).status).toBe(404);
  });
});
