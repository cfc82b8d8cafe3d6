import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import { startHost } from '../../../../main/host/till/screen-host.ts';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from '../../../../shared/device/bridge/address.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { takePort } from '../../../support/free-port.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { ids } from '../../../support/payments.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

type Host = Awaited<ReturnType<typeof startHost>>;
let host: Host;
let folder: string;
let told: string[];
const open: WebSocket[] = [];

async function start(extra: Partial<Parameters<typeof startHost>[0]> = {}): Promise<Host> {
  return startHost({
    terminal: createScriptedTerminal().terminal,
    features: TERMINAL_ALONE,
    settings: TILL_SETTINGS,
    assetsDir: join(folder, 'screen'),
    clock: createManualClock(),
    ids,
    port: 0,
    onLaunchAddress: (address) => told.push(address),
    ...extra,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-launch-'));
  mkdirSync(join(folder, 'screen'));
  writeFileSync(join(folder, 'screen/index.html'), '<!doctype html><html><head></head></html>');
  told = [];
  host = await start();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

const TOKEN = /name="tillkit-token" content="([^"]+)"/;
const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address, { headers, method, redirect: 'manual' });

/** A browser that opens an address: the cookie it keeps. */
async function launch(address: string): Promise<string> {
  const reply = await get(address);
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/']);
  return (reply.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

/** A screen's socket after its hello: the code that it is closed with. */
async function joinWith(
  cookie: string,
): Promise<{ closed: Promise<number>; shown: Promise<string> }> {
  const text = await (await get(host.address, { cookie })).text();
  const address = new URL(BRIDGE_PATH, host.address.replace('http', 'ws'));
  const { origin } = new URL(host.address);
  const socket = new WebSocket(address, BRIDGE_SUBPROTOCOL, { origin });
  open.push(socket);
  const token = TOKEN.exec(text)?.[1];
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
  return {
    closed: new Promise((resolve) => socket.on('close', resolve)),
    shown: new Promise((resolve) => socket.once('message', (data) => resolve(String(data)))),
  };
}

test.each(['', 'index.html'])(
  'the page at /%s is served to launched browsers only',
  async (path) => {
    for (const cookie of ['', 'tillkit-screen-1=x', `a=b; tillkit-screen=${'x'.repeat(43)}`]) {
      const reply = await get(host.address + path, cookie === '' ? {} : { cookie });
      expect(reply.status).toBe(403);
      const text = await reply.text();
      expect(text).not.toMatch(TOKEN);
      expect(text).not.toContain(TILL_SETTINGS.shop.name);
      expect(text).toContain('Open the latest address shown when the till program started');
    }
  },
);

test('the launch address opens the till in one browser, and a reload keeps the session', async () => {
  const address = host.launchAddress();
  const reply = await get(address);
  expect(reply.headers.get('set-cookie')).toMatch(
    /^tillkit-screen-\d+=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/$/,
  );
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  const cookie = (reply.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  for (let load = 0; load < 2; load += 1) {
    const page = await get(host.address, { cookie });
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(TOKEN);
  }
  // The same address in the browser that used it leads in; no second code is made for it.
  const again = await get(address, { cookie });
  expect([again.status, again.headers.get('location')]).toEqual([303, '/']);
  expect(told).toHaveLength(2);
});

test('a launch address that is used twice admits no browser and ends the first session', async () => {
  const address = host.launchAddress();
  const cookie = await launch(address);
  const screen = await joinWith(cookie);
  expect(await screen.shown).toContain('"snapshot"');
  const second = await get(address);
  expect(second.status).toBe(403);
  expect(await second.text()).toContain('has already been used');
  expect(await screen.closed).toBe(4401);
  expect((await get(host.address, { cookie })).status).toBe(403);
  // The next address is another one, and works.
  expect(host.launchAddress()).not.toBe(address);
  expect((await get(host.address, { cookie: await launch(host.launchAddress()) })).status).toBe(
    200,
  );
});

test('a HEAD request or a wrong address does not use up the launch address', async () => {
  const address = host.launchAddress();
  expect((await get(address, {}, 'HEAD')).status).toBe(405);
  expect((await get(`${host.address}open/${'x'.repeat(43)}`)).status).toBe(403);
  expect((await get(`${host.address}open/`)).status).toBe(403);
  expect(host.launchAddress()).toBe(address);
  await launch(address);
});

test('the operator receives every new launch address', async () => {
  expect(told).toEqual([host.launchAddress()]);
  await launch(host.launchAddress());
  expect(told).toEqual([told[0], host.launchAddress()]);
});

test('the number of sessions is limited; the oldest ends first', async () => {
  const cookies: string[] = [];
  for (let count = 0; count <= LIMITS.screenSessionsMax; count += 1) {
    cookies.push(await launch(host.launchAddress()));
  }
  const statuses = await Promise.all(
    cookies.map(async (cookie) => (await get(host.address, { cookie })).status),
  );
  expect(statuses).toEqual([403, ...cookies.slice(1).map(() => 200)]);
});

test('a session of an earlier start is not valid', async () => {
  await host.stop();
  const port = await takePort();
  host = await start({ port });
  const cookie = await launch(host.launchAddress());
  await host.stop();
  host = await start({ port });
  expect((await get(host.address, { cookie })).status).toBe(403);
});

test('the refusal page is in the browser’s language, without a script', async () => {
  const reply = await get(host.address, { 'accept-language': 'nb-NO,nb;q=0.9,en;q=0.8' });
  const text = await reply.text();
  expect(text).toContain('Åpne den siste adressen som ble vist da kasseprogrammet startet');
  expect(text).not.toContain('<script');
  expect(reply.headers.get('cache-control')).toBe('no-store');
});

test('another user of this machine is refused with 403, even with the right address', async () => {
  await host.stop();
  host = await start({ peerUser: async () => 'other' });
  const address = host.launchAddress();
  for (const path of [host.address, address, `${host.address}main.js`]) {
    const reply = await get(path);
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain('another user of this machine');
  }
  expect(host.launchAddress()).toBe(address);
  const at = new URL(BRIDGE_PATH, host.address.replace('http', 'ws'));
  const { origin } = new URL(host.address);
  const socket = new WebSocket(at, BRIDGE_SUBPROTOCOL, { origin });
  open.push(socket);
  const status = await new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('open', () => resolve(101));
    socket.on('error', () => undefined);
  });
  expect(status).toBe(403);
});

test('a till that stops during the check of a new socket’s user stops completely', async () => {
  let asked = 0;
  let tell: (user: 'own') => void = () => undefined;
  const answer = new Promise<'own'>((resolve) => {
    tell = resolve;
  });
  const peerUser = () => {
    asked += 1;
    return answer;
  };
  const other = await start({ peerUser });
  const address = new URL(BRIDGE_PATH, other.address.replace('http', 'ws'));
  const socket = new WebSocket(address, BRIDGE_SUBPROTOCOL, {
    origin: new URL(other.address).origin,
  });
  const gone = new Promise((resolve) => socket.on('error', resolve));
  await expect.poll(() => asked).toBe(1);
  const stopped = other.stop();
  tell('own');
  await stopped;
  await gone;
  expect(socket.readyState).toBe(WebSocket.CLOSED);
});
