import { app, BrowserWindow } from 'electron';

/**
 * Takes the lock of the single instance, before anything else touches the data. A second start
 * brings the first one's window to the front. False for the one that must go.
 */
export function setupInstance(): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', () => {
    const window = BrowserWindow.getAllWindows()[0];
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  return true;
}
