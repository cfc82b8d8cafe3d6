import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beginKeyPairs } from '../../../shared/node/key-pair.ts';
import type { ServiceOptions } from '../options.ts';

/** The name says what it holds, for whoever finds it in the data directory. */
export const DEMO_CREDENTIALS = 'demo-credentials.json';

/** The shop's administrator, the neighbour, the integrator. */
const DEMO_KEYS = 3;

/** Begins the keys of a demo that has none yet, while the rest of the service is being loaded. */
export function beginDemo({ demo, data }: Pick<ServiceOptions, 'demo' | 'data'>): void {
  if (demo !== true) return;
  if (data.kind === 'directory' && existsSync(join(data.path, DEMO_CREDENTIALS))) return;
  beginKeyPairs(DEMO_KEYS);
}
