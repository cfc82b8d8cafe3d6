import { BrowserWindow } from 'electron';
import { CASHIER_URL } from './app-address.ts';

/**
 * Opens the cashier's window, hardened: no Node, its own world, sandboxed. It is shown when it has
 * something to show, on the paper's colour.
 */
export function createCashierWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 600,
    show: false,
    backgroundColor: '#f3f1ec',
    autoHideMenuBar: true,
    title: 'Tillkit',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(CASHIER_URL);
  return window;
}
