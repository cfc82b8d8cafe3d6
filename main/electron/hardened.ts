import type { BrowserWindowConstructorOptions } from 'electron';
import type { WindowMode } from '../host/window-mode.ts';

/** What every window of this app has: no Node, its own world, sandboxed, nothing to leave by. */
export function hardened(
  preload: string,
  mode: WindowMode,
): BrowserWindowConstructorOptions['webPreferences'] {
  return {
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
    // The watchdog asks hidden windows too, and a display that sleeps must come back on time.
    backgroundThrottling: false,
    ...(mode === 'kiosk' ? { devTools: false } : {}),
  };
}
