import type { BrowserWindow, Input } from 'electron';
import type { WindowMode } from '../../host/settings/window-mode.ts';

/**
 * Blocks the exits of a window: keys, zoom, mouse buttons and menus. docs/guides/lockdown-*.md
 * describe the exits that the operating system controls.
 */
export function setupHeldInput(window: BrowserWindow, mode: WindowMode): void {
  const { webContents } = window;
  webContents.on('before-input-event', (event, input) => {
    if (isHeld(input, mode)) event.preventDefault();
  });
  webContents.on('zoom-changed', () => webContents.setZoomLevel(0));
  webContents.on('did-finish-load', () => {
    // Electron disables pinch zoom by default; this repeats it after each load.
    webContents.setVisualZoomLevelLimits(1, 1).catch(() => undefined);
    webContents.setZoomLevel(0);
  });
  webContents.on('context-menu', (event) => event.preventDefault());
  // The back button of a mouse, and of some keyboards on Windows.
  window.on('app-command', (event) => event.preventDefault());
}

/** With Ctrl or Cmd, these keys leave a page, reload it or open the developer tools. */
const BEHIND = new Set(['r', 'w', 'u', 'i', 'j', 'c']);
const ZOOM = new Set(['+', '-', '=', '0']);

type KeyInput = Pick<Input, 'key' | 'control' | 'meta' | 'alt' | 'shift' | 'type'>;

/**
 * Whether a key is blocked. An ordinary window blocks reload, zoom and developer tools only. A
 * kiosk passes plain keys only: it has no text field that needs shortcuts.
 */
export function isHeld(input: KeyInput, mode: WindowMode): boolean {
  const key = input.key.toLowerCase();
  const command = input.control || input.meta;
  switch (mode) {
    case 'kiosk':
      return command || input.alt || /^f\d+$/.test(key) || KIOSK.has(key);
    case 'window':
      if (key === 'f5' || key === 'f12') return true;
      if (!command || input.alt) return false;
      // Copying is Ctrl+C; with Shift it opens the developer tools.
      return ZOOM.has(key) || key === 'r' || key === 'w' || (input.shift && BEHIND.has(key));
  }
}

const KIOSK = new Set([
  ...['alt', 'control', 'meta', 'super', 'os', 'contextmenu', 'printscreen', 'help'],
  ...['browserback', 'browserforward', 'browserrefresh', 'browserhome', 'browsersearch'],
  ...['launchmail', 'launchapplication1', 'launchapplication2', 'print', 'close', 'exit'],
]);
