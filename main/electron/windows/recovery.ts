import type { BrowserWindow } from 'electron';
import { type CancelTimer, type Clock, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { FALLBACK_URL, type Role, screenUrl } from '../app-address.ts';
import { createAttempts } from '../system/attempts.ts';

/** A page that fails more often than this within the window is not cured by loading it. */
const RELOADS_MAX = 3;
const WINDOW = 10 * MINUTE;
/** Chromium's number for a load that another one replaced. */
const ABORTED = -3;

export type RecoveryDeps = {
  readonly clock: Clock;
  readonly report: (sentence: string) => void;
};

export interface Recovery {
  /** The screen is of no use, for a reason in words; it is loaded again, within bounds. */
  failed(reason: string): void;
}

/**
 * Loads a window's screen again when it fails; open sales live in main and are not touched. After
 * a few times within ten minutes the window shows a static page that says what to do, and the
 * screen is tried again when that time is over. A closed window has no timer left.
 */
export function setupRecovery(window: BrowserWindow, role: Role, deps: RecoveryDeps): Recovery {
  const { clock, report } = deps;
  const reloads = createAttempts(clock, RELOADS_MAX, WINDOW);
  let waiting = false;
  const timers = new Set<CancelTimer>();
  /** Runs something later, unless the window is closed before. */
  const later = (delay: number, run: () => void) => {
    const cancel = clock.after(delay, () => {
      timers.delete(cancel);
      run();
    });
    timers.add(cancel);
  };
  window.once('closed', () => {
    for (const cancel of timers) cancel();
    timers.clear();
  });
  const show = (url: string) => {
    waiting = false;
    // A load that fails is told by its own event.
    if (!window.isDestroyed()) window.loadURL(url).catch(() => undefined);
  };
  const failed = (reason: string) => {
    // One failure may be told by several events; the cure for it is under way.
    if (waiting || window.isDestroyed()) return;
    waiting = true;
    if (reloads.note() === 'left') {
      report(`The ${role} screen failed (${reason}) and is loaded again.`);
      later(SECOND, () => show(screenUrl(role)));
      return;
    }
    report(`The ${role} screen failed ${reloads.count()} times (${reason}). Restart the till.`);
    later(SECOND, () => show(FALLBACK_URL));
    later(WINDOW + 2 * SECOND, () => show(screenUrl(role)));
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
