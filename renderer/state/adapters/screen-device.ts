import { runtimeIds } from '../../../shared/runtime.ts';
import { timeOf } from '../../../shared/time/clock.ts';
import { type KeptBills, NOTHING_KEPT, type ScreenDevice } from '../bills/bills.ts';
import type { KeptDeck } from '../goods-state.ts';

const KEY = 'tillkit.bills';
const DECK = 'tillkit.deck';

/** The device of a cashier's page. A page that is loaded again finds its bills in the session's storage. */
export function createScreenDevice(): ScreenDevice {
  return {
    now: () => timeOf(Date.now()),
    newId: () => runtimeIds.rid(),
    after: (delay, run) => void setTimeout(run, delay),
    kept: () => guarded(() => readKept(window.sessionStorage.getItem(KEY))) ?? NOTHING_KEPT,
    keptDeck: () => guarded(() => readDeck(window.localStorage.getItem(DECK))),
    keepDeck: ({ pane, category }) => {
      guarded(() => window.localStorage.setItem(DECK, JSON.stringify({ pane, category })));
    },
    keep: (bills) => {
      guarded(() => window.sessionStorage.setItem(KEY, JSON.stringify(bills)));
    },
  };
}

/** Only this page writes it, in one form; what is not of this form is nothing. */
function readKept(text: string | null): KeptBills {
  const kept: unknown = text === null ? null : JSON.parse(text);
  const isKept = typeof kept === 'object' && kept !== null && 'pending' in kept;
  return isKept && Array.isArray(kept.pending) ? (kept as KeptBills) : NOTHING_KEPT;
}

function readDeck(text: string | null): KeptDeck | null {
  const kept: unknown = text === null ? null : JSON.parse(text);
  if (typeof kept !== 'object' || kept === null || !('pane' in kept)) return null;
  const category = 'category' in kept && typeof kept.category === 'string' ? kept.category : null;
  return { pane: kept.pane === 'keypad' ? 'keypad' : 'items', category };
}

/** A policy can disable storage. Then the host restores the bill, if it stops meanwhile. */
function guarded<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
