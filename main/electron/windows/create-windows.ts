import { BrowserWindow, type Rectangle, type Session } from 'electron';
import type { WindowMode } from '../../host/settings/window-mode.ts';
import { screenUrl } from '../app-address.ts';
import { hardened } from './hardening.ts';

/**
 * Opens the till's main window, for the cashier or the kiosk, and shows it when its first picture
 * is ready. A kiosk window is full screen, always on top, without a frame or a close button.
 */
export function createCashierWindow(
  preload: string,
  mode: WindowMode,
  role: 'cashier' | 'kiosk' = 'cashier',
  own?: Session,
): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 600,
    show: false,
    backgroundColor: '#f3f1ec',
    autoHideMenuBar: true,
    title: 'Tillkit',
    ...(mode === 'kiosk' ? KIOSK : {}),
    webPreferences: hardened(preload, mode, own),
  });
  window.once('ready-to-show', () => window.show());
  // Recovery listens to the event of a failed load.
  window.loadURL(screenUrl(role)).catch(() => undefined);
  return window;
}

const KIOSK = {
  kiosk: true,
  fullscreen: true,
  frame: false,
  alwaysOnTop: true,
  skipTaskbar: true,
  minimizable: false,
  maximizable: false,
  movable: false,
} as const;

/**
 * Opens the customer's display in the given place. It never takes keyboard focus from the cashier
 * and has no controls.
 */
export function createDisplayWindow(
  preload: string,
  bounds: Rectangle,
  own?: Session,
): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    show: false,
    frame: false,
    focusable: false,
    skipTaskbar: true,
    minimizable: false,
    movable: false,
    resizable: false,
    backgroundColor: '#e4e6e3',
    title: 'Tillkit',
    webPreferences: hardened(preload, 'kiosk', own),
  });
  // Above the bars that some desktops draw on every display.
  window.setAlwaysOnTop(true, 'screen-saver');
  window.once('ready-to-show', () => {
    // A window for a display with another scale may open in another size.
    window.setBounds(bounds);
    window.showInactive();
  });
  window.loadURL(screenUrl('customer-display')).catch(() => undefined);
  return window;
}
