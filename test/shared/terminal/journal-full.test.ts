import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Terminal, Written } from '../../../shared/terminal/index.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createModelService, type ModelService } from '../../support/model-service.ts';
import {
  createMemoryJournal,
  drive,
  QR_SALE,
  saleOf,
  startTill,
  stateOf,
} from '../../support/till.ts';

const FULL: Written = { ok: false, failure: { kind: 'full', description: 'The disk is full.' } };

let clock: ManualClock;
let service: ModelService;
let memory: ReturnType<typeof createMemoryJournal>;
let till: Terminal;

beforeEach(() => {
  clock = createManualClock();
  service = createModelService(clock);
  memory = createMemoryJournal();
  till = startTill({ client: service.client, journal: memory.journal, clock });
});

afterEach(() => till.stop());

describe('a journal that cannot be written', () => {
  it('lets no new sale start, sends nothing, and says why', async () => {
    memory.onAppend(async () => FULL);
    const started = await till.start(QR_SALE);
    expect(started).toMatchObject({
      ok: false,
      refusal: {
        type: 'Service Unavailable',
        description:
          'The sale cannot be saved on this till, so it was not started. The disk is full.',
      },
    });
    expect(till.view().notReady).toBe('journal_full');
    expect(till.view().sales).toEqual([]);
    expect(service.calls).toEqual([]);
  });

  it('is tried again by itself, and sales start again', async () => {
    memory.onAppend(async () => FULL);
    await till.start(QR_SALE);
    memory.onAppend(async () => ({ ok: true }));
    await drive(clock, () => till.view().notReady === null, 10_000);
    expect(await till.start(QR_SALE)).toMatchObject({ ok: true });
  });

  it('writes what it could not write before what comes later', async () => {
    await till.start(QR_SALE);
    await drive(clock, () => stateOf(till) === 'waiting_scan');
    service.confirm();
    let refusals = 0;
    memory.onAppend(async (record) => {
      if (record.kind !== 'intent' || refusals > 0) return { ok: true };
      refusals += 1;
      return FULL;
    });
    await drive(clock, () => stateOf(till) === 'paid');
    const kinds = memory.records.map((record) => record.kind);
    expect(kinds).toEqual(['opened', 'created', 'seen', 'seen', 'intent', 'seen']);
    expect(refusals).toBe(1);
  });

  it('does not keep an open sale from its end, and gets its records in order later', async () => {
    await till.start(QR_SALE);
    await drive(clock, () => stateOf(till) === 'waiting_scan');
    memory.onAppend(async () => FULL);
    service.confirm();
    await drive(clock, () => stateOf(till) === 'paid');
    expect(till.view().notReady).toBe('journal_full');
    expect(await till.start(QR_SALE)).toMatchObject({ ok: false });
    memory.onAppend(async () => ({ ok: true }));
    await drive(clock, () => till.view().notReady === null, 10_000);
    const kinds = memory.records.map((record) => record.kind);
    expect(kinds).toEqual(['opened', 'created', 'seen', 'seen', 'intent', 'seen']);
    const again = startTill({
      client: service.client,
      journal: createMemoryJournal(memory.records).journal,
      clock,
    });
    expect(saleOf(again).state.kind).toBe('paid');
    await again.stop();
  });
});
