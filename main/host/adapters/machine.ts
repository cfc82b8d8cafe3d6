import { homedir, hostname } from 'node:os';
import { createIds } from '../../../shared/ids/ids.ts';
import { findPackageRoot } from '../../../shared/node/folders.ts';
import { secureRandom } from '../../../shared/node/random.ts';
import { createDeviceClock } from '../../../shared/node/system-clock.ts';
import { activeSpan, withTraceparent } from '../../../shared/node/tracing/tracing.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/**
 * The machine's clock, ids, fetch and randomness; all other modules receive them as dependencies.
 */
export const systemClock = createDeviceClock();
export const systemIds = createIds(secureRandom);
export const systemFetch: typeof fetch = (input, init) =>
  activeSpan() === null
    ? fetch(input, init)
    : fetch(input, { ...init, headers: withTraceparent(init?.headers) });
export { secureRandom };

/** The name of this machine for the merchant portal. */
export function deviceName(): string | null {
  return hostname().slice(0, LIMITS.pairingNameMax) || null;
}

/** The facts about a machine that decide on folders, browsers and windows. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** IANA name of its time zone. */
  readonly zone: string;
};

export const thisMachine: Machine = {
  platform: process.platform,
  home: homedir(),
  env: process.env,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** The product's own folder, which holds the built screens. Throws when the product is elsewhere. */
export function packageRoot(): string {
  const root = findPackageRoot();
  if (root === null) throw new Error('Tillkit runs from its own package, and this is none');
  return root;
}
