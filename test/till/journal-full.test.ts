import { describe, expect, it } from 'vitest';
import type { Written } from '../../shared/terminal/index.ts';
import { drive, QR_SALE, saleOf } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

const FULL: Written = { ok: false, failure: { kind: 'full', description: 'The disk is full.' } };

describe('a journal that cannot be written', () => {
  it('makes the till refuse a new sale with the reason and send nothing', async () => {
    const { service, memory, till } = tillWorld();
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

  it('is retried automatically, and sales start again', async () => {
    const { clock, memory, till } = tillWorld();
    memory.onAppend(async () => FULL);
    await till.start(QR_SALE);
    memory.onAppend(async () => ({ ok: true }));
    await drive(clock, () => till.view().notReady === null, 10_000);
    expect(await till.start(QR_SALE)).toMatchObject({ ok: true });
  });

  it('receives a delayed record before the later ones', async () => {
    const { service, memory, waiting, becomes } = tillWorld();
    await waiting();
    service.confirm();
    let refusals = 0;
    memory.onAppend(async (record) => {
      if (record.kind !== 'intent' || refusals > 0) return { ok: true };
      refusals += 1;
      return FULL;
    });
    await becomes('paid');
    const kinds = memory.records.map((record) => record.kind);
    expect(kinds).toEqual(['opened', 'created', 'seen', 'seen', 'intent', 'seen']);
    expect(refusals).toBe(1);
  });

  it('does not stop an open sale from ending, and receives its records in order later', async () => {
    const { clock, service, memory, till, waiting, becomes, again } = tillWorld();
    await waiting();
    memory.onAppend(async () => FULL);
    service.confirm();
    await becomes('paid');
    expect(till.view().notReady).toBe('journal_full');
    expect(await till.start(QR_SALE)).toMatchObject({ ok: false });
    memory.onAppend(async () => ({ ok: true }));
    await drive(clock, () => till.view().notReady === null, 10_000);
    const kinds = memory.records.map((record) => record.kind);
    expect(kinds).toEqual(['opened', 'created', 'seen', 'seen', 'intent', 'seen']);
    expect(saleOf((await again()).till).state.kind).toBe('paid');
  });
});
