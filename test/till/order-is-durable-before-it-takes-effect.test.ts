import { describe, expect, it } from 'vitest';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { JournalRecord } from '../../shared/terminal/index.ts';
import { drive, QR_SALE, rest, saleOf } from '../support/till.ts';
import { answerText, tillWorld } from '../support/till-world.ts';
import {
  CONFIRM,
  capturesOf,
  codeOf,
  emptyDisk,
  fillDisk,
  LONG,
  NOT_SAVED,
  pairWorld,
  shownWithin,
} from './pair-world.ts';

/*
 * Simulated worlds 7000001 and 42030308 ("money was taken after a person had ordered: cancel"). The
 * cashier cancelled a sale with two codes while the disk accepted nothing, the till restarted without the
 * order, and the sale was paid. An order must be durable before it is carried out.
 */

const FIRST = 'aborting';

describe('a till that cannot write its journal', () => {
  it('refuses to cancel a sale with two codes, and the sale keeps its state', async () => {
    const world = await pairWorld();
    const { id, till } = world;
    fillDisk(world);
    expect(answerText(await till.act(id, 'cancel'))).toBe(NOT_SAVED);
    expect(await shownWithin(world, id, LONG)).toEqual(['waiting_scan']);
    expect(world.calls('abort')).toBe(0);
  });

  it('refuses to cancel a sale with one code', async () => {
    const world = tillWorld();
    await world.waiting();
    fillDisk(world);
    expect(answerText(await world.act('cancel'))).toBe(NOT_SAVED);
    expect(saleOf(world.till).state.kind).toBe('waiting_scan');
    emptyDisk(world);
    expect(answerText(await world.act('cancel'))).toBe('done');
    await world.becomes('aborted');
  });

  it('refuses a release and a capture, and the money stays reserved', async () => {
    const world = tillWorld({ settings: { capture: 'manual' } });
    await world.waiting();
    world.service.confirm();
    await world.becomes('authorised');
    fillDisk(world);
    expect(answerText(await world.act('release'))).toBe(NOT_SAVED);
    expect(answerText(await world.act('capture'))).toBe(NOT_SAVED);
    await drive(world.clock, () => true);
    expect(world.calls('release') + world.calls('capture')).toBe(0);
    expect(saleOf(world.till).state.kind).toBe('authorised');
  });

  it('refuses a partial capture, and captures nothing', async () => {
    const world = tillWorld();
    await world.started({ ...QR_SALE, mode: { kind: 'authorise' } });
    world.service.confirm();
    await world.becomes('authorised');
    fillDisk(world);
    const { id, amount } = saleOf(world.till);
    expect(answerText(await world.till.capture(id, { amount }))).toBe(NOT_SAVED);
    expect(world.calls('capture')).toBe(0);
  });

  it('refuses to set aside or dismiss a sale, which keeps its place', async () => {
    const world = tillWorld();
    const id = await world.started({ ...QR_SALE, label: 'Table 4' });
    await world.becomes('waiting_scan');
    fillDisk(world);
    expect(answerText(await world.act('set_aside'))).toBe(NOT_SAVED);
    expect(saleOf(world.till).aside).toBe(false);
    world.service.happenTo(id, { kind: 'reject' });
    await world.becomes('declined');
    expect(answerText(await world.act('dismiss'))).toBe(NOT_SAVED);
    expect(saleOf(world.till)).toMatchObject({ aside: false, actions: ['dismiss'] });
  });
});

describe('a durable order', () => {
  const recordsUntil = (
    records: readonly JournalRecord[],
    isLast: (one: JournalRecord) => boolean,
  ) => records.slice(0, records.findIndex(isLast) + 1);

  it('cancels both codes if the till stops between their two records', async () => {
    const world = await pairWorld();
    const { id, sticker, service, memory } = world;
    world.fareSo('abort', 'drop_before');
    await world.till.act(id, 'cancel');
    await rest();
    // Of the two intents, the first alone is on the disk.
    const kept = recordsUntil(memory.records, (one) => one.kind === 'intent');
    memory.records.splice(0, memory.records.length, ...kept);
    expect(kept.at(-1)).toMatchObject({ kind: 'intent', what: 'abort', sale: id });
    service.happenTo(sticker, CONFIRM);
    service.setFate(() => 'deliver');
    const later = await world.again();
    await later.saleBecomes(id, 'authorised');
    expect(await shownWithin(later, id)).not.toContain('capturing');
    expect(capturesOf(world)).toBe(0);
    expect(later.till.sale(id)).toMatchObject({
      state: { because: 'won_abort_race' },
      actions: ['capture', 'release', 'ask_again', 'set_aside'],
    });
  });

  it('cancels a request that the customer has approved in the meantime', async () => {
    const world = await pairWorld();
    const { id, sticker, service } = world;
    await world.till.stop();
    service.happenTo(sticker, CONFIRM);
    // The approved request is read; the one that the screen shows cannot be reached.
    const later = await world.again();
    service.setFate(({ posTid }) => (posTid === id ? 'drop_before' : 'deliver'));
    await drive(later.clock, () => later.calls('read') > 2);
    await later.till.act(id, 'cancel');
    service.setFate(() => 'deliver');
    expect(await shownWithin(later, id)).not.toContain('capturing');
    expect(capturesOf(world)).toBe(0);
    await later.till.act(id, 'release');
    await drive(later.clock, () => codeOf(world, sticker) === CODE.aborted);
  });

  it('a cancellation waits for a pending record, and is refused if a code was chosen', async () => {
    const world = await pairWorld();
    const { id, service, memory, till, clock } = world;
    let release: () => void = () => undefined;
    memory.onAppend(async (record) => {
      if (record.kind === 'chosen' && record.leg === 'won') {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      return { ok: true };
    });
    service.happenTo(id, CONFIRM);
    await drive(clock, () => memory.records.some((one) => one.kind === 'seen'));
    await drive(clock, () => till.sale(id)?.state.kind === 'authorised');
    const ordered = till.act(id, 'cancel');
    await rest();
    release();
    expect(answerText(await ordered)).toMatch(/^Conflict/);
    await world.saleBecomes(id, 'paid');
  });

  it('a dismissal is kept after a restart', async () => {
    const world = tillWorld();
    await world.waiting();
    const { id } = saleOf(world.till);
    world.service.happenTo(id, { kind: 'reject' });
    await world.becomes('declined');
    await world.act('dismiss');
    expect(world.memory.records.at(-1)).toMatchObject({ kind: 'dismissed', sale: id });
    expect(world.logKeys()).not.toContain('set_aside');
    const later = await world.again();
    expect(saleOf(later.till)).toMatchObject({ aside: true, actions: [] });
  });

  it('sets both codes aside with one record, also if the sticker is paid after a restart', async () => {
    const world = await pairWorld({}, { label: 'Table 4' });
    const { id, sticker, service, memory } = world;
    await world.till.act(id, 'set_aside');
    const asides = memory.records.filter((one) => one.kind === 'aside');
    expect(asides).toHaveLength(1);
    const reads = world.calls('read');
    const later = await world.again();
    await drive(later.clock, () => later.calls('read') >= reads + 2);
    await rest();
    service.happenTo(sticker, CONFIRM);
    await later.saleBecomes(id, 'paid');
    expect(later.till.sale(id)?.aside).toBe(true);
  });

  // Simulated worlds 9001320 and 9005276: "was put aside and is not there".
  it('sets aside the code that is chosen at the same time', async () => {
    const world = await pairWorld({}, { label: 'Table 4' });
    const { id, sticker, service, memory } = world;
    fillDisk(world);
    service.happenTo(sticker, CONFIRM);
    await shownWithin(world, id, 3_000);
    // The order is the first record that finds room; the choice between the codes follows it.
    emptyDisk(world);
    expect(answerText(await world.till.act(id, 'set_aside'))).toBe('done');
    await world.saleBecomes(id, 'paid');
    expect(memory.records.filter((one) => one.kind === 'chosen')[0]).toMatchObject({
      sale: sticker,
    });
    expect(world.till.sale(id)?.aside).toBe(true);
    const later = await world.again();
    expect(later.till.sale(id)?.aside).toBe(true);
  });

  it('a cancellation continues after a restart', async () => {
    const world = await pairWorld();
    const { id, service } = world;
    world.fareSo('abort', 'drop_before');
    await world.till.act(id, 'cancel');
    expect(world.till.sale(id)?.state.kind).toBe(FIRST);
    const later = await world.again();
    service.setFate(() => 'deliver');
    await later.saleBecomes(id, 'aborted');
  });
});
