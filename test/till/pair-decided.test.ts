import { describe, expect, it } from 'vitest';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { JournalRecord, Written } from '../../shared/terminal/index.ts';
import { refused } from '../support/model-service.ts';
import { drive, rest } from '../support/till.ts';
import { answerText, tillWorld } from '../support/till-world.ts';
import { saleRequest } from './scan-world.ts';

/* The till journals each of its own decisions before the decision takes effect or a screen shows it. */

const CONFIRM = { kind: 'confirm', additionalAmount: null, credit: false } as const;
const REJECT = { kind: 'reject' } as const;
const BOTH = saleRequest({ kind: 'qr_and_sticker', sticker: { kind: 'shortlink', id: 'abcde' } });
const FULL: Written = { ok: false, failure: { kind: 'full', description: 'It is full.' } };

/** A disk that refuses records of one kind until it is let go. */
function refusing(world: ReturnType<typeof tillWorld>, kind: JournalRecord['kind']) {
  let full = true;
  world.memory.onAppend(async (record) => (full && record.kind === kind ? FULL : { ok: true }));
  return () => {
    full = false;
  };
}

describe('the choice between two codes', () => {
  it('is journalled before the till captures, aborts the other request or shows a result', async () => {
    const world = tillWorld();
    const { service, clock, till, calls } = world;
    const id = await world.started(BOTH);
    await world.saleBecomes(id, 'waiting_scan');
    const letGo = refusing(world, 'chosen');
    service.happenTo(`_second.${id}`, CONFIRM);
    await drive(clock, () => till.view().notReady !== null);
    await rest();
    expect([calls('capture'), calls('abort')]).toEqual([0, 0]);
    expect(till.view().sales.map((sale) => sale.id)).toEqual([id]);
    letGo();
    await world.saleBecomes(id, 'paid');
    await drive(clock, () => service.payments().some(({ code }) => code === CODE.aborted));
    const [taken] = service.payments().filter(({ captures }) => captures.length > 0);
    expect(taken?.request.pos_tid).toBe(`_second.${id}`);
    expect([calls('capture'), calls('abort')]).toEqual([1, 1]);
  });

  it('shows no result of the sale before it is journalled', async () => {
    const world = tillWorld();
    const { service, clock, till } = world;
    const id = await world.started(BOTH);
    await world.saleBecomes(id, 'waiting_scan');
    const letGo = refusing(world, 'seen');
    service.happenTo(id, REJECT);
    await drive(clock, () => till.view().notReady !== null);
    await rest();
    // A customer may still scan the sticker until the till has journalled the result of the screen's code.
    expect(till.sale(id)?.state.kind).toBe('waiting_sticker');
    letGo();
    await world.saleBecomes(id, 'declined');
  });

  it('captures the approved request and aborts the other one', async () => {
    const world = tillWorld();
    const { service, clock, till } = world;
    const id = await world.started(BOTH);
    await world.saleBecomes(id, 'waiting_scan');
    service.happenTo(id, CONFIRM);
    await world.saleBecomes(id, 'paid');
    await drive(clock, () => service.payments().some(({ code }) => code === CODE.aborted));
    expect(till.view().sales.map((sale) => sale.id)).toEqual([id]);
  });
});

describe('a payment by the request that was not chosen', () => {
  it('is shown as unclaimed until the cashier dismisses it by its tid', async () => {
    const world = tillWorld();
    const { service, clock, till } = world;
    const id = await world.started(BOTH);
    await world.saleBecomes(id, 'waiting_scan');
    world.fareSo('abort', 'drop_before');
    service.happenTo(id, CONFIRM);
    await world.saleBecomes(id, 'paid');
    service.happenTo(`_second.${id}`, CONFIRM);
    service.happenTo(`_second.${id}`, { kind: 'capture', part: null });
    await drive(clock, () => till.view().unclaimed.length === 1);
    const tid = till.view().unclaimed[0]?.tid ?? '';
    const paid = till.sale(id)?.tid ?? '';
    expect(tid).not.toBe(paid);
    expect(answerText(await till.act(paid, 'dismiss'))).toContain('Not Found');
    expect(answerText(await till.act(tid, 'dismiss'))).toBe('done');
    expect(till.view().unclaimed).toEqual([]);
    expect(answerText(await till.act(tid, 'dismiss'))).toContain('Not Found');
    expect(till.sale(id)?.state.kind).toBe('paid');
  });
});

describe('the end of a sale that the till decides by itself', () => {
  it('after a refused request is shown only when it is journalled', async () => {
    const world = tillWorld({
      calls: () => ({ paymentCreate: async () => refused(400, 'No.') }),
    });
    const letGo = refusing(world, 'refused');
    const id = await world.started();
    await drive(world.clock, () => world.till.view().notReady !== null);
    expect(world.till.sale(id)?.state.kind).toBe('creating');
    letGo();
    await world.saleBecomes(id, 'refused');
  });

  it('after the cancellation of an unscanned code is shown only when it is journalled', async () => {
    const world = tillWorld();
    const id = await world.started(saleRequest({ kind: 'device_code', code: null }));
    await world.saleBecomes(id, 'waiting_scan');
    const letGo = refusing(world, 'closed');
    expect(answerText(await world.till.act(id, 'cancel'))).toContain(
      'cannot be saved on this till',
    );
    expect(world.till.sale(id)?.state.kind).toBe('waiting_scan');
    letGo();
    await drive(world.clock, () => world.till.view().notReady === null);
    expect(answerText(await world.till.act(id, 'cancel'))).toBe('done');
    await world.saleBecomes(id, 'aborted');
  });

  it('after a refused capture is shown only when it is journalled', async () => {
    const world = tillWorld({
      calls: () => ({ paymentUpdate: async () => refused(409, 'No.') }),
    });
    await world.waiting();
    const letGo = refusing(world, 'held');
    const { id } = world.till.view().sales[0] ?? { id: '' };
    world.service.happenTo(id, CONFIRM);
    await drive(world.clock, () => world.till.view().notReady !== null);
    await rest();
    expect(world.till.sale(id)?.state.kind).toBe('capturing');
    letGo();
    await world.saleBecomes(id, 'authorised');
  });
});
