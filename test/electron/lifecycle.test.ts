import { beforeEach, expect, test, vi } from 'vitest';
import { setupQuit } from '../../main/electron/system/quit.ts';
import { setupInstance } from '../../main/electron/system/single-instance.ts';
import {
  createCashierWindow,
  createDisplayWindow,
} from '../../main/electron/windows/create-windows.ts';
import { app, BrowserWindow, resetElectron } from '../electron-double/electron.ts';
import { forgetSignals } from '../support/own-signals.ts';

forgetSignals();
beforeEach(resetElectron);

test('a second instance quits and focuses the first one’s window', () => {
  expect(setupInstance('win32')).toBe(true);
  createDisplayWindow('/display.cjs', { x: 0, y: 0, width: 800, height: 600 });
  createCashierWindow('/preload.cjs', 'window');
  app.emit('second-instance', {});
  expect(BrowserWindow.all[0]?.calls).not.toContain('focus');
  expect(BrowserWindow.all[1]?.calls).toEqual(['focus']);
  app.instanceLock = false;
  expect(setupInstance('win32')).toBe(false);
});

test('quitting waits until everything has stopped, however often it is requested', async () => {
  let finish: () => void = () => undefined;
  const stop = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  setupQuit(stop);
  app.quit();
  app.quit();
  expect(app.quits).toEqual([{ prevented: true }, { prevented: true }]);
  expect(stop).toHaveBeenCalledTimes(1);
  finish();
  await expect.poll(() => app.quits.at(-1)).toEqual({ prevented: false });
});

test('a stop that fails does not keep the app alive', async () => {
  setupQuit(() => Promise.reject(new Error('the service hangs')));
  app.quit();
  await expect.poll(() => app.quits.at(-1)).toEqual({ prevented: false });
});

test('the requested last step runs after the stop, instead of quitting', async () => {
  const done: string[] = [];
  let finish: () => void = () => undefined;
  const endThen = setupQuit(() => new Promise<void>((resolve) => (finish = resolve)));
  endThen(() => {
    done.push('installer');
    app.quit();
  });
  app.quit();
  expect([done, app.quits]).toEqual([[], [{ prevented: true }]]);
  finish();
  await expect.poll(() => done).toEqual(['installer']);
  expect(app.quits.at(-1)).toEqual({ prevented: false });
});

test('closing the last window quits', () => {
  setupQuit(() => Promise.resolve());
  app.emit('window-all-closed');
  expect(app.quits).toHaveLength(1);
});
