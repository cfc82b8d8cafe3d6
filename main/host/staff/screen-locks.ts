import { isFinal, type TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type CancelTimer, type DeviceClock, SECOND } from '../../../shared/time/clock.ts';

/** Default number of seconds without input after which a screen locks itself. */
export const LOCK_AFTER_SECONDS = 180;

export type LockDeps = {
  readonly terminal: Pick<Terminal, 'view' | 'subscribe'>;
  readonly clock: DeviceClock;
  readonly afterSeconds: number;
  /** Whether the till has staff; without staff no screen is ever locked. */
  readonly hasStaff: () => boolean;
  readonly changed: () => void;
};

/** Which screens of the till are locked, and who has unlocked the others (D-602). */
export interface ScreenLocks {
  state(screen: string): 'open' | 'locked' | 'unlocked';
  /** The id of the person who unlocked the screen; null while it is locked. */
  personAt(screen: string): string | null;
  /** True if somebody has unlocked a screen. */
  isAnyUnlocked(): boolean;
  unlock(screen: string, personId: string): void;
  lock(screen: string): void;
  /** Locks every screen of this person, except this one. */
  lockPerson(personId: string, except?: string): void;
  /** Restarts the idle time of a screen after an input. */
  touch(screen: string): void;
  stop(): void;
}

type Unlocked = { readonly personId: string; readonly cancel: CancelTimer };

/**
 * At a till with staff each screen is locked at its start and after an idle time of its own. While a payment is open, none
 * locks itself: the till does not know at which screen somebody waits for it (D-603).
 */
export function createScreenLocks(deps: LockDeps): ScreenLocks {
  const { terminal, clock, changed, hasStaff } = deps;
  const after = deps.afterSeconds * SECOND;
  const unlocked = new Map<string, Unlocked>();
  let live = isLive(terminal.view());

  /** True if the screen was not locked before. */
  function end(screen: string): boolean {
    unlocked.get(screen)?.cancel();
    return unlocked.delete(screen);
  }

  function lock(screen: string): void {
    if (end(screen)) changed();
  }

  // Only the timer counts the idle time, because the clock may be set back meanwhile.
  function begin(screen: string, personId: string): void {
    unlocked.get(screen)?.cancel();
    const cancel = clock.after(after, () => {
      // While a payment is open, the cashier need not touch the screen.
      if (isLive(terminal.view())) begin(screen, personId);
      else lock(screen);
    });
    unlocked.set(screen, { personId, cancel });
  }

  function touch(screen: string): void {
    const before = unlocked.get(screen);
    if (before !== undefined) begin(screen, before.personId);
  }

  const stopWatching = terminal.subscribe((view) => {
    const now = isLive(view);
    // The idle time begins when the payment has ended.
    if (live && !now) for (const screen of [...unlocked.keys()]) touch(screen);
    live = now;
  });

  return {
    state: (screen) => (!hasStaff() ? 'open' : unlocked.has(screen) ? 'unlocked' : 'locked'),
    personAt: (screen) => unlocked.get(screen)?.personId ?? null,
    isAnyUnlocked: () => unlocked.size > 0,
    unlock(screen, personId) {
      begin(screen, personId);
      changed();
    },
    lock,
    lockPerson(personId, except) {
      const theirs = [...unlocked].filter(
        ([screen, one]) => one.personId === personId && screen !== except,
      );
      for (const [screen] of theirs) end(screen);
      if (theirs.length > 0) changed();
    },
    touch,
    stop() {
      for (const { cancel } of unlocked.values()) cancel();
      stopWatching();
    },
  };
}

/** An undecided payment on the main screen. A payment that was set aside may wait for days. */
function isLive(view: TerminalView): boolean {
  return view.sales.some((sale) => !sale.aside && !isFinal(sale.state));
}
