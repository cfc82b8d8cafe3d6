import { type BrowserWindow, powerMonitor, powerSaveBlocker } from 'electron';
import { type DeviceClock, MINUTE } from '../../../shared/time/clock.ts';

/** Some systems drop a blocker after hours, so it is renewed this often. */
const ASSERT_EVERY = 5 * MINUTE;

export type PowerDeps = {
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
  /**
   * Asks the service about every open sale, because the till received no events while the machine slept.
   */
  readonly refresh: () => void;
  /** Stops the till in order, as closing its window does. */
  readonly quit: () => void;
};

/**
 * Keeps the display on while the till is open, refreshes after sleep, and stops in order when the
 * machine shuts down. Returns how to release the display.
 */
export function setupPower({ clock, report, refresh, quit }: PowerDeps): () => void {
  const blocker = holdDisplay(clock);
  const awake = () => {
    blocker.assert();
    refresh();
  };
  powerMonitor.on('suspend', () => report('The machine goes to sleep.'));
  powerMonitor.on('resume', () => {
    report('The machine woke up; the till queries every open sale.');
    awake();
  });
  powerMonitor.on('unlock-screen', awake);
  // Linux and macOS notify the app; Windows notifies a window (`setupSessionEnd`).
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // The system waits a few seconds for an app that asks it to; this is enough to stop.
    event?.preventDefault();
    report('The machine shuts down: stopping.');
    quit();
  });
  return blocker.release;
}

function holdDisplay(clock: DeviceClock) {
  let held: number | null = null;
  let cancel = () => {};
  const assert = () => {
    // The new blocker comes first, so that the display never turns off in between.
    const next = powerSaveBlocker.start('prevent-display-sleep');
    if (held !== null) powerSaveBlocker.stop(held);
    held = next;
    cancel();
    cancel = clock.after(ASSERT_EVERY, assert);
  };
  assert();
  return {
    assert,
    release() {
      cancel();
      if (held !== null) powerSaveBlocker.stop(held);
      held = null;
    },
  };
}

/**
 * Stops in order when Windows ends the user's session, which it reports to windows only. The
 * preceding question is never refused, because staff would then switch the machine off.
 */
export function setupSessionEnd(
  window: BrowserWindow,
  deps: { readonly report: (sentence: string) => void; readonly quit: () => void },
): void {
  window.on('session-end', () => {
    deps.report('The session of Windows ends: stopping.');
    deps.quit();
  });
}
