import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { appDataDirectory } from '../../shared/node/app-data.ts';
import { type Machine, packageRoot } from '../host/adapters/machine.ts';
import { hasConnection } from '../host/pairing/connection-file.ts';
import { refuseMixedData } from '../host/pairing/data-directory.ts';
import type { EmbeddedServiceConfig } from '../host/service/options.ts';
import type { StartOptions } from './arguments.ts';
import { findLan } from './lan.ts';

/** What one start will do, before it does anything but make its data directory. */
export type StartConfig = EmbeddedServiceConfig & {
  /** Port of the cashier screen, where it is hosted on loopback; 0 takes any free one. */
  readonly screenPort: number;
  /** A till of a service that runs elsewhere; null for one with its own embedded service. */
  readonly remote: RemoteConfig | null;
  readonly window: StartOptions['window'];
  /** Asked for when the first supervisor is added; the start prints it. Nothing when left out. */
  readonly firstCode?: string;
  /** What to tell the person about the choices made. */
  readonly words: readonly string[];
};

export type RemoteConfig = {
  /** Base of the API, or null where the till's own data say it. */
  readonly baseUrl: string | null;
  readonly secretFile: 'allowed' | 'refused';
};

export function resolveStart(options: StartOptions, machine: Machine): StartConfig {
  const directory = directoryOf(options, machine);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { service: baseUrl, secretFile } = options;
  const remote = baseUrl !== null || hasConnection(directory) ? { baseUrl, secretFile } : null;
  if (remote !== null) refuseMixedData(directory);
  const lan = findLan(remote === null ? options.reach : 'loopback');
  return {
    directory,
    port: options.port,
    screenPort: options.port === 0 ? 0 : options.port + 1,
    window: options.window,
    lanAddress: lan.address,
    root: packageRoot(),
    remote,
    words: lan.words,
  };
}

/** The code for the first supervisor, as an option of the till. */
export function firstCodeOf({ firstCode }: StartConfig): { readonly firstCode?: string } {
  return firstCode === undefined ? {} : { firstCode };
}

/** Tills of different services never share a folder: their journals name different payments. */
function directoryOf({ data, service }: StartOptions, machine: Machine): string {
  if (data !== null) return resolve(data);
  const own = appDataDirectory(machine.platform, machine.env);
  if (service === null) return resolve(own);
  return resolve(own, 'tills', new URL(service).host.replace(/[^a-z0-9.-]/gi, '_'));
}
