import { homedir, hostname } from 'node:os';
import { createIds } from '../../../shared/ids/ids.ts';
import { findPackageRoot } from '../../../shared/node/package-root.ts';
import { secureRandom } from '../../../shared/node/random.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** What the host takes from the machine that it runs on; everything else gets it handed in. */
export const systemClock = createSystemClock();
export const systemIds = createIds(secureRandom);
export const systemFetch: typeof fetch = (input, init) => fetch(input, init);
export { secureRandom };

/** What this machine is called, as the merchant portal shows it. */
export function deviceName(): string | null {
  return hostname().slice(0, LIMITS.pairingNameMax) || null;
}

/** IANA name of the time zone that this machine is set to. */
export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What choices about folders, browsers and windows depend on. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export const thisMachine: Machine = {
  platform: process.platform,
  home: homedir(),
  env: process.env,
};

/** The product's own folder, which holds the built screens. Throws when the product is elsewhere. */
export function packageRoot(): string {
  const root = findPackageRoot();
  if (root === null) throw new Error('Tillkit runs from its own package, and this is none');
  return root;
}
