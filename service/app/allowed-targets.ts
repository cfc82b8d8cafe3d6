import { LOOPBACK_TARGETS } from '../callbacks/address-guard.ts';
import type { ServiceOptions } from './options.ts';

/**
 * What callbacks may go to beside public addresses (D-145): what the operator lists, or else this
 * machine where the service is one for tests, whose receivers run next to it.
 */
export function allowedTargets(
  options: Pick<ServiceOptions, 'allowCallbacksTo' | 'simulator' | 'demo' | 'data'>,
): readonly string[] {
  if (options.allowCallbacksTo !== undefined) return options.allowCallbacksTo;
  const forTests = options.simulator === true || options.demo === true;
  return forTests || options.data.kind === 'ephemeral' ? LOOPBACK_TARGETS : [];
}
