import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { appDataDirectory } from '../../shared/node/folders.ts';
import { rootOfBase } from '../../shared/protocol/service-addresses.ts';
import { trustAuthorities } from '../bin/ca-file.js';
import { type Machine, packageRoot } from '../host/adapters/machine.ts';
import { hasConnection, hasOwnService, refuseMixedData } from '../host/pairing/connection-file.ts';
import type { EmbeddedServiceConfig } from '../host/service/options.ts';
import { StartError } from '../host/start-error.ts';
import type { StartOptions } from './arguments.ts';
import { findLan } from './lan-address.ts';

/** The configuration of one start, made before it changes anything except its data directory. */
export type StartConfig = EmbeddedServiceConfig & {
  /** Port of the cashier screen on loopback; 0 takes any free one. */
  readonly screenPort: number;
  /** The remote service; null for an embedded one. */
  readonly remote: RemoteConfig | null;
  readonly window: StartOptions['window'];
  /** The code that the first supervisor must type; the start prints it. None when left out. */
  readonly firstCode?: string;
  /** The lines to print about the choices. */
  readonly words: readonly string[];
};

export type RemoteConfig = {
  /** Base address of the API; null when the till's data contain it, or its screen asks for it. */
  readonly baseUrl: string | null;
  readonly secretFile: 'allowed' | 'refused';
};

/**
 * Makes the configuration, and trusts the authorities of `--ca-file` in this process. An `installed` till without a
 * service asks for one on its screen, and never begins the demo by itself (D-681). Throws `StartError` with one sentence
 * when that file cannot be read.
 */
export function resolveStart(
  options: StartOptions,
  machine: Machine,
  program: 'installed' | 'from_sources',
): StartConfig {
  const { caFile } = options;
  const problem = caFile === null ? null : trustAuthorities(caFile);
  if (problem !== null) throw new StartError(problem);
  const directory = directoryOf(options, machine);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { service: baseUrl, secretFile } = options;
  const isConnected = baseUrl !== null || hasConnection(directory);
  const asks = program === 'installed' && !options.demo && !hasOwnService(directory);
  const remote = isConnected || asks ? { baseUrl, secretFile } : null;
  if (remote !== null) refuseMixedData(directory);
  const lan = findLan(remote === null ? options.reach : 'loopback');
  return {
    directory,
    port: options.port,
    screenPort: options.port === 0 ? 0 : options.port + 1,
    window: options.window,
    lanAddress: lan.address,
    caFile,
    root: packageRoot(),
    remote,
    words: lan.words,
  };
}

/** The code for the first supervisor as an option of the till. */
export const firstCodeOf = ({ firstCode }: StartConfig): string | null => firstCode ?? null;

/**
 * Tills of different services never share a folder, because their journals name different payments.
 */
function directoryOf(
  { data, service }: Pick<StartOptions, 'data' | 'service'>,
  machine: Machine,
): string {
  if (data !== null) return resolve(data);
  const own = appDataDirectory(machine.platform, machine.env);
  if (service === null) return resolve(own);
  const [, place = ''] = rootOfBase(service).split('//', 2);
  return resolve(own, 'tills', place.replace(/[^a-z0-9.-]/gi, '_'));
}
