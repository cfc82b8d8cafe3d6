import type { BrowserWindow } from 'electron';
import { type Clock, MINUTE, SECOND } from '../../shared/time/clock.ts';

/** A page that dies more often than this within the window is left alone: reloading cannot cure it. */
const RELOADS_MAX = 3;
const WINDOW = 10 * MINUTE;

/** Loads the screen again when its process is gone; open sales live in main and are not touched. */
export function setupReload(
  window: BrowserWindow,
  clock: Clock,
  report: (sentence: string) => void,
): void {
  const times: number[] = [];
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    const now = clock.now();
    times.push(now);
    while ((times[0] ?? now) < now - WINDOW) times.shift();
    if (times.length > RELOADS_MAX) {
      report(`The screen ended ${times.length} times (${details.reason}). Restart the till.`);
      return;
    }
    report(`The screen ended (${details.reason}) and is loaded again.`);
    clock.after(SECOND, () => {
      if (!window.isDestroyed()) window.webContents.reload();
    });
  });
}
