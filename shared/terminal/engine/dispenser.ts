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

/** Has orders carried out; what they come to is told in time, or later as well. */
export interface Dispenser {
  readonly run: (
    order: VendOrder,
    how: 'order' | 'ask',
    onResult: (result: VendResult) => void,
  ) => void;
  /** Gives up waiting; the journal knows what was ordered. */
  readonly stop: () => void;
}

/** Time one question may take, and between two of them. */
const ASK_DEADLINE = 5 * SECOND;
const ASK_EVERY = SECOND;

const GONE: VendResult = { kind: 'unknown', why: 'This till has no machine any more.' };
const SILENT: VendResult = { kind: 'unknown', why: 'The machine did not answer.' };

/** The thin shell around a machine: every order and question has a deadline and a typed end. */
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
    // An order that a power cut could make this till forget is not given.
    if (journalQueue.isStuck()) return { kind: 'failed', why: 'The till could not write it down.' };
    const work = attempt(() => to.dispense(one, signal));
    const result = await within(work, settings.vendDeadline);
    if (result !== null) return result;
    // It may answer yet; whoever has to see to the sale is told.
    work.then(tell, () => undefined);
    return ask(one.vend, to, settings.vendAskFor);
  }

  async function ask(vend: string, to: VendingMachine, time: number): Promise<VendResult> {
    // By a timer and not by the hour, which someone may set back meanwhile.
    let isOver = false;
    const cancel = clock.after(time, () => {
      isOver = true;
    });
    timers.add(cancel);
    try {
      for (;;) {
        const said: VendAnswer | null = await within(
          attempt(() => to.ask(vend, signal)),
          ASK_DEADLINE,
        );
        if (said !== null && said.kind !== 'busy') return said;
        if (isOver || signal.aborted) return SILENT;
        await within(new Promise(() => undefined), ASK_EVERY);
      }
    } finally {
      cancel();
      timers.delete(cancel);
    }
  }

  return {
    run: (one, how, onResult) => {
      const tell: Tell = (result) => {
        if (!signal.aborted) onResult(result);
      };
      const work = (to: VendingMachine) =>
        how === 'order' ? order(one, to, tell) : ask(one.vend, to, settings.vendAskFound);
      void (machine === null ? Promise.resolve(GONE) : work(machine)).then(tell);
    },
    stop: () => {
      controller.abort();
      for (const cancel of timers) cancel();
    },
  };
}

type Tell = (result: VendResult) => void;

/** A machine that throws is one that did not answer. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
