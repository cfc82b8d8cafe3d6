import { hostname } from 'node:os';
import { app, BrowserWindow } from 'electron';
import { bootTime, clearStaleInstance, programOf } from '../../host/system/stale-instance.ts';

/**
 * Takes the lock of the single instance, before anything else touches the data. A second start
 * brings the first one's window to the front. False for the one that must go.
 */
export function setupInstance(platform: NodeJS.Platform): boolean {
  if (platform === 'linux') {
    const program = process.execPath;
    clearStaleInstance(app.getPath('userData'), {
      host: hostname(),
      booted: bootTime(),
      program,
      programOf: (pid) => programOf(pid, program),
    });
  }
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', () => {
    // The customer's display takes no keyboard; it is the other one that someone looks for.
    const window = BrowserWindow.getAllWindows().find((one) => one.isFocusable());
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  return true;
}
