import { isFinal, type TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type CancelTimer, type Clock, SECOND } from '../../../shared/time/clock.ts';

/** Seconds without a touch after which a till locks itself, unless its settings say otherwise. */
export const LOCK_AFTER_SECONDS = 180;

export type LockDeps = {
  readonly terminal: Pick<Terminal, 'view' | 'subscribe'>;
  readonly clock: Clock;
  readonly afterSeconds: number;
  /** Whether anybody works here by name; without anybody the till stands open. */
  readonly hasStaff: () => boolean;
  readonly changed: () => void;
};

/** Whether the till is locked, and who has unlocked it. */
export interface TillLock {
  state(): 'open' | 'locked' | 'unlocked';
  /** Who stands there; null when nobody does. */
  personId(): string | null;
  unlock(personId: string): void;
  lock(): void;
  /** Somebody is there: the idle time begins anew. */
  touch(): void;
  stop(): void;
}

/** A till with staff is locked when it starts, and after an idle time with no live payment in it. */
export function createTillLock(deps: LockDeps): TillLock {
  const { terminal, clock, changed, hasStaff } = deps;
  const after = deps.afterSeconds * SECOND;
  let person: string | null = null;
  let touched = clock.now();
  let live = isLive(terminal.view());
  let cancel: CancelTimer = () => undefined;

  function lock(): void {
    cancel();
    if (person === null) return;
    person = null;
    changed();
  }

  function wait(): void {
    cancel();
    if (person === null) return;
    cancel = clock.after(Math.max(0, touched + after - clock.now()), () => {
      // A payment is waited for by somebody who need not touch anything meanwhile.
      if (isLive(terminal.view())) touched = clock.now();
      if (clock.now() - touched >= after) lock();
      else wait();
    });
  }

  function touch(): void {
    touched = clock.now();
    wait();
  }

  const stopWatching = terminal.subscribe((view) => {
    const now = isLive(view);
    // The idle time begins when the payment has ended, not when it was asked for.
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

/** A payment on the main screen that is not decided. One that was set aside waits for days. */
function isLive(view: TerminalView): boolean {
  return view.sales.some((sale) => !sale.aside && !isFinal(sale.state));
}
