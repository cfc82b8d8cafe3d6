import { describe, expect, it } from 'vitest';
import { createCalls } from '../../../../shared/terminal/engine/calls.ts';
import { createConnection } from '../../../../shared/terminal/engine/connection.ts';
import { createJournalQueue } from '../../../../shared/terminal/engine/journal-queue.ts';
import type { Written } from '../../../../shared/terminal/index.ts';
import type { CallAnswer } from '../../../../shared/terminal/sale/events.ts';
import type { Call, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createModelService } from '../../../support/model-service.ts';
import { openedSale } from '../../../support/sales.ts';
import { createMemoryJournal, rest, SETUP } from '../../../support/till.ts';

/* The calls in flight: none before its record is durable, and none that a till could forget. */

const FULL: Written = { ok: false, failure: { kind: 'full', description: 'Full.' } };
const CHECK = { v: 1, at: 0, kind: 'check' } as const;

function world() {
  const clock = createManualClock();
  const service = createModelService(clock);
  const memory = createMemoryJournal();
  const journalQueue = createJournalQueue({
    journal: memory.journal,
    clock,
    changed: () => undefined,
  });
  const connection = createConnection(() => undefined);
  let broken = false;
  const client = {
    ...service.client,
    paymentCreate: async (...args: Parameters<typeof service.client.paymentCreate>) => {
      if (broken) throw new Error('the client is broken');
      return service.client.paymentCreate(...args);
    },
  };
  const settings = settingsOf(SETUP);
  const calls = createCalls({ client, journalQueue, connection, clock, settings });
  const answers: CallAnswer[] = [];
  return {
    service,
    memory,
    journalQueue,
    connection,
    calls,
    answers,
    begin: (call: Call, facts: Partial<SaleFacts> = {}) =>
      calls.begin(call, { ...openedSale().facts, ...facts }, (answer) => answers.push(answer)),
    breakDown: () => {
      broken = true;
    },
    names: () => service.calls.map(({ name }) => name),
    /** The disk is full from now on, and the till has seen it. */
    fill: async () => {
      memory.onAppend(async () => FULL);
      await journalQueue.write(CHECK);
    },
  };
}

const LATER: CallAnswer = { kind: 'later', retryAfter: null };

describe('a call', () => {
  it('waits for what is on its way to the disk, and tells its answer', async () => {
    const one = world();
    let saved: (written: Written) => void = () => undefined;
    one.memory.onAppend(() => new Promise((resolve) => (saved = resolve)));
    void one.journalQueue.write(CHECK);
    one.begin('create');
    await rest();
    expect(one.names()).toEqual([]);
    saved({ ok: true });
    await rest();
    expect(one.names()).toEqual(['create']);
    expect(one.answers).toMatchObject([{ kind: 'created', existed: false }]);
  });

  it('shows whether the service is there', async () => {
    const one = world();
    one.service.setFate(() => 'drop_before');
    one.begin('create');
    one.begin('read');
    await rest();
    expect(one.connection.view().kind).toBe('offline');
    one.service.setFate(() => 'deliver');
    one.begin('create');
    await rest();
    expect(one.connection.view().kind).toBe('online');
  });

  it('of a client that throws is one that was not answered', async () => {
    const one = world();
    one.breakDown();
    one.begin('create');
    await rest();
    expect(one.answers).toEqual([{ kind: 'silence', retryAfter: null }]);
  });

  it('that is cancelled counts as a call without an answer', async () => {
    const one = world();
    const cancelRead = one.begin('create');
    cancelRead();
    await rest();
    expect(one.answers).toMatchObject([{ kind: 'silence' }]);
  });
});

describe('while nothing can be written', () => {
  const vend = { mode: { kind: 'vend', item: 'B4', order: 'deposit' } } as const;

  it('nothing is taken for a delivery, and all else goes on', async () => {
    const one = world();
    await one.fill();
    one.begin('capture', vend);
    await rest();
    expect([one.names(), one.answers]).toEqual([[], [LATER]]);
    one.begin('release', vend);
    one.begin('capture');
    one.begin('create', vend);
    await rest();
    expect(one.names()).toEqual(['release', 'capture', 'create']);
  });

  it('nothing is asked in the name of a customer who has scanned, and all else goes on', async () => {
    const one = world();
    await one.fill();
    one.begin('create', { bound: 5 });
    await rest();
    expect([one.names(), one.answers]).toEqual([[], [LATER]]);
    one.begin('read', { bound: 5 });
    one.begin('create');
    await rest();
    expect(one.names()).toEqual(['read', 'create']);
  });

  it('is over, everything is asked for again', async () => {
    const one = world();
    one.begin('create', { ...vend, bound: 5 });
    one.begin('capture', vend);
    await rest();
    expect(one.names()).toEqual(['create', 'capture']);
  });
});

describe('a till that stops', () => {
  it('gives up what is in flight, waits for it, and makes no call any more', async () => {
    const one = world();
    one.service.setFate(() => 'deliver');
    one.begin('create');
    await one.calls.stop();
    expect(one.answers).toEqual([]);
    expect(one.names()).toEqual([]);
    one.begin('create');
    await rest();
    expect(one.names()).toEqual([]);
  });

  it('cuts the calls that are on their way', async () => {
    const one = world();
    one.begin('create');
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    const stopping = one.calls.stop();
    await stopping;
    expect(one.answers.filter(({ kind }) => kind === 'created')).toEqual([]);
  });
});
