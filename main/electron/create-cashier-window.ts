import { BrowserWindow } from 'electron';
import type { WindowMode } from '../host/window-mode.ts';
import { screenUrl } from './app-address.ts';
import { hardened } from './hardened.ts';

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
