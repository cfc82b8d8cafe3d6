import { BrowserWindow, type Rectangle } from 'electron';
import type { WindowMode } from '../../host/settings/window-mode.ts';
import { screenUrl } from '../app-address.ts';
import { hardened } from './hardening.ts';

/**
 * Opens the till's own window, the cashier's or the kiosk's, shown when it has something to show,
 * on the paper's colour. As a kiosk it is full screen, above everything, and has no frame and no
 * button to leave by.
 */
export function createCashierWindow(
  preload: string,
  mode: WindowMode,
  role: 'cashier' | 'kiosk' = 'cashier',
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
    webPreferences: hardened(preload, mode),
  });
  window.once('ready-to-show', () => window.show());
  // A load that fails is told by its own event, which the recovery listens to.
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
 * Opens the customer's display on the given place. It never takes the keyboard from the cashier
 * and has nothing to press.
 */
export function createDisplayWindow(preload: string, bounds: Rectangle): BrowserWindow {
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
    webPreferences: hardened(preload, 'kiosk'),
  });
  // Over the bars that some desktops draw on every display.
  window.setAlwaysOnTop(true, 'screen-saver');
  window.once('ready-to-show', () => {
    // A window that is made for a display of another scale may have come out in another size.
    window.setBounds(bounds);
    window.showInactive();
  });
  window.loadURL(screenUrl('customer-display')).catch(() => undefined);
  return window;
}
