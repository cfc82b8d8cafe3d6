import { type BrowserWindow, ipcMain } from 'electron';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import { isScreenUrl, type Role } from '../app-address.ts';
import type { TrustedSenders } from '../ipc/trusted-senders.ts';
import type { Recovery } from './recovery.ts';

/** IPC channels of the watchdog between main and every page's preload script. */
export const WATCH_IPC = { ping: 'tillkit:ping', pulse: 'tillkit:pulse' } as const;

/** A page's answer: whether its screen shows anything. */
export type Pulse = 'drawn' | 'blank';

const ASK_EVERY = 10 * SECOND;
/**
 * Unanswered pings before the watchdog acts. A slow machine needs several to draw its first page.
 */
const MISSES_MAX = 4;

export type WatchdogDeps = {
  readonly clock: DeviceClock;
  readonly trusted: TrustedSenders;
  readonly recovery: Recovery;
};

/**
 * Pings a page every ten seconds. The watchdog ends the process of a page that hangs and reloads a
 * page that is blank. It counts pings and not seconds, so a machine that slept is not taken for a
 * page that hung. Returns how to stop.
 */
export function setupWatchdog(window: BrowserWindow, role: Role, deps: WatchdogDeps): () => void {
  const { clock, trusted, recovery } = deps;
  const { webContents } = window;
  let misses = 0;
  let last: 'drawn' | 'blank' | 'silent' = 'silent';
  let cancel = () => {};
  const onPulse = (event: Electron.IpcMainEvent, pulse: unknown) => {
    if (event.sender !== webContents || trusted.roleOf(event) !== role) return;
    last = pulse === 'drawn' ? 'drawn' : 'blank';
    if (last === 'drawn') misses = 0;
  };
  const ping = () => {
    if (window.isDestroyed()) return;
    cancel = clock.after(ASK_EVERY, ping);
    // The fallback page does not answer pings.
    if (!isScreenUrl(webContents.getURL(), role)) {
      misses = 0;
      return;
    }
    misses += 1;
    if (misses > MISSES_MAX) {
      const silent = last === 'silent';
      misses = 0;
      last = 'silent';
      // A page that hangs cannot load another one; `render-process-gone` reports its end.
      if (silent) webContents.forcefullyCrashRenderer();
      recovery.failed(silent ? 'it does not answer' : 'it is blank');
      return;
    }
    last = 'silent';
    webContents.send(WATCH_IPC.ping);
  };
  const stop = () => {
    cancel();
    ipcMain.removeListener(WATCH_IPC.pulse, onPulse);
  };
  ipcMain.on(WATCH_IPC.pulse, onPulse);
  window.once('closed', stop);
  cancel = clock.after(ASK_EVERY, ping);
  return stop;
}
