import { isFinal } from '../../../shared/terminal/sale/state.ts';
import { elapsed, MINUTE, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import type { ScreenSource } from '../bridge/screen-source.ts';

/** A till without input for this long is idle. */
export const IDLE_FOR = 10 * MINUTE;
const LOOK_EVERY = 15 * SECOND;

/** Reports when the till may be interrupted: restarted or updated. */
export interface IdleWatch {
  /** Number of sales whose outcome is open, including those set aside. */
  openSales(): number;
  /** Records a key press or a touch: an amount may be half typed. */
  touch(): void;
  /** Whether a sale has been open at any time since the till started. */
  worked(): 'yes' | 'not_yet';
  /**
   * Calls `run` once, as soon as no sale is open and nothing has changed for `least` milliseconds.
   */
  whenIdle(least: number, run: () => void): () => void;
  stop(): void;
}

/** Watches the till's view: an open sale prevents every interruption. */
export function watchIdle(source: ScreenSource, clock: Stopwatch): IdleWatch {
  let changed = clock.ticks();
  let stopped = false;
  let worked: 'yes' | 'not_yet' = 'not_yet';
  const openSales = () =>
    source.snapshot().view.sales.filter((sale) => !isFinal(sale.state)).length;
  const note = () => {
    changed = clock.ticks();
    if (openSales() > 0) worked = 'yes';
  };
  note();
  const unsubscribe = source.subscribe(note);
  return {
    openSales,
    touch: note,
    worked: () => worked,
    whenIdle(least, run) {
      let cancel = () => {};
      const check = () => {
        if (stopped) return;
        if (openSales() === 0 && elapsed(changed, clock.ticks()) >= least) return run();
        cancel = clock.after(LOOK_EVERY, check);
      };
      check();
      return () => cancel();
    },
    stop() {
      stopped = true;
      unsubscribe();
    },
  };
}
