import { hostname } from 'node:os';
import { app, BrowserWindow } from 'electron';
import { bootTime, clearStaleInstance, programOf } from '../../host/system/stale-instance.ts';

/**
 * Takes the single-instance lock before any access to the data. A second start focuses the first
 * one's window. Returns false for the instance that must quit.
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
    // The customer's display takes no keyboard focus; the operator looks for the other window.
    const window = BrowserWindow.getAllWindows().find((one) => one.isFocusable());
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  return true;
}
