import { beforeEach, expect, test, vi } from 'vitest';
import { createCashierWindow } from '../../../main/electron/create-cashier-window.ts';
import { createDisplayWindow } from '../../../main/electron/create-display-window.ts';
import { setupInstance } from '../../../main/electron/setup-instance.ts';
import { setupQuit } from '../../../main/electron/setup-quit.ts';
import { app, BrowserWindow, resetElectron } from '../../electron-double/electron.ts';
import { forgetSignals } from '../../support/own-signals.ts';

forgetSignals();
beforeEach(resetElectron);

test('the second instance goes, and brings the first one’s window to the front', () => {
  expect(setupInstance('win32')).toBe(true);
  createDisplayWindow('/display.cjs', { x: 0, y: 0, width: 800, height: 600 });
  createCashierWindow('/preload.cjs', 'window');
  app.emit('second-instance', {});
  expect(BrowserWindow.all[0]?.calls).not.toContain('focus');
  expect(BrowserWindow.all[1]?.calls).toEqual(['focus']);
  app.instanceLock = false;
  expect(setupInstance('win32')).toBe(false);
});

test('quitting waits until everything has stopped, however often it is asked for', async () => {
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

test('what must come after the end comes after it, in place of quitting', async () => {
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
