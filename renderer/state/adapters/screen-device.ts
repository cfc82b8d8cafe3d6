import { runtimeIds } from '../../../shared/runtime.ts';
import { timeOf } from '../../../shared/time/clock.ts';
import type { ScreenDevice } from '../bills/bills.ts';

const KEY = 'tillkit.bill';

/** The device of a cashier's page. A page that is loaded again finds its bill in the session's storage. */
export function createScreenDevice(): ScreenDevice {
  return {
    now: () => timeOf(Date.now()),
    newId: () => runtimeIds.rid(),
    after: (delay, run) => void setTimeout(run, delay),
    kept: () => guarded(() => window.sessionStorage.getItem(KEY)),
    keep: (bill) =>
      guarded(() => {
        if (bill === null) window.sessionStorage.removeItem(KEY);
        else window.sessionStorage.setItem(KEY, bill);
        return null;
      }),
  };
}

/** A policy can disable storage. Then the host restores the bill, if it stops meanwhile. */
function guarded(use: () => string | null): string | null {
  try {
    return use();
  } catch {
    return null;
  }
}
