import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import type { Closing } from '../../shared/node/closing.ts';
import type { Tracing } from '../../shared/node/tracing/tracing.ts';
import { callbackAddress } from '../../shared/protocol/callback-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { RequestSigning, VendorNames } from '../../shared/protocol/media.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { createAddressGuard, LOOPBACK_TARGETS, type OwnPorts } from '../callbacks/address-guard.ts';
import { type Callbacks, createCallbacks } from '../callbacks/callbacks.ts';
import { type CodeTarget, createCodeSender, type DeliverCode } from '../callbacks/code-sender.ts';
import type { WithCurrentObject } from '../callbacks/current-object.ts';
import { type CallbackKeys, openCallbackKeys, readKeyPair } from '../callbacks/keys.ts';
import { createSender } from '../callbacks/sender.ts';
import type { Store } from '../store/store.ts';
import type { ServiceOptions } from './options.ts';

export type OpenCallbacksDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly wall: Clock;
  readonly ids: Ids;
  readonly vendor: VendorNames;
  readonly log: Logger;
  readonly ownPorts?: OwnPorts;
  readonly withCurrentObject: WithCurrentObject;
  readonly tracing?: Tracing | null;
};

/**
 * The operator's own key as a pair, or null to use the service's. Throws for an invalid key (V-13).
 */
async function givenKey({ callbackKey }: Pick<ServiceOptions, 'callbackKey'>, keyBitsMin: number) {
  if (callbackKey === undefined) return null;
  const pem = 'pem' in callbackKey ? callbackKey.pem : await readFile(callbackKey.file, 'utf8');
  const pair = readKeyPair(pem, keyBitsMin);
  if (pair !== null) return pair;
  throw new Error(unusableKey(keyBitsMin));
}

const unusableKey = (bits: number) =>
  `the key for callbacks must be a PEM private key of RSA, of ${bits} bits or more`;

/** The problem of the operator's own key for callbacks in a file, without a full stop; null if none. */
export function keyFileProblem(
  file: string,
  { keyBitsMin }: Pick<RequestSigning, 'keyBitsMin'>,
): string | null {
  try {
    const pair = readKeyPair(readFileSync(file, 'utf8'), keyBitsMin);
    return pair === null ? unusableKey(keyBitsMin) : null;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    return `the file ${file} cannot be read: ${reason}`;
  }
}

/** The problem of the callback targets that an operator allows, without a full stop; null if none. */
export function allowedTargetsProblem(targets: readonly string[]): string | null {
  try {
    createAddressGuard(targets);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Opens the keys of a service's callbacks in its data directory. */
export async function openKeysOfCallbacks(
  options: Pick<ServiceOptions, 'callbackKey'>,
  directory: string,
  { keyBitsMin, store }: Pick<RequestSigning, 'keyBitsMin'> & Pick<OpenCallbacksDeps, 'store'>,
): Promise<CallbackKeys> {
  return openCallbackKeys(directory, await givenKey(options, keyBitsMin), store.alone);
}

/** The callbacks of a service. They are closed through `closing`. */
export function openCallbacks(
  options: ServiceOptions,
  keys: CallbackKeys,
  deps: OpenCallbacksDeps,
  closing: Closing,
): Callbacks {
  const { log } = deps;
  const callbacks = createCallbacks({
    ...deps,
    keys,
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

/**
 * Callback targets that are allowed in addition to public addresses (D-145): the operator's list,
 * or this machine if the service is for tests, whose receivers run on the same machine.
 */
export function allowedTargets(
  options: Pick<ServiceOptions, 'allowCallbacksTo' | 'simulator' | 'demo' | 'data'>,
): readonly string[] {
  if (options.allowCallbacksTo !== undefined) return options.allowCallbacksTo;
  const forTests = options.simulator === true || options.demo === true;
  return forTests || options.data.kind === 'ephemeral' ? LOOPBACK_TARGETS : [];
}

/** The options that name a gateway for one-time codes, with what the messages call its codes. */
const CODES = { codesTo: 'one-time codes', emailCodesTo: 'e-mail codes' } as const;

/** The sender of one-time codes, or null if none is configured. Throws on an invalid address. */
export function openCodes(
  options: ServiceOptions,
  gateway: keyof typeof CODES,
  keys: CallbackKeys,
  deps: Omit<OpenCallbacksDeps, 'store'>,
  closing: Closing,
): DeliverCode<CodeTarget> | null {
  const uri = options[gateway];
  if (uri === undefined) return null;
  const to = callbackAddress(uri);
  const problem = codesAddressProblem(uri, gateway);
  if (to === null || problem !== null) throw new Error(problem ?? notAnAddress(gateway));
  const guard = createAddressGuard(allowedTargets(options));
  const sender = createSender({ guard, wall: deps.wall, extraCa: options.callbackCa ?? null });
  const { host, protocol } = to.url;
  if (protocol === 'http:') {
    deps.log.warn(
      { host },
      `${CODES[gateway]} leave over http, where others on the way can read them`,
    );
  }
  const codes = createCodeSender({ ...deps, to, sender, keys });
  closing.add(codes.stop);
  return codes.deliver;
}

/** The error in the address of a gateway, as a sentence, or null. */
export function codesAddressProblem(
  uri: string,
  gateway: keyof typeof CODES = 'codesTo',
): string | null {
  const codes = CODES[gateway];
  const url = uri.length > LIMITS.uriMax ? undefined : callbackAddress(uri)?.url;
  if (url === undefined) return notAnAddress(gateway);
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    return `The address for ${codes} has no name, password or fragment in it.`;
  }
  return null;
}

function notAnAddress(gateway: keyof typeof CODES): string {
  return `The address for ${CODES[gateway]} must be an http or https URL.`;
}
