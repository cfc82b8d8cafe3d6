import type { Ids } from '../../shared/ids/ids.ts';
import type { Tracing } from '../../shared/node/tracing/tracing.ts';
import { createListeners } from '../../shared/objects/listeners.ts';
import { present } from '../../shared/objects/present.ts';
import type { VendorNames } from '../../shared/protocol/media.ts';
import type { Clock, DueSource } from '../../shared/time/clock.ts';
import type { ClaimedDelivery, DeliveryStore } from '../store/delivery-store.ts';
import type { Store } from '../store/store.ts';
import { createAddressGuard, type OwnPorts } from './address-guard.ts';
import type { WithCurrentObject } from './current-object.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import type { CallbackKeys } from './keys.ts';
import { createLogRetention } from './log-retention.ts';
import { parseScanAnswer, type ScanAnswer } from './scan-answer.ts';
import { createSender } from './sender.ts';
import type { Attempted } from './signed-attempt.ts';

type AttemptListener = (delivery: ClaimedDelivery, attempted: Attempted) => void;

/** Callbacks of a running service, for the portal, the operator and the domain rules. */
export interface Callbacks
  extends Pick<DeliveryStore, 'list' | 'read' | 'attempts'>,
    Pick<Dispatcher, 'start' | 'drain' | 'stop'> {
  readonly keys: CallbackKeys;
  /** Removes old rows of the delivery log, in the rounds of due work. */
  readonly retention: DueSource;
  /** Sends a delivery again now, with the same id (see `DeliveryStore.resend`). */
  resend(merchantId: string, id: string): ReturnType<DeliveryStore['resend']>;
  /**
   * The reply of a scan's receiver, or null if it had none. Waits for the end of the delivery, at
   * most `wait` milliseconds of real time.
   */
  scanAnswer(merchantId: string, id: string, wait: number): Promise<ScanAnswer | null>;
  /** Adds a listener that is called after every attempt. Returns a function that removes it. */
  onAttempt(listener: AttemptListener): () => void;
}

export type CallbacksDeps = {
  readonly store: Pick<Store, 'deliveries'>;
  readonly keys: CallbackKeys;
  readonly clock: Clock;
  readonly wall: Clock;
  readonly ids: Ids;
  readonly vendor: VendorNames;
  /** Targets that are allowed although they are not public addresses (D-145). */
  readonly allowed: readonly string[];
  /** How long the log keeps a closed delivery, milliseconds. */
  readonly logLife: number;
  /** Certificates that are accepted in addition to the usual ones, PEM. */
  readonly extraCa: string | null;
  /** Ports of this process; the sender sends nothing to them. */
  readonly ownPorts?: OwnPorts;
  /** Reads the object of an event again before each attempt. */
  readonly withCurrentObject?: WithCurrentObject | undefined;
  readonly tracing?: Tracing | null;
  readonly onError: (error: unknown) => void;
};

/** Creates the sender, the dispatcher and the retention of the log. Throws on an invalid allow-list. */
export function createCallbacks(deps: CallbacksDeps): Callbacks {
  const { store, clock, wall, keys } = deps;
  const { deliveries } = store;
  const listeners = createListeners<Parameters<AttemptListener>>();
  const sender = createSender({
    guard: createAddressGuard(deps.allowed),
    wall,
    extraCa: deps.extraCa,
    ...present({ ownPorts: deps.ownPorts }),
  });
  const dispatcher = createDispatcher({ ...deps, sender, onAttempt: listeners.tell });
  return {
    ...dispatcher,
    keys,
    retention: createLogRetention({ deliveries, clock, life: deps.logLife }),
    list: (merchantId, query) => deliveries.list(merchantId, query),
    read: (merchantId, id) => deliveries.read(merchantId, id),
    attempts: (merchantId, id, limit) => deliveries.attempts(merchantId, id, limit),
    resend: (merchantId, id) => deliveries.resend(merchantId, id, clock.now()),
    async scanAnswer(merchantId, id, wait) {
      const waiting = closedOrLate(id, wait);
      const early = await deliveries.read(merchantId, id);
      if (early?.state === 'open') await waiting.over;
      waiting.stop();
      const delivery = await deliveries.read(merchantId, id);
      return delivery?.answer ? parseScanAnswer(delivery.answer) : null;
    },
    onAttempt: listeners.subscribe,
  };

  function closedOrLate(id: string, wait: number) {
    let stop = () => {};
    const over = new Promise<void>((resolve) => {
      const cancel = wall.after(wait, () => stop());
      const forget = listeners.subscribe((delivery, { verdict }) => {
        if (delivery.id === id && verdict.state !== 'open') stop();
      });
      stop = () => {
        cancel();
        forget();
        resolve();
      };
    });
    return { over, stop: () => stop() };
  }
}
