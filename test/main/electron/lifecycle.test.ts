import { beforeEach, expect, test, vi } from 'vitest';
import { createCashierWindow } from '../../../main/electron/create-window.ts';
import { setupInstance } from '../../../main/electron/setup-instance.ts';
import { setupQuit } from '../../../main/electron/setup-quit.ts';
import { setupReload } from '../../../main/electron/setup-reload.ts';
import { app, BrowserWindow, resetElectron } from '../../electron-double/electron.ts';
import { createManualClock } from '../../support/manual-clock.ts';

beforeEach(resetElectron);

test('the second instance goes, and brings the first one’s window to the front', () => {
  expect(setupInstance()).toBe(true);
  createCashierWindow('/preload.cjs');
  app.emit('second-instance', {});
  expect(BrowserWindow.all[0]?.calls).toEqual(['focus']);
  app.instanceLock = false;
  expect(setupInstance()).toBe(false);
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
  await vi.waitFor(() => expect(app.quits.at(-1)).toEqual({ prevented: false }));
});

test('a stop that fails does not keep the app alive', async () => {
  setupQuit(() => Promise.reject(new Error('the service hangs')));
  app.quit();
  await vi.waitFor(() => expect(app.quits.at(-1)).toEqual({ prevented: false }));
});

test('closing the last window quits', () => {
  setupQuit(() => Promise.resolve());
  app.emit('window-all-closed');
  expect(app.quits).toHaveLength(1);
});

test('a screen that dies is loaded again, a few times', () => {
  const clock = createManualClock();
  const reports: string[] = [];
  setupReload(createCashierWindow('/p'), clock, (sentence) => reports.push(sentence));
  const contents = BrowserWindow.all[0]?.webContents;
  const die = (reason: string) => {
    contents?.emit('render-process-gone', {}, { reason });
    clock.advance(1_000);
  };
  die('clean-exit');
  expect(contents?.reloads).toBe(0);
  for (let count = 0; count < 5; count += 1) die('oom');
  expect(contents?.reloads).toBe(3);
  expect(reports.at(-1)).toContain('Restart the till');
  clock.advance(20 * 60_000);
  die('crashed');
  expect(contents?.reloads).toBe(4);
});
