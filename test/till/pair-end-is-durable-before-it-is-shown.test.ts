import { describe, expect, it } from 'vitest';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { Written } from '../../shared/terminal/index.ts';
import { drive, rest } from '../support/till.ts';
import {
  CONFIRM,
  capturesOf,
  codeOf,
  emptyDisk,
  fillDisk,
  pairWorld,
  REJECT,
  shownWithin,
} from './pair-world.ts';

/*
 * Simulated worlds 7000567, 7004632, 42002627, 42004901, 42005090 and 42011583 ("ended as declined
 * and then as paid") and 7009000 ("ended as released and then as declined"): a sale with two codes
 * showed how it had ended before the journal held that, the till restarted, and the sale came to
 * another end by its other code.
 */

describe('the end of a sale with two codes', () => {
  it('is shown only after its records are durable', async () => {
    const world = await pairWorld();
    const { memory, service, sticker, id, till, clock } = world;
    const held: ((written: Written) => void)[] = [];
    memory.onAppend(() => new Promise((resolve) => held.push(resolve)));
    service.happenTo(sticker, REJECT);
    await drive(clock, () => held.length > 0);
    while (memory.records.at(-1)?.kind !== 'chosen') {
      expect(till.sale(id)?.state.kind).toBe('waiting_scan');
      held.shift()?.({ ok: true });
      await rest();
    }
    emptyDisk(world);
    for (const resolve of held) resolve({ ok: true });
    await world.saleBecomes(id, 'declined');
  });

  it('is not shown if the disk is full, and the other code can still be paid', async () => {
    const world = await pairWorld();
    const { id, sticker, service } = world;
    fillDisk(world);
    service.happenTo(sticker, REJECT);
    const shown = await shownWithin(world, id);
    expect(shown).toEqual(['waiting_scan']);
    // What is not decided durably has no effect: the code on the screen can still be paid.
    expect(codeOf(world, id)).toBe(CODE.pending);
    emptyDisk(world);
    service.happenTo(id, CONFIRM);
    const later = await world.again();
    await later.saleBecomes(id, 'authorised');
    await later.till.act(id, 'capture');
    await later.saleBecomes(id, 'paid');
  });

  it('does not change after the sale was dismissed: the other customer is refunded', async () => {
    const world = await pairWorld();
    const { id, sticker, service } = world;
    // The cancellation of the other code never arrives.
    world.fareSo('abort', 'drop_before');
    service.happenTo(sticker, REJECT);
    await world.saleBecomes(id, 'declined');
    expect(await world.till.act(id, 'dismiss')).toMatchObject({ ok: true });
    service.happenTo(id, CONFIRM);
    service.setFate(() => 'deliver');
    const later = await world.again();
    const shown = await shownWithin(later, id);
    expect(shown).toEqual(['declined']);
    expect(later.till.sale(id)).toMatchObject({ state: { kind: 'declined' }, aside: true });
    expect(codeOf(world, id)).toBe(CODE.aborted);
    expect(capturesOf(world)).toBe(0);
  });

  it('is the same after a restart if both codes have ended without a choice', async () => {
    const world = await pairWorld();
    const { id, sticker, service, memory } = world;
    memory.onAppend(async (record) =>
      record.kind === 'chosen'
        ? { ok: false, failure: { kind: 'failed', description: 'The disk is broken.' } }
        : { ok: true },
    );
    service.happenTo(sticker, REJECT);
    service.happenTo(id, { kind: 'abort' });
    await world.saleBecomes(id, 'declined');
    const later = await world.again();
    expect(await shownWithin(later, id)).toEqual(['declined']);
  });

  it('waits while the disk is full; the capture follows the durable choice of a code', async () => {
    const world = await pairWorld();
    const { id, service, clock, till } = world;
    fillDisk(world);
    service.happenTo(id, CONFIRM);
    await shownWithin(world, id);
    expect(capturesOf(world)).toBe(0);
    expect(till.sale(id)?.actions).toEqual([]);
    // With room on the disk the sale goes on by itself.
    emptyDisk(world);
    await drive(clock, () => till.sale(id)?.state.kind === 'paid');
    expect(capturesOf(world)).toBe(1);
  });

  it('is chosen once the disk has room, if both codes have ended in the meantime', async () => {
    const world = await pairWorld();
    const { id, sticker, service, memory } = world;
    fillDisk(world);
    service.happenTo(sticker, REJECT);
    service.happenTo(id, { kind: 'abort' });
    const shown = await shownWithin(world, id);
    expect(shown.filter((kind) => !kind.startsWith('waiting'))).toEqual([]);
    emptyDisk(world);
    await world.saleBecomes(id, 'declined');
    const chosen = memory.records.flatMap((one) => (one.kind === 'chosen' ? [one.leg] : []));
    expect(chosen).toEqual(['won', 'lost']);
  });
});

describe('a capture of the code that was not chosen', () => {
  /** The sticker's request is declined, and a person captures the money of the other code. */
  async function takenElsewhere() {
    const world = await pairWorld();
    const { id, sticker, service } = world;
    world.fareSo('abort', 'drop_before');
    service.happenTo(sticker, REJECT);
    await world.saleBecomes(id, 'declined');
    service.happenTo(id, CONFIRM);
    service.happenTo(id, { kind: 'capture', part: null });
    const tid = service.payments().find((one) => one.request.pos_tid === id)?.tid ?? '';
    await drive(world.clock, () => world.till.view().unclaimed.length > 0);
    return { ...world, tid };
  }

  it('is an unclaimed payment, never a second paid sale', async () => {
    const { till, id, tid } = await takenElsewhere();
    expect(till.view().unclaimed).toMatchObject([
      { tid, posTid: id, money: { captured: 12_500 }, currency: 'NOK', code: 2000 },
    ]);
    expect(till.view().sales.map((sale) => sale.state.kind)).toEqual(['declined']);
  });

  it('stays unclaimed after a restart, until an operator resolves it', async () => {
    const world = await takenElsewhere();
    const { till } = await world.again();
    expect(till.view().unclaimed).toHaveLength(1);
    expect(await till.act(world.tid, 'dismiss')).toMatchObject({ ok: true });
    expect(till.view().unclaimed).toEqual([]);
    const later = await world.again();
    expect(later.till.view().unclaimed).toEqual([]);
    expect(later.till.sale(world.id)?.state.kind).toBe('declined');
  });

  it('stays unclaimed however many sales end after it', async () => {
    const world = await takenElsewhere();
    world.service.setFate(() => 'deliver');
    const later = await world.again({ settings: { endedShown: 1 } });
    for (let sale = 0; sale < 3; sale += 1) {
      const id = await later.started();
      await later.till.act(id, 'cancel');
      await later.saleBecomes(id, 'aborted');
    }
    const { till } = later;
    expect(till.sale(world.id)).not.toBeNull();
    expect(till.view().unclaimed).toMatchObject([{ tid: world.tid }]);
  });
});
