import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import { startHost } from '../../../../main/host/till/screen-host.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { connectTo, type Ways } from '../../../support/bridge-socket.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { openScreen } from '../../../support/open-screen.ts';
import { PLAIN_HOST } from '../../../support/page-host.ts';
import { ids } from '../../../support/payments.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

type Till = ReturnType<typeof createScriptedTerminal>;
let till: Till;
let clock: ManualClock;
let host: Awaited<ReturnType<typeof startHost>>;
let folder: string;
let cookie: string;
const open: WebSocket[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-cashier-'));
  mkdirSync(join(folder, 'screen'));
  writeFileSync(join(folder, 'screen/index.html'), '<!doctype html><html><head></head></html>');
  writeFileSync(join(folder, 'screen/main-1a2b3c4d.js'), 'export {};');
  mkdirSync(join(folder, 'display'));
  writeFileSync(join(folder, 'display/index.html'), '<html><head></head><body></body></html>');
  writeFileSync(join(folder, 'display/main-9z8y7x6w.js'), 'export {};');
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  till = createScriptedTerminal();
  clock = createManualClock();
  host = await startHost({
    ...PLAIN_HOST,
    terminal: till.terminal,
    features: TERMINAL_ALONE,
    settings: TILL_SETTINGS,
    assetsDir: join(folder, 'screen'),
    displayDir: join(folder, 'display'),
    clock,
    ids,
    port: 0,
  });
  cookie = await openScreen(host);
});

afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function tokenOfPage(path = ''): Promise<string> {
  const page = await (await fetch(`${host.address}${path}`, { headers: { cookie } })).text();
  return /name="tillkit-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
}

const connect = (ways: Ways = {}) => {
  const screen = connectTo(host.address, ways);
  open.push(screen.socket);
  return screen;
};

async function admitted() {
  const screen = connect();
  await screen.opened;
  screen.send({ type: 'hello', token: await tokenOfPage() });
  await screen.frame(0);
  return screen;
}

test('a screen with the page’s token receives the view and can send commands', async () => {
  const screen = await admitted();
  expect(await screen.frame(0)).toMatchObject({
    type: 'snapshot',
    snapshot: { settings: TILL_SETTINGS, view: { sales: [] } },
  });
  screen.send({ type: 'command', id: 7, command: { type: 'refresh' } });
  expect(await screen.frame(1)).toEqual({
    type: 'answer',
    id: 7,
    answer: { ok: true, value: null },
  });
  expect(till.asked).toEqual(['refresh']);
});

test('every change reaches every screen', async () => {
  const [first, second] = [await admitted(), await admitted()];
  till.show({ notReady: 'journal_full' });
  for (const screen of [first, second]) {
    expect(await screen.frame(1)).toMatchObject({
      snapshot: { view: { notReady: 'journal_full' } },
    });
  }
});

test('a token works once', async () => {
  const token = await tokenOfPage();
  const first = connect();
  await first.opened;
  first.send({ type: 'hello', token });
  await first.frame(0);
  const second = connect();
  await second.opened;
  second.send({ type: 'hello', token });
  expect(await second.closed).toBe(4401);
});

test('a token expires', async () => {
  const token = await tokenOfPage();
  clock.advance(LIMITS.bridgeTokenLife);
  const screen = connect();
  await screen.opened;
  screen.send({ type: 'hello', token });
  expect(await screen.closed).toBe(4401);
});

test('a connection without a token runs no command and is closed', async () => {
  const screen = connect();
  await screen.opened;
  till.show({ notReady: 'journal_full' });
  screen.send({ type: 'command', id: 1, command: { type: 'refresh' } });
  expect(await screen.closed).toBe(4401);
  expect(till.asked).toEqual([]);
  const silent = connect();
  await silent.opened;
  clock.advance(5_000);
  expect(await silent.closed).toBe(4401);
});

test('pages of other sites and foreign host names are refused', async () => {
  const { port } = new URL(host.address);
  expect(await connect({ origin: 'https://evil.example' }).opened).toBe(403);
  expect(await connect({ origin: `http://127.0.0.1:${Number(port) + 1}` }).opened).toBe(403);
  expect(await connect({ host: `evil.example:${port}` }).opened).toBe(421);
  expect(await connect({ protocol: 'something.else' }).opened).toBe(400);
  expect(await connect({ origin: `http://localhost:${port}` }).opened).toBe(101);
});

test.each([
  ['a frame that is not JSON', '{'],
  ['an unknown frame', '{"type":"evil"}'],
  ['a second hello', '{"type":"hello","token":"x"}'],
  ['a frame that is too large', JSON.stringify({ type: 'x', pad: 'y'.repeat(20_000) })],
])('%s closes the connection, and the host accepts new ones', async (_name, text) => {
  const screen = await admitted();
  screen.socket.send(text);
  expect(await screen.closed).toBeGreaterThanOrEqual(1000);
  expect((await (await admitted()).frame(0)) !== null).toBe(true);
});

test('an invalid command is answered with its invalid fields', async () => {
  const screen = await admitted();
  screen.send({ type: 'command', id: 3, command: { type: 'start_sale', request: { amount: -1 } } });
  expect(await screen.frame(1)).toMatchObject({
    id: 3,
    answer: { ok: false, refusal: { type: 'validation_error' } },
  });
});

test('an internal error is answered without details', async () => {
  const screen = await admitted();
  till.breakDown();
  const request = { amount: 100, method: { kind: 'qr' } };
  screen.send({ type: 'command', id: 4, command: { type: 'start_sale', request } });
  const reply = JSON.stringify(await screen.frame(1));
  expect(reply).toContain('Internal Server Error');
  expect(reply).not.toContain('fell over');
});

test('the subscription of a closed screen ends', async () => {
  const screen = await admitted();
  expect(till.listeners()).toBe(1);
  screen.socket.close();
  await screen.closed;
  await expect.poll(() => till.listeners()).toBe(0);
});

test('a screen that pauses its reading skips views and receives the latest one', async () => {
  const screen = await admitted();
  screen.socket.pause();
  for (let turn = 0; turn < 2_000; turn += 1) {
    till.show({
      unclaimed: [
        { tid: `p${turn}`, posTid: 'x'.repeat(500), money: null, currency: null, code: 1, at: 0 },
      ],
    });
  }
  screen.socket.resume();
  let index = 1;
  for (;;) {
    const frame = JSON.stringify(await screen.frame(index));
    if (frame.includes('"p1999"')) break;
    index += 1;
  }
  expect(index).toBeLessThan(1_000);
});

test('the number of screens is limited', async () => {
  for (let count = 0; count < LIMITS.bridgeSocketsMax; count += 1) {
    expect(await connect().opened).toBe(101);
  }
  expect(await connect().opened).toBe(503);
});

test('the page is not cached and allows no foreign content', async () => {
  const reply = await fetch(host.address, { headers: { cookie } });
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const policy = reply.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${new URL(host.address).port}`);
  expect(policy).not.toMatch(/unsafe|\*/);
  const script = await fetch(`${host.address}main-1a2b3c4d.js`);
  expect(script.headers.get('cache-control')).toContain('immutable');
});

function raw(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = new URL(host.address);
    const given = { host: '127.0.0.1', port, path, method, headers };
    const request = httpRequest(given, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', reject).end();
  });
}

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/%00',
  '/%E0%A4%A',
  '//secret.txt',
  '/nothing.js',
])('a path outside the screen’s files is refused with 404: %s', async (path) => {
  const reply = await raw(path);
  expect(reply.status).toBe(404);
  expect(reply.text).not.toContain('outside');
});

test('the page refuses a foreign host name with 421 and a POST with 405', async () => {
  const { port } = new URL(host.address);
  const foreign = await raw('/', { host: `evil.example:${port}` });
  expect(foreign.status).toBe(421);
  expect(foreign.text).not.toContain('tillkit-token');
  expect((await raw('/', {}, 'POST')).status).toBe(405);
});
