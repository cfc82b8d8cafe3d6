import type { BrowserWindow } from 'electron';

/** Whether a kiosk's window has its display for itself just now. */
export interface KioskHold {
  isHeld(): boolean;
  /** Gives the desktop to the person who looks after the kiosk, or takes it back. */
  set(held: boolean): void;
}

/** A window that begins held. What keeps it so asks this value first. */
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
