import { app, autoUpdater, type BrowserWindow } from 'electron';
import { type DeviceClock, MINUTE } from '../../../shared/time/clock.ts';
import { createAttempts } from '../system/crashes.ts';

/** More losses of focus per minute than this mean that another program competes for the screen. */
const FOCUSES_MAX = 20;

/**
 * Keeps a kiosk's window in place: it cannot be closed by hand, returns to full screen and comes
 * back to the front. On Windows and Linux a program can do no more.
 */
export function setupKiosk(
  window: BrowserWindow,
  deps: { readonly clock: DeviceClock; readonly report: (sentence: string) => void },
  hold: Pick<KioskHold, 'isHeld'> = { isHeld: () => true },
): void {
  let quitting = false;
  // The operator has unlocked the desktop with the PIN.
  const isFree = () => quitting || !hold.isHeld();
  const markQuitting = () => {
    quitting = true;
  };
  app.on('before-quit', markQuitting);
  // On macOS an update closes the windows before it quits.
  autoUpdater.on('before-quit-for-update', markQuitting);
  const focuses = createAttempts(deps.clock, FOCUSES_MAX, MINUTE);
  let reported = false;
  window.setAlwaysOnTop(true, 'screen-saver');
  window.on('close', (event) => {
    // Quitting closes windows too: a shutdown or a signal must get through.
    if (!isFree()) event.preventDefault();
  });
  const again = () => {
    if (!isFree() && !window.isDestroyed()) window.setKiosk(true);
  };
  window.on('leave-full-screen', again);
  window.on('leave-html-full-screen', again);
  window.on('minimize', () => {
    if (!isFree()) window.restore();
  });
  window.on('blur', () => {
    if (isFree() || window.isDestroyed()) return;
    if (focuses.note() === 'left') {
      window.focus();
    } else if (!reported) {
      reported = true;
      deps.report('Another program repeatedly takes the focus. See the lockdown guides.');
    }
  });
}

/** Disables gestures that Chromium would handle; call it before the app is ready. */
export function holdGestures(): void {
  app.commandLine.appendSwitch('overscroll-history-navigation', '0');
  app.commandLine.appendSwitch('disable-pinch');
}

/** Whether a kiosk's window holds its display. */
export interface KioskHold {
  isHeld(): boolean;
  /** False gives the desktop to the operator; true takes it back. */
  set(held: boolean): void;
}

/**
 * A window that holds its display from the start. Code that would restore it checks this value
 * first.
 */
export function createKioskHold(window: BrowserWindow): KioskHold {
  let held = true;
  return {
    isHeld: () => held,
    set(next) {
      if (window.isDestroyed()) return;
      held = next;
      window.setSkipTaskbar(next);
      window.setKiosk(next);
      if (next) {
        window.setAlwaysOnTop(true, 'screen-saver');
        window.focus();
        return;
      }
      window.setAlwaysOnTop(false);
      window.setFullScreen(false);
      window.minimize();
    },
  };
}
