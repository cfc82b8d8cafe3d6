import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { appDataDirectory } from '../../service/operate/app-data.ts';
import type { Machine } from '../host/adapters/machine.ts';
import { packageRoot } from '../host/package-root.ts';
import type { ServicePlan } from '../host/service-options.ts';
import type { StartOptions } from './arguments.ts';
import { findLan } from './lan.ts';

/** What one start will do, before it does anything but make its data directory. */
export type StartPlan = ServicePlan & {
  /** Port of the cashier screen, where it is hosted on loopback; 0 takes any free one. */
  readonly screenPort: number;
  /** What to tell the person about the choices made. */
  readonly words: readonly string[];
};

export function planStart(options: StartOptions, machine: Machine): StartPlan {
  const directory = resolve(options.data ?? appDataDirectory(machine.platform, machine.env));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lan = findLan(options.reach);
  return {
    directory,
    port: options.port,
    screenPort: options.port === 0 ? 0 : options.port + 1,
    lanAddress: lan.address,
    root: packageRoot(),
    words: lan.words,
  };
}
