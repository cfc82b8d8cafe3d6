import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBrowserWindow } from '../../../main/start/browser-window.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-window-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A browser that writes down how it was started, and ends as the test wants. */
function browser(end: string): string {
  const path = join(folder, 'browser');
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/switches'\n${end}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('the window shows only the till, with a separate profile', async () => {
  const window = openBrowserWindow(browser('exit 0'), 'http://127.0.0.1:4601/', '/data/profile');
  expect(await window.ended).toBe('closed');
  const switches = readFileSync(join(folder, 'switches'), 'utf8').split('\n');
  expect(switches).toContain('--app=http://127.0.0.1:4601/');
  expect(switches).toContain('--user-data-dir=/data/profile');
  expect(switches.join()).not.toContain('--no-sandbox');
});

test('a kiosk fills the display in a browser too', async () => {
  const window = openBrowserWindow(browser('exit 0'), 'http://127.0.0.1/', folder, 'kiosk');
  expect(await window.ended).toBe('closed');
  const switches = readFileSync(join(folder, 'switches'), 'utf8').split('\n');
  expect(switches).toContain('--kiosk');
  expect(switches.join()).not.toContain('--window-size');
});

test('a failed or missing browser does not count as closed by the user', async () => {
  const failing = openBrowserWindow(browser('exit 3'), 'http://127.0.0.1/', folder);
  expect(await failing.ended).toBe('broken');
  const missing = openBrowserWindow(join(folder, 'nothing'), 'http://127.0.0.1/', folder);
  expect(await missing.ended).toBe('broken');
});

test('the till closes its window when it stops', async () => {
  const window = openBrowserWindow(browser('exec sleep 60'), 'http://127.0.0.1/', folder);
  window.close();
  expect(await window.ended).toBe('broken');
});
