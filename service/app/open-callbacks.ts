import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import type { Closing } from '../../shared/node/closing.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type Callbacks, createCallbacks } from '../callbacks/callbacks.ts';
import type { WithCurrentObject } from '../callbacks/current-object.ts';
import { openCallbackKeys, readKeyPair } from '../callbacks/keys.ts';
import type { OwnPorts } from '../callbacks/own-address.ts';
import type { Store } from '../store/store.ts';
import { allowedTargets } from './allowed-targets.ts';
import type { ServiceOptions } from './options.ts';

export type OpenCallbacksDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly wall: Clock;
  readonly ids: Ids;
  readonly profile: VendorProfile;
  readonly log: Logger;
  readonly ownPorts?: OwnPorts;
  readonly withCurrentObject: WithCurrentObject;
};

/** The operator's own key as a pair, or null for the service's; throws on one that is none (V-13). */
async function givenKey({ callbackKey }: ServiceOptions, { keyBitsMin }: VendorProfile) {
  if (callbackKey === undefined) return null;
  const pem = 'pem' in callbackKey ? callbackKey.pem : await readFile(callbackKey.file, 'utf8');
  const pair = readKeyPair(pem, keyBitsMin);
  if (pair !== null) return pair;
  const sentence = `must be a PEM private key of RSA, of ${keyBitsMin} bits or more`;
  throw new Error(`the key for callbacks ${sentence}`);
}

/** Opens the callbacks of a service on its data directory; `closing` ends them. */
export async function openCallbacks(
  options: ServiceOptions,
  directory: string,
  deps: OpenCallbacksDeps,
  closing: Closing,
): Promise<Callbacks> {
  const { log, store } = deps;
  const callbacks = createCallbacks({
    ...deps,
    keys: await openCallbackKeys(directory, await givenKey(options, deps.profile), store.alone),
    allowed: allowedTargets(options),
    logLife: options.callbackLogLife ?? LIMITS.callbackLogLife,
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
