import { beforeEach, expect, test } from 'vitest';
import {
  createCashierWindow,
  createDisplayWindow,
} from '../../../../main/electron/windows/create-windows.ts';
import { setupContents, setupPermissions } from '../../../../main/electron/windows/hardening.ts';
import {
  registerScheme,
  setupProtocol,
} from '../../../../main/electron/windows/screen-protocol.ts';
import type { Assets } from '../../../../shared/node/http/static-assets.ts';
import {
  BrowserWindow,
  protocol,
  resetElectron,
  session,
} from '../../../electron-double/electron.ts';

beforeEach(resetElectron);

const ASSETS: Assets = new Map([
  ['index.html', { body: Buffer.from('<p>till</p>'), type: 'text/html', cache: 'no-store' }],
  ['assets/a b.js', { body: Buffer.from('1'), type: 'text/javascript', cache: 'immutable' }],
]);

function serve(address: string, method = 'GET'): Promise<Response> {
  setupProtocol({ cashier: ASSETS, kiosk: new Map(), 'customer-display': ASSETS });
  const handler = protocol.handlers.get('app');
  if (!handler) throw new Error('no handler for app:');
  return Promise.resolve(handler(new Request(address, { method })));
}

test('the window has no Node.js and an isolated context', () => {
  createCashierWindow('/preload.cjs', 'window');
  const window = BrowserWindow.all[0];
  expect(window?.options).toMatchObject({
    show: false,
    webPreferences: {
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    },
  });
  expect(window?.loaded).toEqual(['app://cashier/index.html']);
  expect(window?.calls).toEqual([]);
  window?.emit('ready-to-show');
  expect(window?.calls).toEqual(['show']);
});

test('the customer’s window is hardened too, without keyboard and developer tools', () => {
  createDisplayWindow('/display.cjs', { x: 1920, y: 0, width: 1280, height: 720 });
  const window = BrowserWindow.all[0];
  expect(window?.options).toMatchObject({
    ...{ x: 1920, y: 0, width: 1280, height: 720 },
    focusable: false,
    frame: false,
    webPreferences: {
      preload: '/display.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: false,
    },
  });
  expect(window?.loaded).toEqual(['app://customer-display/index.html']);
  window?.calls.splice(0);
  window?.emit('ready-to-show');
  expect(window?.calls).toEqual(['setBounds', 'showInactive']);
});

test('no frame navigates and no window opens', () => {
  setupContents();
  createCashierWindow('/preload.cjs', 'window');
  const contents = BrowserWindow.all[0]?.webContents;
  const events = ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'];
  for (const name of events) {
    let prevented = false;
    contents?.emit(name, {
      preventDefault: () => {
        prevented = true;
      },
    });
    expect([name, prevented]).toEqual([name, true]);
  }
  expect(contents?.windowOpenHandler?.({ url: 'https://example.com' })).toEqual({ action: 'deny' });
});

test('only the whole window loads its own page anew', () => {
  setupContents();
  createCashierWindow('/preload.cjs', 'window');
  const contents = BrowserWindow.all[0]?.webContents;
  const refused = (name: string, params: { url: string; isMainFrame: boolean }) => {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    contents?.emit(name, { ...params, preventDefault });
    return prevented;
  };
  const own = String(contents?.getURL());
  for (const name of ['will-navigate', 'will-frame-navigate']) {
    expect(refused(name, { url: own, isMainFrame: true })).toBe(false);
    expect(refused(name, { url: own, isMainFrame: false })).toBe(true);
    expect(refused(name, { url: `${own}?other`, isMainFrame: true })).toBe(true);
  }
});

test('every permission and device is denied', () => {
  setupPermissions();
  const { defaultSession } = session;
  const answers: boolean[] = [];
  for (const permission of ['media', 'geolocation', 'notifications', 'usb', 'fullscreen']) {
    defaultSession.permissionRequest?.({}, permission, (granted) => answers.push(granted));
  }
  expect(answers).toEqual([false, false, false, false, false]);
  expect(defaultSession.permissionCheck?.()).toBe(false);
  expect(defaultSession.devicePermission?.()).toBe(false);
});

test.each([
  ['app://cashier/index.html', false],
  ['https://example.com/', true],
  ['http://127.0.0.1:4600/w/', true],
  ['file:///etc/passwd', true],
  ['not an address', true],
])('a request to %s is stopped: %s', (url, cancel) => {
  setupPermissions();
  let response: unknown;
  session.defaultSession.beforeRequest?.({ url }, (given) => {
    response = given;
  });
  expect(response).toEqual({ cancel });
});

test('the scheme is registered as standard and secure, without a bypass of the policy', () => {
  registerScheme();
  expect(protocol.privileged).toEqual([
    { scheme: 'app', privileges: expect.objectContaining({ standard: true, secure: true }) },
  ]);
  expect(JSON.stringify(protocol.privileged)).not.toContain('bypassCSP');
});

test('the screen is served with a policy that forbids connections', async () => {
  const reply = await serve('app://cashier/index.html');
  expect(reply.status).toBe(200);
  expect(await reply.text()).toBe('<p>till</p>');
  const policy = reply.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'none'");
  expect((await serve('app://cashier/assets/a%20b.js')).status).toBe(200);
});

test.each([
  'app://cashier/..%2f..%2fetc%2fpasswd',
  'app://cashier/%2e%2e/main.js',
  'app://cashier/%E0%A4%A',
  'app://cashier/',
  'app://fallback/assets/a%20b.js',
  'app://other/index.html',
])('the protocol answers 404 for %s', async (address) => {
  expect((await serve(address)).status).toBe(404);
});

test('the static page works without built screens and has no script', async () => {
  const reply = await serve('app://fallback/index.html');
  const page = await reply.text();
  expect(reply.status).toBe(200);
  expect(page).toContain('No payment is lost');
  expect(page).toContain('Ingen betaling er tapt');
  expect(page).not.toContain('<script');
  expect((await serve('app://fallback/fallback.css')).headers.get('content-type')).toMatch(/css/);
});

test('a POST to a file of the screen is refused with 404', async () => {
  expect((await serve('app://cashier/index.html', 'POST')).status).toBe(404);
});
