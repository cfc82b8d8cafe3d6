import type { BrowserWindow } from 'electron';
import type { WindowMode } from '../host/window-mode.ts';
import { isHeld } from './held-keys.ts';

/**
 * Closes the ways out of a window by keys, zoom, mouse buttons and menus. What is left is the
 * operating system's own: see docs/guides/lockdown-*.md.
 */
export function setupHeldInput(window: BrowserWindow, mode: WindowMode): void {
  const { webContents } = window;
  webContents.on('before-input-event', (event, input) => {
    if (isHeld(input, mode)) event.preventDefault();
  });
  webContents.on('zoom-changed', () => webContents.setZoomLevel(0));
  webContents.on('did-finish-load', () => {
    // Pinching is off by default in Electron; a page is told so once more after each load.
    webContents.setVisualZoomLevelLimits(1, 1).catch(() => undefined);
    webContents.setZoomLevel(0);
  });
  webContents.on('context-menu', (event) => event.preventDefault());
  // The back button of a mouse, and of some keyboards on Windows.
  window.on('app-command', (event) => event.preventDefault());
}
