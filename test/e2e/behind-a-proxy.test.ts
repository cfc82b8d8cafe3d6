import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { buildScreens } from '../../main/build/screens.ts';
import { readServiceAddress } from '../../shared/device/pairing/address.ts';
import { PORTAL_HEADER, PORTAL_PATH } from '../../shared/portal/contract.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { launchBrowser } from '../support/browser.ts';
import { member, paymentDraft, startTestService, type TestService } from '../support/service.ts';
import { acceptProxies, startTlsProxy, type TlsProxy } from '../support/tls-proxy.ts';
import { type Sent, secretHeaders, send, signedHeaders } from '../support/wire.ts';
import { signIn } from './people.ts';

/*
 * The service behind a proxy with TLS, as an operator publishes it, under a public origin with and
 * without a path prefix. Clients know only the public origin and sign for it.
 */

const BASE = '/merchant/v1';
const PREFIX = '/shops/tillkit';
let browser: Browser;
let proxy: TlsProxy;
let service: TestService;
/** The service's local address, which the proxy on this machine calls. */
let inside = '';

beforeAll(async () => {
  // A browser loads a service worker only if it accepts the certificate.
  const ready = launchBrowser([acceptProxies()]);
  await buildScreens();
  browser = await ready;
});
afterAll(() => browser.close());

async function start(prefix: string, removes: boolean): Promise<void> {
  proxy = await startTlsProxy(prefix, removes);
  service = await startTestService({
    publicOrigin: proxy.root,
    trustProxies: ['127.0.0.1'],
    demoInPublic: true,
  });
  const simulator = new URL(service.ready.simulator_url ?? '');
  inside = simulator.origin;
  proxy.target = Number(simulator.port);
}

async function stop(): Promise<void> {
  await service.stop();
  await proxy.stop();
}

function signed(path: string, sent: Sent = {}, root = proxy.root) {
  const { merchant, id, privateKey } = service.users.admin;
  if (privateKey === null) throw new Error('the user has no key');
  const { method = 'GET', body } = sent;
  const at = service.service.simulator.now();
  const url = root + path;
  return signedHeaders({ merchant, user: id, privateKey, url, method, body, at });
}

const bySecret = () => {
  const { merchant, id, secret } = service.users.pos;
  return secretHeaders(merchant, id, secret);
};

/** A request that the proxy forwards for a client on the internet. */
const from = (client: string, path: string, sent: Sent = {}) =>
  send(inside + path, { ...sent, headers: { ...sent.headers, 'X-Forwarded-For': client } });

describe.each([
  ['without a path prefix', '', false],
  ['with a path prefix that the proxy passes on', PREFIX, false],
  ['with a path prefix that the proxy removes', PREFIX, true],
])('a service behind a proxy with TLS, %s', (_, prefix, removes) => {
  beforeAll(() => start(prefix, removes));
  afterAll(stop);

  it('accepts a signature over the public origin, and refuses one over another Host header', async () => {
    const path = `${BASE}/pos/none/`;
    expect((await proxy.send(path, { headers: signed(path) })).status).toBe(404);
    const elsewhere = signed(path, {}, 'https://elsewhere.example');
    const spoofed = { ...elsewhere, Host: 'elsewhere.example' };
    expect((await from('203.0.113.9', path, { headers: spoofed })).status).toBe(401);
  });

  it('completes a sale with an event on the socket and public addresses only', async () => {
    const body = paymentDraft({ pos_tid: 'proxied-1', callback_uri: 'ws:proxied' });
    const address = `${proxy.root.replace('https:', 'wss:')}${BASE}/event/`;
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
    const made = await sell(body);
    const tid = member(made.json, 'id');
    expect(made.headers.location).toBe(`${proxy.root}${BASE}/payment_request/${tid}/`);
    const [customer] = service.ready.customers;
    await service.service.simulator.claim(tid, customer?.msisdn ?? '');
    await service.service.simulator.confirm(tid);
    await authorised;
    expect(heard.join()).toContain(`${proxy.root}${BASE}/payment_request/${tid}/outcome/`);
    socket.close();
    const path = `${BASE}/payment_request/${tid}/`;
    const capture = { method: 'PUT', body: { action: 'capture' } };
    const own = { ...signed(path, capture), 'content-type': 'application/json' };
    expect((await proxy.send(path, { ...capture, headers: own })).status).toBe(204);
  });

  it('returns all other addresses with the prefix', async () => {
    const { ready } = service;
    const api = `${prefix}${BASE}`;
    expect(ready).toMatchObject({ base_url: proxy.root + BASE, wallet_url: proxy.root });
    expect(ready.callback_key_url).toBe(`${proxy.root}/keys/callback.pem`);
    expect(readServiceAddress(proxy.root)).toEqual({ ok: true, value: ready.base_url });
    const headers = bySecret();
    const read = async (path: string) => (await proxy.send(path, { headers })).json;
    expect(await read('/openapi.json')).toMatchObject({ servers: [{ url: api }] });
    const pos = await proxy.send(`${BASE}/pos/`, { headers: signed(`${BASE}/pos/`) });
    expect(pos.json).toMatchObject({ uris: expect.arrayContaining([`${api}/pos/kasse-1/`]) });
    const tid = member((await sell(paymentDraft({ pos_tid: 'listed-1' }))).json, 'id');
    const link = `${api}/payment_request/${tid}/`;
    const list = await read(`${BASE}/payment_request/`);
    expect(list).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ link })]),
    });
    const shortlink = `${BASE}/shortlink/${ready.shortlinks[0]?.id}/`;
    expect(member(await read(shortlink), 'shortlink_value')).toMatch(`${proxy.root}/s/`);
    const found = await read('/.well-known/openid-configuration');
    expect(found).toMatchObject({
      issuer: proxy.root,
      authorization_endpoint: `${proxy.root}/oauth2/auth`,
    });
    // The second address is at the root of the proxy's host, which may pass it on (RFC 8414, 3.1).
    const plain = '/.well-known/oauth-authorization-server';
    expect(await read(plain)).toEqual(found);
    expect((await from('203.0.113.9', plain + prefix)).json).toEqual(found);
    const wrong = await proxy.send('/oauth2/auth?client_id=none');
    expect(wrong.headers.location).toMatch(`${proxy.root}/oauth2/error?`);
    expect((await proxy.send('/')).headers.location).toBe(`${prefix}/w/`);
    expect((await proxy.send('')).headers.location).toBe(`${prefix}/w/`);
  });

  it('shows the wallet, the portal and the reference in a browser', async () => {
    const strays: string[] = [];
    const page = await openPage(strays);
    const sale = await sell(paymentDraft({ pos_tid: 'shown-1', text: 'Kanelbolle' }));
    const tid = member(sale.json, 'id');
    await page.goto(`${proxy.root}/w/`);
    await signIn(page, service.ready.customers[0]?.msisdn ?? '');
    const scope = page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(await scope).toBe(`${proxy.root}/w/`);
    await page.getByRole('button', { name: 'Scan a code' }).click();
    await page.waitForURL(`${proxy.root}/w/?scanner`);
    await page.getByRole('textbox').fill(`${proxy.root}/p/${tid}/`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${proxy.root}/p/${tid}/`);
    await page.getByText('Kanelbolle').waitFor();
    await page.reload();
    await page.getByText('Kanelbolle').waitFor();
    await page.goto(`${proxy.root}/m/`);
    const { merchant, id, secret } = service.users.admin;
    await page.locator('[name=merchant]').fill(merchant);
    await page.locator('[name=user]').fill(id);
    await page.locator('[name=secret]').fill(secret);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Kanelbolle' }).click();
    await page.waitForURL(`${proxy.root}/m/payments/${tid}`);
    await page.reload();
    await page.getByText(tid).waitFor();
    for (const path of ['/docs/', '/oauth2/error?error=access_denied']) {
      await page.goto(proxy.root + path);
      const fonts = page.evaluate(() => document.fonts.load('17px "Atkinson Hyperlegible Next"'));
      expect((await fonts).length, path).toBe(1);
    }
    expect(strays).toEqual([]);
  });

  it('returns the public addresses to a till that pairs', async () => {
    const { merchant, id, secret } = service.users.admin;
    const page = { 'content-type': 'application/json', [PORTAL_HEADER]: '1', origin: proxy.origin };
    const body = { merchant_id: merchant, user_id: id, secret };
    const open = { method: 'POST', headers: page, body };
    const session = await proxy.send(`${PORTAL_PATH}/session`, open);
    expect(session.status).toBe(200);
    const [set = ''] = session.headers['set-cookie'] ?? [];
    expect(set).toContain(`; Path=${prefix}/portal/; `);
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
    expect([paired.status, paired.text]).toEqual([201, expect.stringContaining(`"${proxy.root}"`)]);
  });
});

/** Creates a payment request through the proxy. */
async function sell(body: Readonly<Record<string, unknown>>) {
  const headers = { ...bySecret(), 'content-type': 'application/json' };
  const made = await proxy.send(`${BASE}/payment_request/`, { method: 'POST', headers, body });
  expect(made.status).toBe(201);
  return made;
}

/** A page in a browser. `strays` gets its requests to other origins and those that fail. */
async function openPage(strays: string[]): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  // The portal lists one day, and the service's clock stands still.
  await context.clock.setFixedTime(service.service.simulator.now());
  context.on('response', (response) => {
    const below = response.url().startsWith(`${proxy.root}/`);
    if (!below || response.status() === 404) strays.push(response.url());
  });
  return context.newPage();
}

describe('a client behind a trusted proxy', () => {
  beforeAll(() => start('', false));
  afterAll(stop);

  it('locks out only itself if it guesses pairing codes', async () => {
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

  it('is refused outside the netmask of its user', async () => {
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

  it('can use neither the demo session of the portal nor the simulator', async () => {
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
