import { afterEach, describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { createDispenser, type Dispenser } from '../../../../shared/terminal/engine/dispenser.ts';
import { createJournalQueue } from '../../../../shared/terminal/engine/journal-queue.ts';
import type { Written } from '../../../../shared/terminal/index.ts';
import type {
  VendAnswer,
  VendingMachine,
  VendResult,
} from '../../../../shared/terminal/sale/machine-port.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryJournal, rest, SETUP } from '../../../support/till.ts';

/* Every order and question to a machine has a deadline; the dispenser reports each result. */

const ORDER = { vend: '1-a-v', item: 'B4', most: money(1_000), currency: 'NOK' };
const OK: VendResult = { kind: 'ok', amount: null };
const BUSY: VendAnswer = { kind: 'busy' };
const never = () => new Promise<never>(() => undefined);
const broken = async () => {
  throw new Error('the cable is out');
};

type Words = Partial<Pick<VendingMachine, 'dispense' | 'ask'>>;

let dispenser: Dispenser | null = null;
afterEach(() => dispenser?.stop());

function world(words: Words | null, full = false) {
  const clock = createManualClock();
  const memory = createMemoryJournal();
  const journalQueue = createJournalQueue({
    journal: memory.journal,
    clock,
    changed: () => undefined,
  });
  const asked: string[] = [];
  const machine: VendingMachine | null =
    words === null
      ? null
      : {
          state: () => 'ready',
          dispense: (order, signal) => {
            asked.push(`order ${order.vend}`);
            return (words.dispense ?? never)(order, signal);
          },
          ask: (vend, signal) => {
            asked.push(`ask ${vend}`);
            return (words.ask ?? never)(vend, signal);
          },
        };
  const settings = settingsOf({
    ...SETUP,
    vendDeadline: 60_000,
    vendAskFor: 30_000,
    vendAskFound: 600_000,
  });
  const made = createDispenser({ machine, journalQueue, clock, settings });
  dispenser = made;
  const told: VendResult[] = [];
  if (full)
    memory.onAppend(async () => ({ ok: false, failure: { kind: 'full', description: '' } }));
  return {
    clock,
    asked,
    told,
    dispenser: made,
    journalQueue,
    onAppend: memory.onAppend,
    begin: async (how: 'order' | 'ask') => {
      if (full) await journalQueue.write({ v: 1, at: 0, kind: 'check' });
      made.run(ORDER, how, (result) => told.push(result));
      await rest();
    },
    /** Lets time pass in half seconds. */
    pass: async (time: number) => {
      for (let gone = 0; gone < time; gone += 500) {
        clock.advance(500);
        await rest();
      }
    },
  };
}

describe('an order', () => {
  it('ends with the machine’s answer; the dispenser then sends no question', async () => {
    const one = world({ dispense: async () => OK });
    await one.begin('order');
    expect(one.told).toEqual([OK]);
    expect(one.asked).toEqual(['order 1-a-v']);
    await one.pass(120_000);
    expect(one.told).toHaveLength(1);
    expect(one.asked).toHaveLength(1);
  });

  it('without a machine has an unknown result', async () => {
    const one = world(null);
    await one.begin('order');
    expect(one.told).toEqual([{ kind: 'unknown', why: 'This till has no machine any more.' }]);
  });

  it('is not sent and has failed if the journal cannot be written', async () => {
    const one = world({ dispense: async () => OK }, true);
    await one.begin('order');
    expect(one.asked).toEqual([]);
    expect(one.told).toEqual([{ kind: 'failed', why: 'The till could not write it down.' }]);
  });

  it('is not sent before the records handed to the journal are on the disk', async () => {
    const one = world({ dispense: async () => OK });
    let saved: (written: Written) => void = () => undefined;
    one.onAppend(() => new Promise((resolve) => (saved = resolve)));
    void one.journalQueue.write({ v: 1, at: 0, kind: 'check' });
    await one.begin('order');
    expect(one.asked).toEqual([]);
    saved({ ok: true });
    await rest();
    expect(one.asked).toEqual(['order 1-a-v']);
  });

  it('has a deadline; after it the dispenser asks the machine for the result every second', async () => {
    const one = world({ ask: async () => (one.asked.length < 4 ? BUSY : OK) });
    await one.begin('order');
    await one.pass(59_500);
    expect(one.asked).toEqual(['order 1-a-v']);
    await one.pass(500);
    expect(one.asked).toHaveLength(2);
    await one.pass(500);
    expect(one.asked).toHaveLength(2);
    await one.pass(500);
    expect(one.asked).toHaveLength(3);
    expect(one.told).toEqual([]);
    await one.pass(1_000);
    expect(one.asked).toHaveLength(4);
    expect(one.told).toEqual([OK]);
  });

  it('that throws makes the dispenser ask the machine for the result at once', async () => {
    const one = world({ dispense: broken, ask: async () => OK });
    await one.begin('order');
    expect(one.asked).toEqual(['order 1-a-v', 'ask 1-a-v']);
    expect(one.told).toEqual([OK]);
  });

  it('whose connection breaks is asked for as long as one that the machine does not answer', async () => {
    const done = { is: false };
    const one = world({ dispense: broken, ask: async () => (done.is ? OK : BUSY) });
    await one.begin('order');
    await one.pass(85_000);
    expect(one.told).toEqual([]);
    done.is = true;
    await one.pass(1_000);
    expect(one.told).toEqual([OK]);
    expect(one.clock.armed()).toBe(0);
  });

  it('has an unknown result if the machine answers neither it nor a question in time', async () => {
    const one = world({});
    await one.begin('order');
    await one.pass(60_000 + 29_000);
    expect(one.told).toEqual([]);
    await one.pass(7_000);
    expect(one.told).toEqual([{ kind: 'unknown', why: 'The machine did not answer.' }]);
    // Each question waited five seconds for its answer, and the next one came a second later.
    expect(one.asked).toHaveLength(1 + 6);
  });

  it('whose answer comes after the deadline has this answer reported as a second result', async () => {
    let answer: (result: VendResult) => void = () => undefined;
    const one = world({
      dispense: () => new Promise((resolve) => (answer = resolve)),
      ask: async () => ({ kind: 'failed', why: 'No.' }),
    });
    await one.begin('order');
    await one.pass(60_000);
    expect(one.told.map(({ kind }) => kind)).toEqual(['failed']);
    answer(OK);
    await rest();
    expect(one.told.map(({ kind }) => kind)).toEqual(['failed', 'ok']);
  });
});

describe('a question after a restart', () => {
  it('sends no order, and is repeated for ten minutes before the result is unknown', async () => {
    const one = world({ ask: async () => BUSY });
    await one.begin('ask');
    await one.pass(595_000);
    expect(one.told).toEqual([]);
    expect(one.asked.every((word) => word === 'ask 1-a-v')).toBe(true);
    await one.pass(10_000);
    expect(one.told).toEqual([{ kind: 'unknown', why: 'The machine did not answer.' }]);
    const asked = one.asked.length;
    await one.pass(10_000);
    expect(one.asked).toHaveLength(asked);
    expect(one.clock.armed()).toBe(0);
  });

  it('ends with the first answer that the machine gives, also after questions that failed', async () => {
    const one = world({ ask: async () => (one.asked.length < 3 ? broken() : OK) });
    await one.begin('ask');
    await one.pass(5_000);
    expect(one.told).toEqual([OK]);
    expect(one.asked).toHaveLength(3);
    expect(one.clock.armed()).toBe(0);
  });
});

describe('a till that stops', () => {
  it('cancels its timers, aborts the signal of the order and reports no result', async () => {
    let answer: (result: VendResult) => void = () => undefined;
    let given: AbortSignal | null = null;
    const one = world({
      dispense: (_, signal) => {
        given = signal;
        return new Promise((resolve) => (answer = resolve));
      },
    });
    await one.begin('order');
    one.dispenser.stop();
    expect(one.clock.armed()).toBe(0);
    expect(given).toMatchObject({ aborted: true });
    answer(OK);
    await one.pass(120_000);
    expect(one.told).toEqual([]);
  });
});
