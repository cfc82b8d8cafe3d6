import type { Closing } from '../../shared/node/closing.ts';
import { createAddressGuard } from '../callbacks/address-guard.ts';
import type { DeliverCode } from '../callbacks/code-sender.ts';
import { createCodeSender } from '../callbacks/code-sender.ts';
import { codesAddressProblem } from '../callbacks/codes-address.ts';
import type { CallbackKeys } from '../callbacks/keys.ts';
import { createSender } from '../callbacks/sender.ts';
import { allowedTargets } from './allowed-targets.ts';
import type { OpenCallbacksDeps } from './open-callbacks.ts';
import type { ServiceOptions } from './options.ts';

/** How codes leave this service, or null where nothing says so. Throws on a bad address. */
export function openCodes(
  options: ServiceOptions,
  keys: CallbackKeys,
  deps: Omit<OpenCallbacksDeps, 'store'>,
  closing: Closing,
): DeliverCode | null {
  const { codesTo: uri } = options;
  if (uri === undefined) return null;
  const problem = codesAddressProblem(uri);
  if (problem !== null) throw new Error(problem);
  const guard = createAddressGuard(allowedTargets(options));
  const sender = createSender({ guard, wall: deps.wall, extraCa: options.callbackCa ?? null });
  const { host, protocol } = new URL(uri);
  if (protocol === 'http:') {
    deps.log.warn(
      { host },
      'one-time codes leave over http, where others on the way can read them',
    );
  }
  const codes = createCodeSender({ ...deps, uri, sender, keys });
  closing.add(codes.stop);
  return codes.deliver;
}
