import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { approveRefund } from '../../shared/terminal/refunds/check-approval.ts';
import { codesWorld } from '../shared/terminal/codes/codes-world.ts';
import { world as dataWorld } from '../shared/terminal/permissions/data-world.ts';
import { refundWorld } from '../shared/terminal/refunds/refund-world.ts';
import { refused } from '../support/model-service.ts';
import { drive, rest, saleOf } from '../support/till.ts';
import { answerText, tillWorld } from '../support/till-world.ts';
import { emptyDisk, fillDisk, NOT_SAVED, shownWithin } from './pair-world.ts';

/*
 * The till showed a refusal before it was durable, so a person could try something else. After a restart
 * the till repeated the first request: a refund that was shown as refused was made, a request that was
 * refused was paid, a code that was closed was scanned.
 */

describe('a refusal that a full disk prevents from being saved', () => {
  it('is not shown for a refund until it is durable; the refund is not sent again after that', async () => {
    const world = refundWorld();
    const { memory, service, clock } = world;
    const tid = await world.paid('1-a');
    const queue = world.begin();
    service.setRefusal(({ name }) => (name === 'refund' ? 409 : null));
    // Its opening is written, and nothing after it.
    memory.onAppend(async (record) =>
      record.kind === 'refund_opened'
        ? { ok: true }
        : { ok: false, failure: { kind: 'full', description: 'The disk is full.' } },
    );
    const word = { id: 'word-1', approver: 'Kari', tid, currency: 'NOK', ceiling: money(5_000) };
    const request = { tid, amount: money(500), text: null };
    expect(await queue.refund(request, approveRefund(word, clock.now()))).toMatchObject({
      ok: true,
    });
    await world.pass(20_000);
    expect(queue.refunds()).toMatchObject([{ end: null }]);
    emptyDisk(world);
    await world.pass(10_000);
    expect(queue.refunds()).toMatchObject([{ end: { how: 'refused' } }]);
    queue.stop();
    // The next run of the till knows it, and sends nothing.
    service.setRefusal(() => null);
    const later = world.begin();
    await world.pass(10_000);
    expect(later.refunds()).toMatchObject([{ end: { how: 'refused' } }]);
    expect(world.refunds()).toEqual([]);
    later.stop();
  });

  it('is not shown for a data request', async () => {
    const one = dataWorld({ creates: [refused(403, 'Not you.')] });
    one.memory.onAppend(async (record) =>
      record.kind === 'permission_opened'
        ? { ok: true }
        : { ok: false, failure: { kind: 'full', description: 'The disk is full.' } },
    );
    await one.ask();
    await one.pass(2_000);
    expect(one.permissionQueue().permissions()).toMatchObject([{ end: null }]);
    emptyDisk(one);
    await one.pass(10_000);
    expect(one.permissionQueue().permissions()).toMatchObject([{ end: { how: 'refused' } }]);
  });

  it('is not shown for a payment until it is durable; the request is not sent again after that', async () => {
    const world = tillWorld();
    const { service, memory } = world;
    service.setRefusal(({ name }) => (name === 'create' ? 403 : null));
    memory.onAppend(async (record) =>
      record.kind === 'opened'
        ? { ok: true }
        : { ok: false, failure: { kind: 'full', description: 'The disk is full.' } },
    );
    const id = await world.started();
    expect(await shownWithin(world, id)).not.toContain('refused');
    emptyDisk(world);
    await world.saleBecomes(id, 'refused');
    service.setRefusal(() => null);
    const later = await world.again();
    expect(await shownWithin(later, id)).toEqual(['refused']);
    expect(service.payments()).toEqual([]);
  });

  it('is not shown for a capture: the sale stays "capturing" until the refusal is durable', async () => {
    const world = tillWorld({ settings: { captureTries: 1 } });
    await world.waiting();
    const { id } = saleOf(world.till);
    world.service.setRefusal(({ name }) => (name === 'capture' ? 409 : null));
    world.memory.onAppend(async (record) =>
      record.kind === 'held'
        ? { ok: false, failure: { kind: 'full', description: 'The disk is full.' } }
        : { ok: true },
    );
    world.service.confirm();
    await world.becomes('capturing');
    expect(await shownWithin(world, id, 5_000)).toEqual(['capturing']);
    emptyDisk(world);
    await world.becomes('authorised');
    expect(saleOf(world.till).state).toMatchObject({ because: 'capture_failed' });
  });
});

describe('a code of this device', () => {
  it('is not closed if that cannot be saved', async () => {
    const world = codesWorld();
    const code = await world.shown();
    fillDisk(world);
    expect(answerText(await world.till.closeCode(code))).toBe(NOT_SAVED);
    expect(world.codes()).toEqual([`${code} shown`]);
    emptyDisk(world);
    expect(answerText(await world.till.closeCode(code))).toBe('done');
    expect(world.codes()).toEqual([]);
    const later = await world.again();
    expect(later.codes()).toEqual([]);
  });
});

describe('an unclaimed payment', () => {
  it('is not resolved if that cannot be saved', async () => {
    const world = tillWorld();
    const object = {
      ...{ tid: 'p-other', pos_id: 'till1', pos_tid: '9-z', amount: 500, currency: 'NOK' },
    };
    await world.hand.event(
      1,
      'payment_captured',
      object,
      [],
      'http://service.test/payment_request/p-other/outcome/',
    );
    await drive(world.clock, () => world.till.view().unclaimed.length === 1);
    fillDisk(world);
    expect(answerText(await world.till.act('p-other', 'dismiss'))).toBe(NOT_SAVED);
    expect(world.till.view().unclaimed).toHaveLength(1);
    emptyDisk(world);
    expect(answerText(await world.till.act('p-other', 'dismiss'))).toBe('done');
    await rest();
    const later = await world.again();
    expect(later.till.view().unclaimed).toEqual([]);
  });
});
