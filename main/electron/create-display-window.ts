import { BrowserWindow, type Rectangle } from 'electron';
import { screenUrl } from './app-address.ts';
import { hardened } from './hardened.ts';

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
