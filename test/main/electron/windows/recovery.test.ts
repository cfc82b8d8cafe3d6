import { beforeEach, expect, test } from 'vitest';
import { createTrustedSenders } from '../../../../main/electron/ipc/trusted-senders.ts';
import { createCashierWindow } from '../../../../main/electron/windows/create-windows.ts';
import { setupRecovery } from '../../../../main/electron/windows/recovery.ts';
import { setupWatchdog, WATCH_IPC } from '../../../../main/electron/windows/watchdog.ts';
import { BrowserWindow, ipcMain, resetElectron } from '../../../electron-double/electron.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const SCREEN = 'app://cashier/index.html';
const FALLBACK = 'app://fallback/index.html';

beforeEach(resetElectron);

function open() {
  const clock = createManualClock();
  const reports: string[] = [];
  const window = createCashierWindow('/p', 'window');
  const report = (sentence: string) => reports.push(sentence);
  const recovery = setupRecovery(window, 'cashier', { clock, report });
  const trusted = createTrustedSenders();
  trusted.add(window.webContents, 'cashier');
  const watch = () => setupWatchdog(window, 'cashier', { clock, trusted, recovery });
  const double = BrowserWindow.all[0];
  if (!double) throw new Error('no window was opened');
  return { clock, reports, double, contents: double.webContents, trusted, watch };
}

test('a crashed screen is reloaded three times, then replaced by a static page, then reloaded later', () => {
  const { clock, reports, double, contents } = open();
  const die = (reason: string) => {
    contents.emit('render-process-gone', {}, { reason, exitCode: 5 });
    clock.advance(1_000);
  };
  die('clean-exit');
  expect(double.loaded).toEqual([SCREEN]);
  for (let count = 0; count < 3; count += 1) die('oom');
  expect(double.loaded).toEqual([SCREEN, SCREEN, SCREEN, SCREEN]);
  expect(reports.at(-1)).toContain('oom, code 5');
  die('crashed');
  expect(double.loaded.at(-1)).toBe(FALLBACK);
  expect(reports.at(-1)).toContain('Restart the till');
  clock.advance(9 * 60_000);
  expect(double.loaded.at(-1)).toBe(FALLBACK);
  clock.advance(2 * 60_000);
  expect(double.loaded.at(-1)).toBe(SCREEN);
  die('crashed');
  expect(double.loaded.slice(-2)).toEqual([SCREEN, SCREEN]);
});

test('a closed window has no timer left', () => {
  const { clock, double, contents } = open();
  for (let count = 0; count < 4; count += 1) {
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    clock.advance(1_000);
  }
  expect(clock.armed()).toBe(1);
  contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  double.destroy();
  expect(clock.armed()).toBe(0);
});

test('one crash with two events causes one reload', () => {
  const { clock, double, contents } = open();
  contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  contents.emit('did-fail-load', {}, -2, 'failed', SCREEN, true);
  clock.advance(5_000);
  expect(double.loaded).toHaveLength(2);
});

test('a failed load is retried; a replaced load or one of a subframe is not', () => {
  const { clock, double, contents } = open();
  contents.emit('did-fail-load', {}, -3, 'aborted', SCREEN, true);
  contents.emit('did-fail-load', {}, -6, 'not found', `${SCREEN}/x`, false);
  contents.emit('did-fail-load', {}, -6, 'not found', FALLBACK, true);
  clock.advance(5_000);
  expect(double.loaded).toHaveLength(1);
  contents.emit('did-fail-load', {}, -6, 'not found', SCREEN, true);
  clock.advance(5_000);
  expect(double.loaded).toHaveLength(2);
});

/** Lets the page answer every question with this, from now on. */
function answerWith(parts: ReturnType<typeof open>, pulse: unknown): void {
  const { contents } = parts;
  contents.deliver = (channel) => {
    if (channel !== WATCH_IPC.ping) return;
    ipcMain.emit(WATCH_IPC.pulse, { sender: contents, senderFrame: contents.mainFrame }, pulse);
  };
}

test('a page that answers is not reloaded', () => {
  const parts = open();
  answerWith(parts, 'drawn');
  parts.watch();
  parts.clock.advance(60 * 60_000);
  expect(parts.double.loaded).toEqual([SCREEN]);
  expect(parts.contents.sent.length).toBeGreaterThan(300);
});

test('the process of a hanging page is killed and the page is reloaded once', () => {
  const parts = open();
  parts.contents.deliver = () => undefined;
  parts.watch();
  parts.clock.advance(40_000);
  expect(parts.double.loaded).toEqual([SCREEN]);
  answerWith(parts, 'drawn');
  parts.contents.deliver = () => undefined;
  parts.clock.advance(11_000);
  expect(parts.contents.calls).toEqual(['forcefullyCrashRenderer']);
  expect(parts.double.loaded).toEqual([SCREEN, SCREEN]);
});

test('a page that answers and shows nothing is reloaded', () => {
  const parts = open();
  answerWith(parts, 'blank');
  parts.watch();
  parts.clock.advance(52_000);
  expect(parts.contents.calls).toEqual([]);
  expect(parts.double.loaded).toEqual([SCREEN, SCREEN]);
  expect(parts.reports.at(-1)).toContain('blank');
});

test('answers of another page do not count for a hanging one', () => {
  const parts = open();
  parts.watch();
  const other = createCashierWindow('/p', 'window');
  parts.trusted.add(other.webContents, 'cashier');
  parts.contents.deliver = () => {
    const { webContents } = other;
    const event = { sender: webContents, senderFrame: webContents.mainFrame };
    ipcMain.emit(WATCH_IPC.pulse, event, 'drawn');
  };
  parts.clock.advance(52_000);
  expect(parts.contents.calls).toEqual(['forcefullyCrashRenderer']);
});

test('neither the static page nor a closed window is pinged', () => {
  const parts = open();
  parts.watch();
  parts.contents.mainFrame = { url: FALLBACK };
  parts.clock.advance(10 * 60_000);
  expect(parts.contents.sent).toEqual([]);
  parts.double.destroy();
  parts.clock.advance(10 * 60_000);
  expect(parts.clock.armed()).toBe(0);
  expect(ipcMain.listenerCount(WATCH_IPC.pulse)).toBe(0);
});
