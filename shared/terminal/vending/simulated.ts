import { elapsed, type Stopwatch, type Ticks, ticksAfter } from '../../time/clock.ts';
import type { VendingMachine, VendOrder, VendResult } from '../sale/machine-port.ts';

/** Behaviour of a simulated machine. */
export type VendScript =
  | VendResult
  /** Does not answer the order; answers questions about it. */
  | { readonly kind: 'silent'; readonly says: VendResult }
  /** Answers neither orders nor questions. */
  | { readonly kind: 'dead'; readonly delivers: 'yes' | 'no' }
  /** Answers the order after `after` milliseconds; until then it is busy. */
  | { readonly kind: 'late'; readonly after: number; readonly says: VendResult };

/** A machine in memory, for development and tests. A till can restart while it keeps its state. */
export interface SimulatedMachine extends VendingMachine {
  /** Sets the behaviour from now on. The default delivers every order. */
  script(next: VendScript): void;
  setState(next: 'ready' | 'away'): void;
  /** Orders that were delivered, in order. A duplicate is an error. */
  delivered(): readonly string[];
  /** All orders, in order of arrival. */
  ordered(): readonly string[];
}

const CLOSED: VendResult = { kind: 'failed', why: 'The machine has not heard of this order.' };
/** A new promise each time, because one for all would keep everything that ever waited for it. */
const never = () => new Promise<never>(() => undefined);

export function createSimulatedMachine(clock: Stopwatch): SimulatedMachine {
  const known = new Map<string, VendScript>();
  const ready = new Map<string, Ticks>();
  const delivered: string[] = [];
  const ordered: string[] = [];
  let script: VendScript = { kind: 'ok', amount: null };
  let state: 'ready' | 'away' = 'ready';

  function comesOut(one: VendScript): boolean {
    if (one.kind === 'dead') return one.delivers === 'yes';
    if (one.kind === 'silent' || one.kind === 'late') return comesOut(one.says);
    return one.kind === 'ok' || one.kind === 'partial';
  }

  function after(time: number): Promise<void> {
    return new Promise((resolve) => {
      clock.after(Math.max(0, time), resolve);
    });
  }

  /** Milliseconds until a late order is done. */
  function left(order: string): number {
    const now = clock.ticks();
    return elapsed(now, ready.get(order) ?? now);
  }

  async function said(order: string, one: VendScript): Promise<VendResult> {
    switch (one.kind) {
      case 'silent':
      case 'dead':
        return never();
      case 'late':
        await after(left(order));
        return one.says;
      default:
        return one;
    }
  }

  return {
    state: () => state,
    script: (next) => {
      script = next;
    },
    setState: (next) => {
      state = next;
    },
    delivered: () => delivered,
    ordered: () => ordered,
    dispense: async ({ vend }: VendOrder) => {
      ordered.push(vend);
      const before = known.get(vend);
      if (before !== undefined) return said(vend, before);
      known.set(vend, script);
      if (script.kind === 'late') ready.set(vend, ticksAfter(clock.ticks(), script.after));
      if (comesOut(script)) delivered.push(vend);
      return said(vend, script);
    },
    ask: async (vend) => {
      const one = known.get(vend);
      if (one === undefined) {
        known.set(vend, CLOSED);
        return CLOSED;
      }
      if (one.kind === 'dead') return never();
      if (one.kind === 'silent') return one.says;
      if (one.kind !== 'late') return one;
      return left(vend) > 0 ? { kind: 'busy' } : one.says;
    },
  };
}
