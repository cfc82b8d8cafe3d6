import { type BrowserWindow, powerMonitor, powerSaveBlocker } from 'electron';
import { type Clock, MINUTE } from '../../../shared/time/clock.ts';

/** Some systems forget a blocker after hours, so it is taken anew this often. */
const ASSERT_EVERY = 5 * MINUTE;

export type PowerDeps = {
  readonly clock: Clock;
  readonly report: (sentence: string) => void;
  /** Asks the service about every open sale: nothing was heard while the machine slept. */
  readonly refresh: () => void;
  /** Ends the till in order, as closing its window does. */
  readonly quit: () => void;
};

/**
 * Keeps the display lit while the till is open, catches up after sleep, and ends in order when the
 * machine is shut down. Answers how to let go.
 */
export function setupPower({ clock, report, refresh, quit }: PowerDeps): () => void {
  const blocker = holdDisplay(clock);
  const awake = () => {
    blocker.assert();
    refresh();
  };
  powerMonitor.on('suspend', () => report('The machine goes to sleep.'));
  powerMonitor.on('resume', () => {
    report('The machine is awake again; every open sale is asked about.');
    awake();
  });
  powerMonitor.on('unlock-screen', awake);
  // Linux and macOS tell the app; Windows tells a window (setup-session-end.ts).
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // The system waits for an app that asks it to, for a few seconds: enough to close the books.
    event?.preventDefault();
    report('The machine shuts down: stopping.');
    quit();
  });
  return blocker.release;
}

function holdDisplay(clock: Clock) {
  let held: number | null = null;
  let cancel = () => {};
  const assert = () => {
    // The new one first: there is no moment in which the display may go dark.
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
 * Ends in order when Windows ends the person's session, which it tells windows alone. The question
 * before it is never answered with no: staff switch off at the wall next time.
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
