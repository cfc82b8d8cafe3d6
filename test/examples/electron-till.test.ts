import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildApp, COUNTER, POLE } from '../e2e/electron/open-app.ts';
import { readCode } from '../e2e/people.ts';
import { app, BrowserWindow, resetElectron, screen } from '../electron-double/electron.ts';
import { openStage, type Stage } from '../electron-double/stage.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { buildPage } from '../support/build-page.ts';

/*
 * The example app on the double of Electron: its unchanged main, and its page in a window of a real
 * Chromium with the built preload.
 */

let browser: Browser;
let stage: Stage;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), 'tillkit-electron-till-'));

beforeAll(async () => {
  resetElectron();
  const [launched, built] = await Promise.all([
    openBrowser(),
    buildPage('examples/react-till'),
    buildApp(),
  ]);
  browser = launched;
  cpSync(built, join(folder, 'dist'), { recursive: true });
  rmSync(built, { recursive: true });
  app.setPath('userData', join(folder, 'data'));
  vi.spyOn(app, 'getAppPath').mockReturnValue(folder);
  screen.displays = [COUNTER, POLE];
  stage = openStage(browser);
  await import('../../examples/electron-till/main.ts');
  page = await stage.page(BrowserWindow.getAllWindows()[0]);
});
afterAll(async () => {
  await stage?.close();
  await closePages();
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

it('the example app runs a sale on both screens over IPC, and quits after its service', async () => {
  await page.getByRole('button', { name: /Rye bread/ }).click();
  await page.getByRole('button', { name: /^Show QR code/ }).click();
  await page.getByRole('heading', { name: 'Waiting for scan' }).waitFor();
  const display = await stage.page(BrowserWindow.getAllWindows()[1]);
  await display.getByRole('heading', { name: 'Scan to pay' }).waitFor();
  expect(await readCode(display)).toBe(await readCode(page));
  await page.getByRole('button', { name: 'Cancel sale' }).click();
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
  expect(stage.refused).toEqual([]);

  // The service stops before the app. This is part of this test, because no sale is possible afterwards.
  app.quit();
  expect(app.quits).toEqual([{ prevented: true }]);
  await expect.poll(() => app.quits.length).toBe(2);
  expect(app.quits.at(-1)).toEqual({ prevented: false });
});

it('the example app opens a sandboxed window that refuses navigation', () => {
  const [window] = BrowserWindow.all;
  expect(app.calls).toContain('enableSandbox');
  expect(window?.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
  });
  expect(window?.webContents.prevents('will-navigate', {})).toBe(true);
});
