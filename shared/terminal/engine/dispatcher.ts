import { placeOf, withPlace } from '../sale/apply-record.ts';
import { shiftSaleTimes, shiftWakeTime, watchClock } from '../sale/clock-set.ts';
import type { SaleEvent, Step } from '../sale/events.ts';
import { pairEvent } from '../sale/pair.ts';
import { reduce } from '../sale/reduce.ts';
import type { Sale } from '../sale/sale.ts';
import type { Calls } from './calls.ts';
import type { Written } from './journal.ts';
import { groupOf, type LiveSale, type LiveSales, otherOf, reveal } from './live-sale.ts';
import { contextOf, runStep, type SalesDeps, type StepDeps } from './run-step.ts';

/** A lock for each group with a queue of waiting work. The two requests of a pair are one group. */
export type Turns = {
  /** True while a deciding record of this group is being written. */
  readonly isTaken: (group: string) => boolean;
  readonly take: (group: string) => void;
  /** Keeps work until the group is free. */
  readonly wait: (group: string, work: () => void) => void;
  /** Frees the group and runs `first`, then the waiting work in order. Each may take the group again. */
  readonly free: (group: string, first: () => void) => void;
};

export function createTurns(): Turns {
  const taken = new Map<string, (() => void)[]>();
  return {
    isTaken: (group) => taken.has(group),
    take: (group) => void taken.set(group, []),
    wait: (group, work) => void taken.get(group)?.push(work),
    free: (group, first) => {
      const waiting = taken.get(group) ?? [];
      taken.delete(group);
      first();
      for (const work of waiting) work();
    },
  };
}

/** Dispatches events to sales. The events of one sale are reduced one after the other. */
export type Dispatcher = {
  readonly dispatch: (id: string, event: SaleEvent) => void;
  /**
   * Reduces an event and applies it after its first record is durable; applies nothing if the write
   * fails. Events of this sale and of its paired request wait meanwhile, so that memory and journal
   * agree. The caller must check that no other such write is in progress.
   */
  readonly journalFirst: (live: LiveSale, event: SaleEvent) => Promise<Written>;
  readonly turns: Turns;
};

type WriteStep = Extract<Step, { readonly kind: 'write' }>;

const DONE: Written = { ok: true };

export function createDispatcher(
  liveSales: LiveSales,
  deps: SalesDeps & { readonly calls: Calls; readonly isStopped: () => boolean },
): Dispatcher {
  const turns = createTurns();
  const checkClock = createClockCheck(liveSales, deps);
  const { calls, isStopped } = deps;
  const parts: StepDeps = { deps, calls, dispatch, onWritten: onWritten };

  function dispatch(id: string, event: SaleEvent): void {
    const live = liveSales.get(id);
    if (live === undefined || isStopped()) return;
    const group = groupOf(live.sale);
    if (turns.isTaken(group)) {
      turns.wait(group, () => dispatch(id, event));
      return;
    }
    checkClock();
    const { sale, steps } = reduce(live.sale, event, contextOf(deps));
    commit(live, sale, steps);
  }

  /** Stores the new state of a sale, runs its steps, updates its pair and shows it. */
  function commit(live: LiveSale, sale: Sale, steps: readonly Step[]): void {
    live.sale = sale;
    for (const step of steps) runStep(live, step, parts);
    updatePair(live);
    reveal(live, otherOf(live, liveSales));
    deps.changed();
  }

  function updatePair(live: LiveSale): void {
    const other = otherOf(live, liveSales);
    const pairChange = other === null ? null : pairEvent(live.sale, other.sale);
    if (other === null || pairChange === null) return;
    const target = pairChange.id === other.sale.facts.id ? other : live;
    if (pairChange.journal === 'as_well') dispatch(pairChange.id, pairChange.event);
    // A choice that is not durable has no effect: the till does not capture, close or show it.
    else if (!deps.journalQueue.isStuck()) void journalFirst(target, pairChange.event);
  }

  async function journalFirst(live: LiveSale, event: SaleEvent): Promise<Written> {
    checkClock();
    const { sale, steps } = reduce(live.sale, event, contextOf(deps));
    const first = steps.find((step) => step.kind === 'write');
    const group = groupOf(sale);
    turns.take(group);
    live.clockSet = 0;
    const durable = first === undefined ? DONE : await deps.journalQueue.must(first.record);
    turns.free(group, () => {
      if (!durable.ok || isStopped()) return;
      // The clock may have been set during the write, after these times were computed.
      checkClock();
      placeOther(live, liveSales, first);
      const rest = steps.filter((step) => step !== first);
      commit(live, shiftSaleTimes(sale, live.clockSet), shiftWakeTime(rest, live.clockSet));
    });
    return durable;
  }

  function onWritten(live: LiveSale): void {
    live.unwritten -= 1;
    if (reveal(live, otherOf(live, liveSales))) deps.changed();
  }

  return { dispatch, journalFirst, turns };
}

/** The place of a pair is in one record; applies it to the other request too. */
function placeOther(live: LiveSale, liveSales: LiveSales, first: WriteStep | undefined): void {
  const place = first === undefined ? null : placeOf(first.record);
  const other = otherOf(live, liveSales);
  if (place !== null && other !== null) other.sale = withPlace(other.sale, place);
}

/** Moves the times of every sale when the clock was set. */
function createClockCheck(liveSales: LiveSales, { clock }: Pick<SalesDeps, 'clock'>): () => void {
  const clockSet = watchClock(clock);
  return () => {
    const by = clockSet();
    if (by === 0) return;
    for (const one of liveSales.values()) {
      one.sale = shiftSaleTimes(one.sale, by);
      one.clockSet += by;
    }
  };
}
