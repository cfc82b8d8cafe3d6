import { rmSync } from 'node:fs';
import { LOOPBACK_TARGETS } from '../../service/callbacks/address-guard.ts';
import { type Callbacks, createCallbacks } from '../../service/callbacks/callbacks.ts';
import { openCallbackKeys } from '../../service/callbacks/keys.ts';
import { outbound, type Recipient } from '../../service/outbox/outbound.ts';
import type { Store } from '../../service/store/store.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { ids, MERCHANT } from './payments.ts';
import { newQuickFolder } from './quick-folder.ts';
import { newStorePlace } from './stores.ts';

export type CallbackWorld = {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly callbacks: Callbacks;
  /** Errors that the dispatcher reported; a test removes those that it expects. */
  readonly errors: unknown[];
  /** Writes one message for an address; returns its id. */
  tell(uri: string, to?: Partial<Recipient>, merchantId?: string): Promise<string>;
  /** Moves the service's time and attempts due deliveries, as the simulator's clock does. */
  advance(milliseconds: number): Promise<void>;
  /** Stops the process's part and starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Callbacks on a real database with real keys. The test moves the service's time. The time of the
 * attempts does not pass unless the test gives its clock as `wall`, so that no attempt is ever too slow.
 */
export async function startCallbacks(
  options: {
    readonly wall?: Clock;
    readonly extraCa?: string;
    readonly allowed?: readonly string[];
  } = {},
): Promise<CallbackWorld> {
  const folder = newQuickFolder('tillkit-callbacks-');
  const place = await newStorePlace();
  const clock = createManualClock();
  const still = createManualClock();
  const errors: unknown[] = [];
  let count = 0;
  let { store, callbacks } = await open();

  async function open() {
    const opened = await place.open();
    const made = createCallbacks({
      store: opened,
      keys: await openCallbackKeys(folder),
      clock,
      wall: options.wall ?? still,
      ids,
      vendor: SVC_PROFILE,
      allowed: options.allowed ?? LOOPBACK_TARGETS,
      logLife: LIMITS.callbackLogLife,
      extraCa: options.extraCa ?? null,
      onError: (error) => errors.push(error),
    });
    made.start();
    return { store: opened, callbacks: made };
  }

  async function close(): Promise<void> {
    const stopped = callbacks.stop(0);
    still.advance(0);
    await stopped;
    await store.close();
  }

  return {
    clock,
    get store() {
      return store;
    },
    get callbacks() {
      return callbacks;
    },
    errors,
    async tell(uri, to = {}, merchantId = MERCHANT.id) {
      const message = createMessage({
        id: ids.message(),
        event: 'payment_captured',
        uri: 'https://service.test/merchant/v1/payment_request/p1/outcome/',
        seqno: count,
        at: clock.now(),
        object: { number: count },
      });
      count += 1;
      const recipient = { kind: 'event', resource: 'payment_request/p1', ...to, uri } as const;
      const { deliveries } = outbound(recipient, message);
      await store.deliveries.publish(merchantId, clock.now(), deliveries);
      return message.meta.id;
    },
    async advance(milliseconds) {
      clock.advance(milliseconds);
      await callbacks.drain();
    },
    async restart() {
      await close();
      ({ store, callbacks } = await open());
    },
    async stop() {
      await close();
      await place.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
