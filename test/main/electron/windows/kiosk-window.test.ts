import { beforeEach, expect, test } from 'vitest';
import { isHeld, setupHeldInput } from '../../../../main/electron/windows/blocked-input.ts';
import { createCashierWindow } from '../../../../main/electron/windows/create-windows.ts';
import { holdGestures, setupKiosk } from '../../../../main/electron/windows/kiosk-window.ts';
import {
  app,
  autoUpdater,
  BrowserWindow,
  resetElectron,
} from '../../../electron-double/electron.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

beforeEach(resetElectron);

/** A key as a person would name it: `Ctrl+Shift+I`. */
function key(name: string) {
  const parts = name === '+' ? ['+'] : name.split(/\+(?=.)/);
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  return {
    type: 'keyDown' as const,
    key: parts.at(-1) ?? '',
    control: has('Ctrl'),
    meta: has('Meta'),
    alt: has('Alt'),
    shift: has('Shift'),
  };
}

test.each([
  ...['F1', 'F5', 'F11', 'F12', 'Ctrl+W', 'Ctrl+R', 'Ctrl+P', 'Ctrl+S', 'Ctrl+O', 'Ctrl+T'],
  ...['Ctrl+Shift+I', 'Ctrl+Shift+J', 'Ctrl++', 'Ctrl+-', 'Ctrl+0', 'Alt+F4', 'Alt+Left'],
  ...['Alt+ ', 'Meta+Q', 'Meta', 'ContextMenu', 'PrintScreen', 'BrowserBack', 'Alt'],
])('a kiosk blocks %s', (name) => {
  expect(isHeld(key(name), 'kiosk')).toBe(true);
});

test.each(['1', 'Enter', 'Backspace', 'Tab', 'Escape', '+', 'ArrowUp', ' ', 'a', 'Shift+A'])(
  'a kiosk passes %s to its screen',
  (name) => {
    expect(isHeld(key(name), 'kiosk')).toBe(false);
  },
);

test.each([
  ['Ctrl+R', true],
  ['F5', true],
  ['F12', true],
  ['Ctrl+W', true],
  ['Ctrl++', true],
  ['Ctrl+Shift+I', true],
  ['Ctrl+Shift+C', true],
  ['Ctrl+C', false],
  ['Ctrl+V', false],
  ['Ctrl+P', false],
  ['Alt+F4', false],
  ['F11', false],
  ['7', false],
])('an ordinary window blocks %s: %s', (name, held) => {
  expect(isHeld(key(name), 'window')).toBe(held);
});

function openKiosk() {
  const clock = createManualClock();
  const reports: string[] = [];
  const window = createCashierWindow('/p', 'kiosk');
  setupHeldInput(window, 'kiosk');
  setupKiosk(window, { clock, report: (sentence) => reports.push(sentence) });
  const double = BrowserWindow.all[0];
  if (!double) throw new Error('no window was opened');
  return { clock, reports, double, contents: double.webContents };
}

test('a kiosk fills the display, without frame, buttons or developer tools', () => {
  const { double } = openKiosk();
  expect(double.options).toMatchObject({
    kiosk: true,
    frame: false,
    alwaysOnTop: true,
    minimizable: false,
    webPreferences: { devTools: false, navigateOnDragDrop: false, spellcheck: false },
  });
  expect(double.calls).toContain('setAlwaysOnTop true screen-saver');
});

test('keys, zoom, menus and mouse buttons are blocked', () => {
  const { double, contents } = openKiosk();
  expect(contents.prevents('before-input-event', key('Alt+F4'))).toBe(true);
  expect(contents.prevents('before-input-event', key('5'))).toBe(false);
  expect(contents.prevents('context-menu', {})).toBe(true);
  contents.emit('zoom-changed', {}, 'in');
  contents.emit('did-finish-load');
  expect(contents.calls).toEqual([
    'setZoomLevel 0',
    'setVisualZoomLevelLimits 1 1',
    'setZoomLevel 0',
  ]);
  let prevented = false;
  double.emit('app-command', { preventDefault: () => (prevented = true) }, 'browser-backward');
  expect(prevented).toBe(true);
});

test('a kiosk cannot be closed by hand, and quitting closes it', () => {
  const { double } = openKiosk();
  double.close();
  expect(double.isDestroyed()).toBe(false);
  app.quit();
  double.close();
  expect(double.isDestroyed()).toBe(true);
});

test('an update may close the windows before it quits', () => {
  const { double } = openKiosk();
  autoUpdater.emit('before-quit-for-update');
  double.close();
  expect(double.isDestroyed()).toBe(true);
});

test('a kiosk returns to full screen and to the front', () => {
  const { double } = openKiosk();
  double.calls.length = 0;
  double.emit('leave-full-screen');
  double.emit('minimize');
  double.emit('blur');
  expect(double.calls).toEqual(['setKiosk true', 'restore', 'focus']);
});

test('repeated losses of focus are reported once and ignored after 20; later ones are handled again', () => {
  const { clock, reports, double } = openKiosk();
  double.calls.length = 0;
  for (let count = 0; count < 50; count += 1) double.emit('blur');
  expect(double.calls.filter((call) => call === 'focus')).toHaveLength(20);
  expect(reports).toHaveLength(1);
  clock.advance(61_000);
  double.emit('blur');
  expect(double.calls.filter((call) => call === 'focus')).toHaveLength(21);
});

test('swipe and pinch gestures are disabled before the app is ready', () => {
  holdGestures();
  expect([...app.switches.keys()]).toEqual(['overscroll-history-navigation', 'disable-pinch']);
});
