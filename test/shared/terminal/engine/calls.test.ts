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

/* Calls start after their records are durable; a full journal defers those that need a record. */

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
  it('starts after the pending records are on the disk, and reports its answer', async () => {
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

  it('sets the connection: offline after unanswered calls, online after an answer', async () => {
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

  it('of a client that throws counts as a call without an answer', async () => {
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

describe('a call that needs a record', () => {
  const vend = { mode: { kind: 'vend', item: 'B4', order: 'deposit' } } as const;

  it('is deferred by a full journal if it captures for a vending sale; others are sent', async () => {
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

  it('is deferred by a full journal if it creates a payment for a scanned customer', async () => {
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

  it('is sent while the journal can be written', async () => {
    const one = world();
    one.begin('create', { ...vend, bound: 5 });
    one.begin('capture', vend);
    await rest();
    expect(one.names()).toEqual(['create', 'capture']);
  });
});

describe('a till that stops', () => {
  it('drops a call that is not yet sent, and sends no later call', async () => {
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

  it('cancels a call in progress, so that it reports no created payment', async () => {
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
