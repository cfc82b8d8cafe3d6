import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import { openScreens } from '../../../../main/host/screens/screens.ts';
import { screensFileIn } from '../../../../main/host/screens/screens-file.ts';
import { startHost } from '../../../../main/host/till/screen-host.ts';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from '../../../../shared/device/bridge/address.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { takePort } from '../../../support/free-port.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { PLAIN_HOST } from '../../../support/page-host.ts';
import { ids } from '../../../support/payments.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

type Host = Awaited<ReturnType<typeof startHost>>;
let host: Host;
let folder: string;
let told: string[];
let said: string[];
let port: number;
const open: WebSocket[] = [];

/** The till stops, and starts again on the same data and port. */
async function restart(): Promise<void> {
  await host.stop();
  host = await start();
}

async function start(extra: Partial<Parameters<typeof startHost>[0]> = {}): Promise<Host> {
  return startHost({
    ...PLAIN_HOST,
    terminal: createScriptedTerminal().terminal,
    features: TERMINAL_ALONE,
    settings: TILL_SETTINGS,
    assetsDir: join(folder, 'screen'),
    displayDir: join(folder, 'screen'),
    directory: folder,
    clock: createManualClock(),
    ids,
    port,
    onLaunchAddress: (address) => told.push(address),
    report: (sentence) => said.push(sentence),
    ...extra,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-launch-'));
  mkdirSync(join(folder, 'screen'));
  writeFileSync(join(folder, 'screen/index.html'), '<!doctype html><html><head></head></html>');
  told = [];
  said = [];
  // A restart listens on it again.
  port = await takePort();
  host = await start();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

const TOKEN = /name="tillkit-token" content="([^"]+)"/;
const secretOf = (cookie: string) => cookie.split('=')[1] ?? '';
const kept = () => readFileSync(join(folder, 'screens.json'), 'utf8');
const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  // A connection that is kept would belong to the till of before a restart.
  fetch(address, { headers: { ...headers, connection: 'close' }, method, redirect: 'manual' });

/** A browser that opens an address: the cookie it keeps. */
async function launch(address: string, location = '/'): Promise<string> {
  const reply = await get(address);
  expect([reply.status, reply.headers.get('location')]).toEqual([303, location]);
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
    const wrong = `tillkit-screen-${port}=${'x'.repeat(43)}`;
    for (const cookie of ['', 'tillkit-screen-1=x', wrong]) {
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
    /^tillkit-screen-\d+=[\w-]{43}; Max-Age=34560000; HttpOnly; SameSite=Strict; Path=\/$/,
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

test('the number of screens is limited; the one that was used least recently ends first', async () => {
  const cookies: string[] = [];
  for (let count = 0; count < LIMITS.screenSessionsMax; count += 1) {
    cookies.push(await launch(host.launchAddress()));
  }
  // The first one was used again, so the second one was not used for longest.
  expect((await get(host.address, { cookie: cookies[0] ?? '' })).status).toBe(200);
  cookies.push(await launch(host.launchAddress()));
  const statuses = await Promise.all(
    cookies.map(async (cookie) => (await get(host.address, { cookie })).status),
  );
  expect(statuses).toEqual([200, 403, ...cookies.slice(2).map(() => 200)]);
});

test('a browser that was let in comes back after a restart of the till, and a stranger does not', async () => {
  const cookie = await launch(host.launchAddress());
  // The till keeps hashes: its file lets nobody in.
  expect(kept()).not.toContain(secretOf(cookie));
  await restart();
  const page = await get(host.address, { cookie });
  expect([page.status, (await page.text()).match(TOKEN)?.length]).toEqual([200, 2]);
  // Each load makes the cookie last again.
  expect(page.headers.get('set-cookie')).toContain(`${cookie}; Max-Age=34560000; HttpOnly`);
  expect(await (await joinWith(cookie)).shown).toContain('"snapshot"');
  for (const hash of kept().match(/[\w-]{43}/g) ?? ['no hash']) {
    const stolen = `${cookie.split('=')[0]}=${hash}`;
    expect((await get(host.address, { cookie: stolen })).status).toBe(403);
  }
});

test('a launch address of before the restart ends the screen that it opened when a second browser uses it', async () => {
  const address = host.launchAddress();
  const cookie = await launch(address);
  await restart();
  const screen = await joinWith(cookie);
  expect(await screen.shown).toContain('"snapshot"');
  const second = await get(address);
  expect([second.status, await second.text()]).toEqual([
    403,
    expect.stringContaining('has already been used'),
  ]);
  expect(await screen.closed).toBe(4401);
  await restart();
  const refused = await get(host.address, { cookie });
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('no longer knows this browser'),
  ]);
});

test('a screen that a supervisor removes is closed at once and for good, unless the till cannot keep that', async () => {
  await host.stop();
  let isFull = false;
  const file = screensFileIn(folder);
  const write: typeof file.write = (list) => {
    if (isFull) throw new Error('no space left');
    file.write(list);
  };
  const options = { ids, clock: createManualClock(), report: () => undefined };
  const screens = openScreens({ file: { ...file, write }, ...options });
  host = await start({ features: { ...TERMINAL_ALONE, screens } });
  const cookie = await launch(host.launchAddress());
  const screen = await joinWith(cookie);
  expect(await screen.shown).toContain('"isOpen":true');
  const id = screens.list()[0]?.id ?? '';
  isFull = true;
  expect(screens.remove(id)).toMatchObject({
    refusal: { details: { reason: 'screens_not_saved' } },
  });
  expect((await get(host.address, { cookie })).status).toBe(200);
  isFull = false;
  expect(screens.remove(id)).toEqual({ ok: true, value: null });
  expect(await screen.closed).toBe(4401);
  await restart();
  const refused = await get(host.address, { cookie });
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('no longer knows this browser'),
  ]);
});

test('a page of another site neither uses up a launch address nor ends a screen', async () => {
  const address = host.launchAddress();
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  expect((await get(address, elsewhere)).status).toBe(403);
  const cookie = await launch(address);
  expect((await get(address, elsewhere)).status).toBe(403);
  expect((await get(host.address, { cookie })).status).toBe(200);
});

test('the screen of another till is unknown, also at the same port', async () => {
  const cookie = await launch(host.launchAddress());
  await host.stop();
  rmSync(join(folder, 'screens.json'));
  host = await start();
  expect((await get(host.address, { cookie })).status).toBe(403);
});

test.each(['{"version":1,"screens":[{"id":"x"}]}', '{"version":1,', '[]'])(
  'with a damaged list %s the till asks for the address again and says why',
  async (text) => {
    const cookie = await launch(host.launchAddress());
    await host.stop();
    writeFileSync(join(folder, 'screens.json'), text);
    host = await start();
    expect(said).toEqual([expect.stringMatching(/screens\.json is damaged/)]);
    const refused = await get(host.address, { cookie });
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('has lost its list of browsers'),
    ]);
    const again = await launch(host.launchAddress());
    await restart();
    expect((await get(host.address, { cookie: again })).status).toBe(200);
  },
);

test('a browser that was let in for the display gets no other page, until an address lets it in', async () => {
  const display = await launch(`${host.launchAddress()}/display`, '/display/');
  const statuses = async (cookie: string) =>
    Promise.all(
      ['', 'display/'].map(async (at) => (await get(host.address + at, { cookie })).status),
    );
  expect(await statuses(display)).toEqual([403, 200]);
  const second = await get(host.launchAddress(), { cookie: display });
  expect(second.headers.get('location')).toBe('/');
  const cashier = (second.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  expect(await statuses(cashier)).toEqual([200, 200]);
  // It is one browser: its first screen is gone.
  expect(await statuses(display)).toEqual([403, 403]);
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
  const other = await start({ peerUser, port: 0 });
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
