import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Callbacks, createCallbacks } from '../../service/callbacks/callbacks.ts';
import { type CallbackKeys, openCallbackKeys } from '../../service/callbacks/keys.ts';
import { outbound } from '../../service/outbox/outbound.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import type { Store } from '../../service/store/store.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { startReceiver } from '../support/callback-receiver.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { ids, MERCHANT, newDatabase } from '../support/payments.ts';

/*
 * Two dispatchers on one store, like two service processes on one database. They share only the rows.
 */

let database: ReturnType<typeof newDatabase>;
let store: Store;
let keys: CallbackKeys;
let parts: Callbacks[];
const errors: unknown[] = [];
beforeEach(async () => {
  database = newDatabase();
  keys = await openCallbackKeys(database.path.replace('/service.db', ''));
  store = openSqliteStore(database.path);
  parts = [];
  errors.length = 0;
});
afterEach(async () => {
  for (const part of parts) await part.stop(0);
  await store.close();
  database.remove();
  expect(errors).toEqual([]);
});

async function part(clock: Clock, wall: Clock): Promise<Callbacks> {
  const made = createCallbacks({
    store,
    keys,
    clock,
    wall,
    ids,
    vendor: SVC_PROFILE,
    allowed: ['127.0.0.1'],
    logLife: LIMITS.callbackLogLife,
    extraCa: null,
    onError: (error) => errors.push(error),
  });
  parts.push(made);
  return made;
}

function deliveriesOf(uri: string, resource: string, seqno: number, at: number) {
  const about = { id: ids.message(), event: 'payment_captured', uri: null } as const;
  const message = createMessage({ ...about, seqno, at });
  return outbound({ kind: 'event', resource, uri }, message).deliveries;
}

describe('two dispatchers on one store', () => {
  it('send everything once, and messages of one resource in order', async () => {
    const receivers = [await startReceiver(), await startReceiver(), await startReceiver()];
    const clock = createSystemClock();
    const [one, two] = [await part(clock, clock), await part(clock, clock)];
    const attempts = new Map<string, number>();
    const shares = [0, 0];
    for (const [place, dispatcher] of [one, two].entries()) {
      dispatcher.onAttempt(({ id }) => {
        attempts.set(id, (attempts.get(id) ?? 0) + 1);
        shares[place] = (shares[place] ?? 0) + 1;
      });
    }
    try {
      // A receiver that fails now and then, so that there are second attempts too.
      receivers[2]?.answer(500, 204, 503, 204);
      const queues = Array.from({ length: 24 }, (_, number) => `payment_request/p${number}`);
      const sent: string[] = [];
      for (let seqno = 0; seqno < 10; seqno += 1) {
        for (const [place, resource] of queues.entries()) {
          const uri = `${receivers[place % 3]?.url}/${resource}`;
          const deliveries = deliveriesOf(uri, resource, seqno, clock.now());
          sent.push(...deliveries.map(({ id }) => id));
          await store.deliveries.publish(MERCHANT.id, clock.now(), deliveries);
        }
      }
      one.start();
      two.start();
      const healthy = receivers.slice(0, 2);
      await expect.poll(() => healthy.map(({ heard }) => heard.length)).toEqual([80, 80]);
      for (const { heard } of healthy) {
        expect(new Set(heard.map(({ message }) => message.meta.id)).size).toBe(heard.length);
      }
      for (const [place, resource] of queues.entries()) {
        if (place % 3 === 2) continue;
        const heard = receivers[place % 3]?.heard.filter(({ target }) => target === `/${resource}`);
        expect(heard?.map(({ message }) => message.meta.seqno)).toEqual([
          0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
        ]);
      }
      const heard = healthy.flatMap((each) => each.heard.map(({ message }) => message.meta.id));
      // The receiver gets the last callbacks before their sender has read the answer.
      await expect.poll(() => new Set(heard.map((id) => attempts.get(id)))).toEqual(new Set([1]));
      // Both had work: otherwise this shows nothing.
      expect(Math.min(...shares)).toBeGreaterThan(0);
      expect(sent).toHaveLength(240);
    } finally {
      for (const receiver of receivers) await receiver.stop();
    }
  });

  it('do not repeat deliveries in flight at the other until its lease has expired', async () => {
    const receiver = await startReceiver();
    const clock = createManualClock();
    const walls = [createManualClock(), createManualClock()] as const;
    const [one, two] = [await part(clock, walls[0]), await part(clock, walls[1])];
    try {
      receiver.answer('hang');
      const deliveries = deliveriesOf(`${receiver.url}/slow`, 'payment_request/p1', 0, clock.now());
      await store.deliveries.publish(MERCHANT.id, clock.now(), deliveries);
      const [id = ''] = deliveries.map((each) => each.id);
      one.start();
      await expect.poll(() => receiver.heard.length).toBe(1);
      receiver.answer(204);
      await two.drain();
      walls[1].advance(LIMITS.callbackLease - 1);
      await two.drain();
      expect(receiver.heard).toHaveLength(1);
      // The first process has been stopped for a minute: its leases have ended.
      walls[1].advance(1);
      await two.drain();
      expect(receiver.heard).toHaveLength(2);
      expect((await store.deliveries.read(MERCHANT.id, id))?.state).toBe('delivered');
      // The first process continues, its attempt times out, and this result has no effect.
      walls[0].advance(LIMITS.callbackTimeout);
      await one.drain();
      const delivery = await store.deliveries.read(MERCHANT.id, id);
      expect([delivery?.state, delivery?.attempts]).toEqual(['delivered', 1]);
    } finally {
      await receiver.stop();
    }
  });
});
