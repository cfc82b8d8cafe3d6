import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  openTillWindow,
  prepareTill,
  type TillWindowOptions,
} from '../../../../main/electron/windows/till-window.ts';
import {
  BrowserWindow,
  resetElectron,
  session,
  sessionOf,
} from '../../../electron-double/electron.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

let page: string;
beforeEach(() => {
  resetElectron();
  page = mkdtempSync(join(tmpdir(), 'tillkit-page-'));
  writeFileSync(join(page, 'index.html'), '<p>till</p>');
});
afterEach(() => {
  resetElectron();
  rmSync(page, { recursive: true });
});

/** Opens a till in an app and returns the session of its window. */
function open(more: Pick<TillWindowOptions, 'access' | 'report'> = {}) {
  openTillWindow({
    terminal: createScriptedTerminal().terminal,
    settings: TILL_SETTINGS,
    page,
    ...more,
  });
  const [window] = BrowserWindow.all;
  if (window === undefined) throw new Error('no window');
  return sessionOf(window);
}

function cancels(own: ReturnType<typeof open>, url: string): unknown {
  let answer: unknown;
  own.beforeRequest?.({ url }, (given) => {
    answer = given;
  });
  return Object(answer).cancel;
}

const ask = async (own: ReturnType<typeof open>, path: string, init: RequestInit = {}) => {
  const handler = own.protocol.handlers.get('app');
  if (!handler) throw new Error('no handler for app:');
  return handler(new Request(`app://cashier${path}`, init));
};

test('the till’s window has no permissions and devices in an app that keeps its own', () => {
  prepareTill();
  const own = open();
  expect(own).not.toBe(session.defaultSession);
  const granted: boolean[] = [];
  own.permissionRequest?.({}, 'media', (answer) => granted.push(answer));
  expect([granted, own.permissionCheck?.(), own.devicePermission?.()]).toEqual([
    [false],
    false,
    false,
  ]);
  expect(cancels(own, 'https://example.com/')).toBe(true);
  expect(cancels(own, 'app://cashier/index.html')).toBe(false);
  const { permissionRequest, permissionCheck, beforeRequest } = session.defaultSession;
  expect([permissionRequest, permissionCheck, beforeRequest]).toEqual([null, null, null]);
});

test('the page reaches the origins and routes of the shop, and nothing else', async () => {
  const reports: string[] = [];
  const own = open({
    access: {
      connect: ['https://api.shop.example'],
      images: ['https://pictures.shop.example'],
      routes: {
        '/shop/': async (request) => {
          if (request.method === 'DELETE') throw new Error('no such item');
          return new Response(`${request.method} ${await request.text()}`);
        },
      },
    },
    report: (sentence) => reports.push(sentence),
  });
  const policy = (await ask(own, '/index.html')).headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' https://api.shop.example;");
  expect(policy).toContain("img-src 'self' data: https://pictures.shop.example;");
  const urls = ['https://api.shop.example/stock', 'https://api.shop.example.evil.example/'];
  expect(urls.map((url) => cancels(own, url))).toEqual([false, true]);
  const posted = await ask(own, '/shop/stock', { method: 'POST', body: 'two' });
  expect([posted.status, await posted.text()]).toEqual([200, 'POST two']);
  expect((await ask(own, '/shop/stock', { method: 'DELETE' })).status).toBe(500);
  expect(reports).toEqual(['The route /shop/stock failed: no such item']);
  const origin = 'https://elsewhere.example';
  expect((await ask(own, '/shop/stock', { headers: { origin } })).status).toBe(403);
  expect((await ask(own, '/stock')).status).toBe(404);
});

test('an origin with a path is refused before a window opens', () => {
  expect(() => open({ access: { connect: ['https://api.shop.example/v1'] } })).toThrow(
    'not an origin',
  );
  expect(BrowserWindow.all).toEqual([]);
});
