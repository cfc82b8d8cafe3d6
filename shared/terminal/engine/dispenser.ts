import { type DeviceClock, SECOND, stoppable } from '../../time/clock.ts';
import type { VendAnswer, VendingMachine, VendOrder, VendResult } from '../sale/machine-port.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { JournalQueue } from './journal-queue.ts';

export type DispenserDeps = {
  /** Null: this till has no machine. */
  readonly machine: VendingMachine | null;
  readonly journalQueue: JournalQueue;
  readonly clock: DeviceClock;
  readonly settings: TerminalSettings;
};

/** Sends orders to the machine. A result can arrive after its deadline. */
export interface Dispenser {
  readonly run: (
    order: VendOrder,
    how: 'order' | 'ask',
    onResult: (result: VendResult) => void,
  ) => void;
  /** Stops waiting. The journal has the orders. */
  readonly stop: () => void;
}

/** Deadline of one question, and the pause between two questions. */
const ASK_DEADLINE = 5 * SECOND;
const ASK_EVERY = SECOND;

const GONE: VendResult = { kind: 'unknown', why: 'This till has no machine any more.' };
const SILENT: VendResult = { kind: 'unknown', why: 'The machine did not answer.' };

/** Gives every order and question to the machine a deadline and a typed result. */
export function createDispenser(deps: DispenserDeps): Dispenser {
  const { machine, journalQueue, clock, settings } = deps;
  const controller = new AbortController();
  const { signal } = controller;
  const { within, startTime, stop: stopTimes } = createTimes(clock);

  async function order(one: VendOrder, to: VendingMachine, tell: Tell): Promise<VendResult> {
    await journalQueue.settled();
    // The till does not send an order that is not in the journal.
    if (journalQueue.isStuck()) return { kind: 'failed', why: 'The till could not write it down.' };
    // This time begins with the order. A machine whose connection breaks goes on with the delivery.
    const time = startTime(settings.vendDeadline + settings.vendAskFor);
    const work = attempt(() => to.dispense(one, signal));
    const result = await within(work, settings.vendDeadline);
    if (result !== null) {
      time.cancel();
      return result;
    }
    // A late answer is still reported.
    work.then(tell, () => undefined);
    return ask(one.vend, to, time);
  }

  async function ask(vend: string, to: VendingMachine, time: RunningTime): Promise<VendResult> {
    try {
      for (;;) {
        const said: VendAnswer | null = await within(
          attempt(() => to.ask(vend, signal)),
          ASK_DEADLINE,
        );
        if (said !== null && said.kind !== 'busy') return said;
        if (time.isOver() || signal.aborted) return SILENT;
        await within(new Promise(() => undefined), ASK_EVERY);
      }
    } finally {
      time.cancel();
    }
  }

  return {
    run: (one, how, onResult) => {
      const tell: Tell = (result) => {
        if (!signal.aborted) onResult(result);
      };
      const work = (to: VendingMachine) =>
        how === 'order'
          ? order(one, to, tell)
          : ask(one.vend, to, startTime(settings.vendAskFound));
      void (machine === null ? Promise.resolve(GONE) : work(machine)).then(tell);
    },
    stop: () => {
      controller.abort();
      stopTimes();
    },
  };
}

type RunningTime = { isOver(): boolean; cancel(): void };

/** Times that run, in milliseconds. They are timers, because the time of day can be set back. */
function createTimes(given: DeviceClock) {
  const { clock, stop } = stoppable(given);
  return {
    /** The result of `work`; null if it fails or takes longer. */
    within: <T>(work: Promise<T>, time: number): Promise<T | null> =>
      new Promise((resolve) => {
        const end = (value: T | null) => {
          cancel();
          resolve(value);
        };
        const cancel = clock.after(time, () => end(null));
        work.then(end, () => end(null));
      }),
    startTime: (delay: number): RunningTime => {
      let isOver = false;
      const cancel = clock.after(delay, () => {
        isOver = true;
      });
      return { isOver: () => isOver, cancel };
    },
    stop,
  };
}

type Tell = (result: VendResult) => void;

/** Turns a synchronous exception of the machine into a rejection. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
