import type { BrowserWindow } from 'electron';
import { type DeviceClock, MINUTE, SECOND, stoppable } from '../../../shared/time/clock.ts';
import { FALLBACK_URL, type Role, screenUrl } from '../app-address.ts';
import { createAttempts } from '../system/crashes.ts';

/** Reloads within the window; more do not help. */
const RELOADS_MAX = 3;
const WINDOW = 10 * MINUTE;
/** Chromium's error code for a load that another load replaced. */
const ABORTED = -3;

export type RecoveryDeps = {
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
};

export interface Recovery {
  /**
   * Reports that the screen is unusable, with the reason; the screen is reloaded within the bounds.
   */
  failed(reason: string): void;
}

/**
 * Reloads a window's screen when it fails; main holds the open sales, so they are not affected.
 * After three reloads within ten minutes the window shows a static page that says what to do, and
 * the screen is tried again when that time is over. A closed window has no timer left.
 */
export function setupRecovery(window: BrowserWindow, role: Role, deps: RecoveryDeps): Recovery {
  const { clock, report } = deps;
  const reloads = createAttempts(clock, RELOADS_MAX, WINDOW);
  let waiting = false;
  // A window that is closed first needs no more work.
  const { clock: whileOpen, stop } = stoppable(clock);
  window.once('closed', stop);
  const show = (url: string) => {
    waiting = false;
    // The event `did-fail-load` reports a failure.
    if (!window.isDestroyed()) window.loadURL(url).catch(() => undefined);
  };
  const failed = (reason: string) => {
    // Several events may report one failure; its reload is already due.
    if (waiting || window.isDestroyed()) return;
    waiting = true;
    if (reloads.note() === 'left') {
      report(`The ${role} screen failed (${reason}) and is loaded again.`);
      whileOpen.after(SECOND, () => show(screenUrl(role)));
      return;
    }
    report(`The ${role} screen failed ${reloads.count()} times (${reason}). Restart the till.`);
    whileOpen.after(SECOND, () => show(FALLBACK_URL));
    whileOpen.after(WINDOW + 2 * SECOND, () => show(screenUrl(role)));
  };
  const { webContents } = window;
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason !== 'clean-exit') failed(`${reason}, code ${exitCode}`);
  });
  webContents.on('did-fail-load', (_event, code, words, url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED && url !== FALLBACK_URL) failed(`${words || code}`);
  });
  return { failed };
}
