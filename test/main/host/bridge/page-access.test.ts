import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillkit } from '../../../../main/dev/vite-plugin.ts';
import { checkAccess, type PageAccess } from '../../../../main/host/bridge/page-access.ts';
import type { BridgeServer } from '../../../../main/host/bridge/server.ts';
import { startScreenHost } from '../../../../main/host/on-this-machine.ts';
import { listenOn } from '../../../../shared/node/http/listener.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { closePages, openBrowser } from '../../../support/browser.ts';
import { openScreen } from '../../../support/open-screen.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

/*
 * What a page of the shop's own reaches besides its till: the same at Tillkit's host and under
 * `vite dev`, in a real browser.
 */

/** The page asks for everything once and writes what it got into its title. */
const SCRIPT = `
const { listed, unlisted } = await (await fetch('./origins.json')).json();
const tried = async (work) => { try { return await work(); } catch { return 'blocked'; } };
const text = (address, init) => tried(async () => (await fetch(address, init)).text());
const picture = (address) => tried(() => new Promise((resolve, reject) => {
  const image = new Image();
  image.onload = () => resolve('shown');
  image.onerror = reject;
  image.src = address;
}));
const style = document.createElement('style');
style.textContent = 'body { color: rgb(1, 2, 3) }';
document.head.append(style);
const found = {
  route: await text('/shop/stock?item=1', { method: 'POST', body: 'two' }),
  broken: await tried(async () => (await fetch('/shop/broken')).status),
  listed: await text(listed + '/text'),
  unlisted: await text(unlisted + '/text'),
  'listed picture': await picture(listed + '/picture.svg'),
  'unlisted picture': await picture(unlisted + '/picture.svg'),
  'own photograph': await picture('./photograph.jpg'),
  'inline style': getComputedStyle(document.body).color === 'rgb(1, 2, 3)' ? 'shown' : 'blocked',
};
document.title = JSON.stringify(found);
`;
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title></head>
<body><script type="module" src="./main.js"></script></body></html>`;
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
/** One grey point. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////' +
  '////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

const REACHED = {
  route: 'POST /shop/stock?item=1 two',
  broken: 500,
  listed: 'from elsewhere',
  unlisted: 'blocked',
  'listed picture': 'shown',
  'unlisted picture': 'blocked',
  'own photograph': 'shown',
  'inline style': 'blocked',
};

let folder: string;
let listed: Server;
let unlisted: Server;
let access: PageAccess;
const reports: string[] = [];

/** A server of the shop elsewhere, which answers pages of every origin. */
async function startElsewhere(): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((request, response) => {
    const isPicture = request.url?.endsWith('.svg') === true;
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'content-type': isPicture ? 'image/svg+xml' : 'text/plain',
    });
    response.end(isPicture ? PICTURE : 'from elsewhere');
  });
  return { server, origin: `http://127.0.0.1:${await listenOn(server, '127.0.0.1', 0)}` };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-access-'));
  const page = join(folder, 'page');
  mkdirSync(page);
  const [one, other] = await Promise.all([startElsewhere(), startElsewhere()]);
  [listed, unlisted] = [one.server, other.server];
  const origins = JSON.stringify({ listed: one.origin, unlisted: other.origin });
  for (const [name, text] of [
    ['index.html', PAGE],
    ['main.js', SCRIPT],
    ['origins.json', origins],
  ] as const) {
    writeFileSync(join(page, name), text);
  }
  writeFileSync(join(page, 'photograph.jpg'), Buffer.from(JPEG, 'base64'));
  access = {
    connect: [one.origin],
    images: [one.origin],
    routes: {
      '/shop/': async (request) => {
        const { pathname, search } = new URL(request.url);
        if (pathname === '/shop/broken') throw new Error('no stock list');
        return new Response(`${request.method} ${pathname}${search} ${await request.text()}`);
      },
    },
  };
});
afterAll(async () => {
  await closePages();
  for (const server of [listed, unlisted]) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** What the page reached, by its own words. */
async function reached(address: string): Promise<unknown> {
  const page = await (await openBrowser()).newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.title !== '');
  const found: unknown = JSON.parse(await page.title());
  await page.close();
  return found;
}

describe('at Tillkit’s host', () => {
  let host: BridgeServer;
  beforeAll(async () => {
    host = await startScreenHost({
      terminal: createScriptedTerminal().terminal,
      settings: TILL_SETTINGS,
      assetsDir: join(folder, 'page'),
      port: 0,
      access,
      report: (sentence) => reports.push(sentence),
    });
  });
  afterAll(() => host.stop());

  it('the page reaches its routes and the listed origins, and nothing else', async () => {
    expect(await reached(host.launchAddress())).toEqual(REACHED);
    expect(reports).toEqual(['The route /shop/broken failed: no stock list']);
  });

  it('a route answers pages of this till only, with a body that has a bound', async () => {
    const cookie = await openScreen(host);
    const ask = async (headers: Readonly<Record<string, string>>, body = '') =>
      (await fetch(`${host.address}shop/stock`, { method: 'POST', headers, body })).status;
    const origin = host.address.replace(/\/$/, '');
    expect(await ask({ cookie, origin })).toBe(200);
    expect(await ask({ origin })).toBe(403);
    expect(await ask({ cookie, origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await ask({ cookie })).toBe(403);
    expect(await ask({ cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
    const large = 'x'.repeat(LIMITS.shopRouteBodyBytesMax + 1);
    expect(await ask({ cookie, origin }, large)).toBe(413);
  });

  it('a route gets the shop’s cookies and never the till’s, and serves no page with other rights', async () => {
    const seen: (string | null)[] = [];
    const own = await startScreenHost({
      terminal: createScriptedTerminal().terminal,
      settings: TILL_SETTINGS,
      assetsDir: join(folder, 'page'),
      port: 0,
      access: {
        routes: {
          '/shop/': (request) => {
            seen.push(request.headers.get('cookie'));
            const headers = { 'content-security-policy': 'script-src *', 'set-cookie': 'a=1' };
            return new Response('', { status: 201, headers });
          },
        },
      },
    });
    const cookie = await openScreen(own);
    const headers = { cookie: `${cookie}; basket=7` };
    const reply = await fetch(`${own.address}shop/`, { headers });
    const alone = await fetch(`${own.address}shop/`, { headers: { cookie } });
    await own.stop();
    expect(seen).toEqual(['basket=7', null]);
    expect([reply.status, alone.status, reply.headers.getSetCookie()]).toEqual([201, 201, ['a=1']]);
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });
});

describe('under vite dev', () => {
  let vite: ViteDevServer;
  beforeAll(async () => {
    vite = await createVite({
      configFile: false,
      root: join(folder, 'page'),
      cacheDir: join(folder, 'cache'),
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      server: { host: '127.0.0.1', port: 0 },
      mode: 'development',
      plugins: [tillkit({ data: join(folder, 'till'), access })],
    });
    await vite.listen();
  });
  afterAll(() => vite.close());

  it('the page reaches the same, so that a missing option shows before production', async () => {
    const address = vite.resolvedUrls?.local[0] ?? '';
    expect(await reached(address)).toEqual(REACHED);
    const elsewhere = { origin: 'http://127.0.0.1:1' };
    const reply = await fetch(`${address}shop/`, { method: 'POST', headers: elsewhere });
    expect(reply.status).toBe(403);
  });
});

it.each([
  [{ connect: ['https://api.shop.example/v1'] }, 'is not an origin'],
  [{ connect: ["https://a.example; script-src 'unsafe-inline'"] }, 'is not an origin'],
  [{ images: ['*'] }, 'is not an origin'],
  [{ images: ['data:'] }, 'is not an origin'],
  [{ routes: { '/shop': () => new Response() } }, 'must begin and end with a slash'],
  [{ routes: { '/': () => new Response() } }, 'must begin and end with a slash'],
  [{ routes: { '/open/': () => new Response() } }, 'the till uses the path'],
])('%j is refused with a sentence', (wrong, words) => {
  expect(() => checkAccess(wrong)).toThrow(words);
});

it('origins with a port, an address and a socket are taken', () => {
  const connect = ['https://api.shop.example:8443', 'http://[::1]:80', 'wss://10.0.0.1'];
  expect(checkAccess({ connect })).toEqual({ connect });
});
