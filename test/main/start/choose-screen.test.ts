import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseScreen, displayOf } from '../../../main/start/choose-screen.ts';
import { findElectron } from '../../../main/start/electron.ts';
import { findBrowser, profileDirectory } from '../../../main/start/find-browser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-find-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, content = ''): string {
  const full = join(folder, path);
  mkdirSync(join(full, '..'), { recursive: true });
  writeFileSync(full, content);
  chmodSync(full, 0o755);
  return full;
}

const MEANS = {
  wish: 'open',
  electron: '/e/electron',
  browser: '/b/chromium',
  display: 'present',
  user: 'ordinary',
} as const;

test('Electron comes first, then a browser, then the address', () => {
  expect(chooseScreen(MEANS)).toMatchObject({ kind: 'electron', path: '/e/electron' });
  const browser = chooseScreen({ ...MEANS, electron: null });
  expect(browser).toMatchObject({ kind: 'browser', path: '/b/chromium' });
  const none = chooseScreen({ ...MEANS, electron: null, browser: null });
  expect(none).toMatchObject({ kind: 'address', because: expect.stringContaining('neither') });
});

test('no window opens without a display, for root, or with --no-open', () => {
  const reasons = [
    chooseScreen({ ...MEANS, display: 'absent' }),
    chooseScreen({ ...MEANS, user: 'root' }),
    chooseScreen({ ...MEANS, wish: 'print_address' }),
  ];
  expect(reasons.map((choice) => choice.kind)).toEqual(['address', 'address', 'address']);
  expect(reasons.map((choice) => choice.because).join()).toMatch(/display.*root.*--no-open/);
});

test('Linux needs X or Wayland for windows, other systems do not', () => {
  expect(displayOf('linux', {})).toBe('absent');
  expect(displayOf('linux', { DISPLAY: ':0' })).toBe('present');
  expect(displayOf('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe('present');
  expect(displayOf('darwin', {})).toBe('present');
  expect(displayOf('win32', {})).toBe('present');
});

test('Electron is used only if its binary is installed', () => {
  expect(findElectron(folder, {})).toBe(null);
  put('node_modules/electron/path.txt', 'electron\n');
  expect(findElectron(folder, {})).toBe(null);
  const binary = put('node_modules/electron/dist/electron');
  expect(findElectron(folder, {})).toBe(binary);
  const own = put('own/electron');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'own') };
  expect(findElectron(folder, env)).toBe(own);
  expect(findElectron(folder, { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' })).toBe(null);
});

test('a browser is found on the path or at CHROMIUM_PATH', () => {
  const machine = {
    platform: 'linux' as const,
    home: folder,
    env: { PATH: join(folder, 'bin') },
    zone: 'UTC',
  };
  expect(findBrowser(machine)).toBe(null);
  const chrome = put('bin/google-chrome');
  expect(findBrowser(machine)).toBe(chrome);
  const chromium = put('bin/chromium');
  expect(findBrowser(machine)).toBe(chromium);
  const given = put('other/chrome');
  expect(findBrowser({ ...machine, env: { CHROMIUM_PATH: given }, zone: 'UTC' })).toBe(given);
  expect(findBrowser({ ...machine, env: { CHROMIUM_PATH: '/nowhere' }, zone: 'UTC' })).toBe(null);
});

test('the profile is in the data folder, except for a browser that may not write there', () => {
  expect(profileDirectory('/usr/bin/chromium', '/data', '/home/kari')).toBe('/data/screen-profile');
  const snap = profileDirectory('/snap/bin/chromium', '/data', '/home/kari');
  expect(snap).toBe('/home/kari/snap/chromium/common/tillkit-screen');
});
