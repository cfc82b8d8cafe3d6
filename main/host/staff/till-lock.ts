import { isFinal, type TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type CancelTimer, type DeviceClock, SECOND } from '../../../shared/time/clock.ts';

/** Default number of seconds without input after which a till locks itself. */
export const LOCK_AFTER_SECONDS = 180;

export type LockDeps = {
  readonly terminal: Pick<Terminal, 'view' | 'subscribe'>;
  readonly clock: DeviceClock;
  readonly afterSeconds: number;
  /** Whether the till has staff; without staff it is never locked. */
  readonly hasStaff: () => boolean;
  readonly changed: () => void;
};

/** Whether the till is locked, and who has unlocked it. */
export interface TillLock {
  state(): 'open' | 'locked' | 'unlocked';
  /** The person who unlocked the till; null while it is locked. */
  personId(): string | null;
  unlock(personId: string): void;
  lock(): void;
  /** Restarts the idle time after an input. */
  touch(): void;
  stop(): void;
}

/** A till with staff is locked at its start and after an idle time without an open payment. */
export function createTillLock(deps: LockDeps): TillLock {
  const { terminal, clock, changed, hasStaff } = deps;
  const after = deps.afterSeconds * SECOND;
  let person: string | null = null;
  let live = isLive(terminal.view());
  let cancel: CancelTimer = () => undefined;

  function lock(): void {
    cancel();
    if (person === null) return;
    person = null;
    changed();
  }

  // Only the timer counts the idle time, because the clock may be set back meanwhile.
  function touch(): void {
    cancel();
    if (person === null) return;
    cancel = clock.after(after, () => {
      // While a payment is open, the cashier need not touch the screen.
      if (isLive(terminal.view())) touch();
      else lock();
    });
  }

  const stopWatching = terminal.subscribe((view) => {
    const now = isLive(view);
    // The idle time begins when the payment has ended.
    if (live && !now) touch();
    live = now;
  });

  return {
    state: () => (!hasStaff() ? 'open' : person === null ? 'locked' : 'unlocked'),
    personId: () => person,
    unlock(id) {
      person = id;
      touch();
      changed();
    },
    lock,
    touch,
    stop() {
      cancel();
      stopWatching();
    },
  };
}

/** An undecided payment on the main screen. A payment that was set aside may wait for days. */
function isLive(view: TerminalView): boolean {
  return view.sales.some((sale) => !sale.aside && !isFinal(sale.state));
}
