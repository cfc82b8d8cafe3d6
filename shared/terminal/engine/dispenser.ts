import { type CancelTimer, type Clock, SECOND } from '../../time/clock.ts';
import type { VendAnswer, VendingMachine, VendOrder, VendResult } from '../sale/machine-port.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { JournalQueue } from './journal-queue.ts';

export type DispenserDeps = {
  /** Null: this till has no machine. */
  readonly machine: VendingMachine | null;
  readonly journalQueue: JournalQueue;
  readonly clock: Clock;
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
  const timers = new Set<CancelTimer>();

  function within<T>(work: Promise<T>, time: number): Promise<T | null> {
    return new Promise((resolve) => {
      const end = (value: T | null) => {
        cancel();
        timers.delete(cancel);
        resolve(value);
      };
      const cancel = clock.after(time, () => end(null));
      timers.add(cancel);
      work.then(end, () => end(null));
    });
  }

  async function order(one: VendOrder, to: VendingMachine, tell: Tell): Promise<VendResult> {
    await journalQueue.settled();
    // The till does not send an order that is not in the journal.
    if (journalQueue.isStuck()) return { kind: 'failed', why: 'The till could not write it down.' };
    // This time begins with the order. A machine whose connection breaks goes on with the delivery.
    const time = startTime(settings.vendDeadline + settings.vendAskFor);
    try {
      const work = attempt(() => to.dispense(one, signal));
      const result = await within(work, settings.vendDeadline);
      if (result !== null) return result;
      // A late answer is still reported.
      work.then(tell, () => undefined);
      return await ask(one.vend, to, time);
    } finally {
      time.cancel();
    }
  }

  async function found(vend: string, to: VendingMachine): Promise<VendResult> {
    const time = startTime(settings.vendAskFound);
    try {
      return await ask(vend, to, time);
    } finally {
      time.cancel();
    }
  }

  /** A timer, because the time of day can be set back. */
  function startTime(delay: number): { isOver(): boolean; cancel(): void } {
    let over = false;
    const stop = clock.after(delay, () => {
      over = true;
    });
    timers.add(stop);
    const cancel = () => {
      stop();
      timers.delete(stop);
    };
    return { isOver: () => over, cancel };
  }

  async function ask(
    vend: string,
    to: VendingMachine,
    { isOver }: { isOver(): boolean },
  ): Promise<VendResult> {
    for (;;) {
      const said: VendAnswer | null = await within(
        attempt(() => to.ask(vend, signal)),
        ASK_DEADLINE,
      );
      if (said !== null && said.kind !== 'busy') return said;
      if (isOver() || signal.aborted) return SILENT;
      await within(new Promise(() => undefined), ASK_EVERY);
    }
  }

  return {
    run: (one, how, onResult) => {
      const tell: Tell = (result) => {
        if (!signal.aborted) onResult(result);
      };
      const work = (to: VendingMachine) =>
        how === 'order' ? order(one, to, tell) : found(one.vend, to);
      void (machine === null ? Promise.resolve(GONE) : work(machine)).then(tell);
    },
    stop: () => {
      controller.abort();
      for (const cancel of timers) cancel();
    },
  };
}

type Tell = (result: VendResult) => void;

/** Turns a synchronous exception of the machine into a rejection. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
