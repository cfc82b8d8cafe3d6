import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ownArguments, withoutDebugging } from '../../main/electron/system/command-line.ts';
import { TERMINAL_ALONE } from '../../main/host/bridge/screen-source.ts';
import { startHost } from '../../main/host/till/screen-host.ts';
import { parseStart } from '../../main/start/arguments.ts';
import { parseCli } from '../../service/app/cli-options.ts';
import { listOf, OPTIONS } from '../../service/app/usage.ts';
import { createAddressGuard } from '../../service/callbacks/address-guard.ts';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL, FIRST_VIEW } from '../../shared/device/bridge/address.ts';
import type { PeerUser } from '../../shared/node/http/peer-user.ts';
import { codeOf, PRODUCT_FILES } from '../architecture/sources.ts';
import { app, resetElectron } from '../electron-double/electron.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { PLAIN_HOST } from '../support/page-host.ts';
import { ids } from '../support/payments.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../support/scripted-terminal.ts';

/*
 * Goal: a browser till gives a program without a session, or of another user of the machine, no token and
 * no view, at whatever address; and a command line has no option without effect or that opens the till.
 * Method: the addresses are the files that the till serves and every path in the code of its server, in
 * random spellings. `STRANGERS=5000` sends as many requests; `SEED` others.
 */

const COUNT = Number(process.env.STRANGERS ?? 250);
const SEED = testSeed().seed;

let folder: string;
let peer: PeerUser = 'own';
let host: Awaited<ReturnType<typeof startHost>>;
let cookie = '';
let port = 0;

const PAGE = '<!doctype html><html><head></head><body></body></html>';
const FILES = ['index.html', 'main.js', 'style.css', 'assets/part-1a2b3c4d.js', 'icon.png'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-strangers-'));
  for (const place of ['screen', 'display']) {
    mkdirSync(join(folder, place, 'assets'), { recursive: true });
    for (const name of FILES) {
      writeFileSync(join(folder, place, name), name.endsWith('.html') ? PAGE : '/* public */');
    }
  }
  host = await startHost({
    ...PLAIN_HOST,
    terminal: createScriptedTerminal().terminal,
    features: TERMINAL_ALONE,
    settings: TILL_SETTINGS,
    assetsDir: join(folder, 'screen'),
    displayDir: join(folder, 'display'),
    ...{ clock: createManualClock(), ids, port: 0, peerUser: async () => peer },
  });
  port = Number(new URL(host.address).port);
  const opened = await fetch(host.launchAddress(), { redirect: 'manual' });
  cookie = (opened.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
});
afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Paths in the code of the till's server, and the files that it serves. */
const PATHS = [
  ...PRODUCT_FILES.filter((file) => /^(?:main\/host\/bridge|shared\/bridge)\//.test(file)).flatMap(
    (file) => [...codeOf(file).matchAll(/'(\/[\w/.-]*)'/g)].map(([, path = '']) => path),
  ),
  ...FILES.flatMap((name) => [`/${name}`, `/display/${name}`]),
  ...['/', '/display', '/display/'],
];

/** The same path as another program may write it. */
function spelled(path: string, prng: Prng): string {
  const encoded = (text: string) =>
    [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');
  return prng.pick([
    path,
    path,
    `${path}?${prng.between(1, 9)}`,
    `/.${path}`,
    `/x/..${path}`,
    `/display/..${path}`,
    `/${encoded(path.slice(1))}`,
    path.toUpperCase(),
    `${path}/`,
    `/${path}`,
    `http://127.0.0.1:${port}${path}`,
    `${path}%00`,
  ]);
}

/** Sends a request to the letter; answers all that came back. */
function raw(method: string, target: string, headers: Readonly<Record<string, string>>) {
  return new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('connect', () =>
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}Connection: close\r\n\r\n`),
    );
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

/** What only the till's own screens may have: a token, a session, a view of the till. */
const GIVEN = new RegExp(`tillkit-token|set-cookie|${FIRST_VIEW}|snapshot|Kaffebaren`, 'i');

it('a till sends no token, session or view to an unknown caller at any path', async () => {
  const prng = createPrng(SEED);
  // The same test sees them where they belong.
  const own = await raw('GET', '/', { Host: `127.0.0.1:${port}`, Cookie: cookie });
  expect(own).toMatch(GIVEN);
  for (let number = 0; number < COUNT; number += 1) {
    peer = prng.pick(['own', 'unknown', 'other'] as const);
    const code = Buffer.from(prng.bytes(32)).toString('base64url');
    // Another user gets nothing with a session of the owner, or with the right launch address.
    const stolen = peer === 'other' ? [cookie] : [];
    const name = cookie.split('=', 1)[0];
    const given = prng.pick(['', `${name}=${code}`, `${name}=`, 'a=b', ...stolen]);
    const launch = peer === 'other' ? new URL(host.launchAddress()).pathname : `/open/${code}`;
    const target = spelled(prng.pick([...PATHS, launch]), prng);
    const method = prng.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT']);
    const headers = {
      Host: prng.pick([`127.0.0.1:${port}`, `localhost:${port}`, 'evil.example', `[::1]:${port}`]),
      ...(given === '' ? {} : { Cookie: given }),
      ...(method === 'GET' || method === 'HEAD' ? {} : { 'Content-Length': '0' }),
    };
    const reply = await raw(method, target, headers);
    const story = `seed ${SEED}, ${number}: ${peer} ${method} ${target} ${given}`;
    expect(reply, story).not.toMatch(GIVEN);
    if (peer === 'other') expect(reply, story).toMatch(/^HTTP\/1\.1 403 /);
  }
  peer = 'own';
});

it('a till sends no WebSocket message to a client with an unknown token', async () => {
  const prng = createPrng(SEED);
  for (const user of ['own', 'other'] as const) {
    for (let number = 0; number < 8; number += 1) {
      peer = user;
      const path = prng.pick([BRIDGE_PATH, `${BRIDGE_PATH}?a=b`, '/display/bridge', '/']);
      const origin = prng.pick([`http://127.0.0.1:${port}`, 'http://evil.example']);
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, BRIDGE_SUBPROTOCOL, { origin });
      const heard: string[] = [];
      const token = Buffer.from(prng.bytes(32)).toString('base64url');
      socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
      socket.on('message', (data) => heard.push(String(data)));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.on('close', resolve));
      expect(heard, `${user} ${path} ${origin}`).toEqual([]);
    }
  }
  peer = 'own';
});

/** Switches with which another program would control the till, or that switch off its protection. */
const DEBUGGING = [
  ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'],
  ...[
    'remote-debugging-io-pipes',
    'remote-allow-origins',
    'inspect',
    'inspect-brk',
    'inspect-port',
  ],
  ...['inspect-wait', 'inspect-publish-uid'],
];
const UNSAFE = [
  ...['no-sandbox', 'disable-web-security', 'load-extension', 'user-data-dir', 'proxy-server'],
  ...['host-rules', 'host-resolver-rules', 'ignore-certificate-errors', 'js-flags', 'require', 'r'],
  ...['allow-running-insecure-content', 'disable-site-isolation-trials', 'gpu-launcher'],
  ...['renderer-cmd-prefix', 'utility-cmd-prefix', 'auto-open-devtools-for-tabs', 'log-net-log'],
  ...['ssl-key-log-file', 'enable-automation', 'single-process', 'enable-blink-features'],
];

it('a packaged till removes debugging switches and refuses every unsafe switch', () => {
  resetElectron();
  app.isPackaged = true;
  for (const name of DEBUGGING) app.commandLine.appendSwitch(name, '1');
  withoutDebugging();
  expect([...app.switches.keys()]).toEqual([]);
  for (const name of [...DEBUGGING, ...UNSAFE]) {
    for (const word of [`--${name}`, `--${name}=9222`, `-${name}`, `/${name}=9222`]) {
      expect([word, parseStart(ownArguments([word])).ok]).toEqual([word, false]);
    }
  }
  resetElectron();
});

/** Values that are valid for some option, and values that are valid for none. */
const VALUES = [
  ...['', ' ', '*', '0', '1', '80', '4601', '70000', 'yes', 'no', 'manual', 'system', 'open'],
  ...['invited', 'svc', 'mcash', 'https://pay.example', 'http://10.0.0.1:8/', 'postgres://db/x'],
  ...['10.0.0.0/8', '10.0.0.0/8,*', 'shop.example', '*.example', '127.0.0.1:9464', '7', '/tmp/x'],
  ...['a b', '2026-01', 'key.pem', ',', '::1'],
];

const DEFAULTS = ['--clock=system', '--registration=closed'];

/** Whether the service refuses a list of callback targets at the start, or each entry opens something. */
function guarded(word: string): 'refused' | 'opens' | 'no effect' {
  const targets = listOf(word.slice(word.indexOf('=') + 1));
  try {
    const guard = createAddressGuard(targets);
    const opens = targets.map((target) => {
      const [ip = ''] = target.split('/');
      return isIP(ip) === 0 ? guard.admits(target, '10.9.9.9') : guard.admits('a.example', ip);
    });
    return opens.every(Boolean) ? 'opens' : 'no effect';
  } catch (error) {
    expect(String(error)).toMatch(/^Error: ".*" (?:is not an address|contains \*)/);
    return 'refused';
  }
}

it('each option of the service that is accepted has an effect', () => {
  const surroundings = { defaultData: '/data', production: false, env: {} };
  const options = (args: readonly string[]) => {
    const read = parseCli(args, surroundings);
    return read.ok ? JSON.stringify(read.value) : null;
  };
  const none = options([]);
  let accepted = 0;
  for (const [name, { type }] of Object.entries(OPTIONS)) {
    const given = type === 'boolean' ? [`--${name}`] : VALUES.map((value) => `--${name}=${value}`);
    for (const word of given) {
      const read = options([word]);
      if (read === null) continue;
      accepted += 1;
      // The defaults themselves change nothing.
      if (!DEFAULTS.includes(word)) expect(read, word).not.toBe(none);
      if (name === 'allow-callbacks-to')
        expect(['refused', 'opens'], word).toContain(guarded(word));
    }
  }
  expect(accepted).toBeGreaterThan(30);
});
