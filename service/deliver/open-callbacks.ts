import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Closing } from '../operate/closing.ts';
import type { ServiceOptions } from '../options.ts';
import type { Store } from '../store/store.ts';
import { allowedTargets } from './allowed-targets.ts';
import { type Callbacks, createCallbacks } from './callbacks.ts';
import { openCallbackKeys } from './keys.ts';

export type OpenCallbacksParts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly wall: Clock;
  readonly ids: Ids;
  readonly profile: VendorProfile;
  readonly log: Logger;
};

/** Opens the callbacks of a service on its data directory; `closing` ends them. */
export async function openCallbacks(
  options: ServiceOptions,
  directory: string,
  parts: OpenCallbacksParts,
  closing: Closing,
): Promise<Callbacks> {
  const { log } = parts;
  const callbacks = createCallbacks({
    ...parts,
    keys: await openCallbackKeys(directory),
    allowed: allowedTargets(options),
    extraCa: options.callbackCa ?? null,
    onError: (error) => log.error({ error }, 'the delivery of callbacks has failed'),
  });
  callbacks.onAttempt((delivery, { note, verdict }) => {
    if (verdict.state === 'delivered') return;
    const { id, event, resource, host } = delivery;
    const { status, problem } = note;
    const about = { delivery: id, event, resource, host, status, problem, state: verdict.state };
    log.warn(about, 'a callback was not delivered');
  });
  closing.add(() => callbacks.stop(LIMITS.stopGrace));
  return callbacks;
}
