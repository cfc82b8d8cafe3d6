import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogRetention } from '../../../service/callbacks/log-retention.ts';
import type { DeliveryStore } from '../../../service/store/delivery-store.ts';
import { portalCallbacks } from '../../../shared/portal/contract.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { type CallbackWorld, startCallbacks } from '../../support/callback-world.ts';
import { merchantBrowser } from '../../support/merchant-pages.ts';
import { MERCHANT } from '../../support/payments.ts';
import { startTestService } from '../../support/service.ts';

let world: CallbackWorld;
let receiver: TestReceiver;
beforeEach(async () => {
  world = await startCallbacks();
  receiver = await startReceiver();
});
afterEach(async () => {
  expect(world.errors).toEqual([]);
  await receiver.stop();
  await world.stop();
});

const kept = async (id: string) => (await world.callbacks.read(MERCHANT.id, id)) !== null;
const life = LIMITS.callbackLogLife;

describe('the delivery log', () => {
  it('deletes closed deliveries and their attempts after the retention time, and no open ones', async () => {
    const begun = world.clock.now();
    const done = await world.tell(receiver.url);
    await world.callbacks.drain();
    const away = await startReceiver();
    away.answer(500);
    const open = await world.tell(away.url, { resource: 'payment_request/p2' });
    await world.callbacks.drain();
    world.clock.advance(HOUR);
    const later = await world.tell(receiver.url, { resource: 'payment_request/p3' });
    await world.callbacks.drain();
    world.clock.advance(begun + life - world.clock.now());
    await world.callbacks.retention.run();
    expect([await kept(done), await kept(open), await kept(later)]).toEqual([true, true, true]);
    world.clock.advance(1);
    await world.callbacks.retention.run();
    expect([await kept(done), await kept(open), await kept(later)]).toEqual([false, true, true]);
    expect((await world.callbacks.read(MERCHANT.id, open))?.state).toBe('open');
    await away.stop();
    expect(await world.callbacks.attempts(MERCHANT.id, done, 10)).toEqual([]);
    expect(await world.callbacks.attempts(MERCHANT.id, later, 10)).toHaveLength(1);
  });

  it('returns the time of the next deletion, to the minute', async () => {
    const { retention } = world.callbacks;
    expect(await retention.nextDue()).toBeNull();
    const at = world.clock.now();
    const id = await world.tell(receiver.url);
    expect(await retention.nextDue()).toBeNull();
    await world.callbacks.drain();
    const due = await retention.nextDue();
    expect(due).toBe(Math.floor((at + life) / MINUTE) * MINUTE + MINUTE);
    world.clock.advance((due ?? 0) - world.clock.now());
    await retention.run();
    expect(await kept(id)).toBe(false);
    expect(await retention.nextDue()).toBeNull();
  });

  it('is deleted in writes of at most 500 rows, with at most 20 writes per run', async () => {
    const taken: number[] = [];
    let rows = 25_000;
    const deliveries: Pick<DeliveryStore, 'sweep' | 'oldestClosed'> = {
      oldestClosed: async () => (rows > 0 ? 0 : null),
      async sweep(_before, limit) {
        taken.push(limit);
        const gone = Math.min(limit, rows);
        rows -= gone;
        return gone;
      },
    };
    const clock = { now: () => life + DAY };
    const retention = createLogRetention({ deliveries, clock, life });
    await retention.run();
    expect([rows, taken.length, Math.max(...taken)]).toEqual([15_000, 20, 500]);
    // The remaining rows are due at once, and the next runs delete them.
    expect(await retention.nextDue()).toBeLessThan(clock.now());
    await retention.run();
    await retention.run();
    expect(rows).toBe(0);
    const before = taken.length;
    await retention.run();
    expect(taken).toHaveLength(before);
  });

  it('deletes a thousand rows of a real database in two writes', async () => {
    const at = world.clock.now();
    await Promise.all(
      Array.from({ length: 1_000 }, (_, number) =>
        world.tell('http://192.0.2.1/', { resource: `payment_request/n${number}` }),
      ),
    );
    // No connection is allowed there, so each ends as a failure; the schedule of a scan is short.
    const lease = { id: 'all', wall: 0, until: Number.MAX_SAFE_INTEGER };
    const claimed = await world.store.deliveries.claim('192.0.2.1', at, lease, 1_000);
    const note = { at, status: 410, problem: 'status 410', duration: 1 };
    await Promise.all(
      claimed.map((one) =>
        world.store.deliveries.finish(MERCHANT.id, one, note, { state: 'gone' }, null),
      ),
    );
    const { deliveries } = world.store;
    expect(await deliveries.sweep(at + 1, 600)).toBe(600);
    expect(await deliveries.sweep(at + 1, 600)).toBe(claimed.length - 600);
    expect(await deliveries.oldestClosed()).toBeNull();
  });
});

describe('a service', () => {
  it('keeps the delivery log for the configured time', async () => {
    const test = await startTestService({ callbackLogLife: 2 * DAY });
    try {
      const customer = test.ready.customers[0]?.msisdn;
      const tid = await test.payment({ customer, callback_uri: `${receiver.url}/log` });
      await test.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
      await test.service.simulator.advance(0);
      const listed = async () => {
        // A session does not last as long as the log.
        const browser = merchantBrowser(test);
        await browser.signIn(test.users.pos);
        const reply = await browser.get('/callbacks');
        return portalCallbacks.parse(reply.body).items.filter(({ uri }) => uri.endsWith('/log'));
      };
      expect(await listed()).not.toEqual([]);
      await test.service.simulator.advance((2 * DAY - MINUTE) / SECOND);
      expect(await listed()).not.toEqual([]);
      await test.service.simulator.advance((2 * MINUTE) / SECOND);
      expect(await listed()).toEqual([]);
    } finally {
      await test.stop();
    }
  });
});
