import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Closing } from '../../shared/node/closing.ts';
import { secureRandom } from '../../shared/node/random.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Readiness } from '../api/readiness.ts';
import type { Core } from './core.ts';
import type { ReadDisk } from './disk-space.ts';
import { transportDepsOf } from './network.ts';
import { openOperatorSocket } from './operator/api.ts';
import type { ServiceOptions } from './options.ts';

export type DirectoryServicesDeps = {
  readonly core: Core;
  /** Real time, also if the service has a manual clock. */
  readonly wall: Clock;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  readonly readiness: Readiness;
  readonly disk: ReadDisk;
};

/**
 * On a permanent directory: the keys, and the socket for the operator's programs and commands, with both databases.
 */
export async function openDirectoryServices(
  { data }: Pick<ServiceOptions, 'data'>,
  { core, wall, stopping, readiness, disk }: DirectoryServicesDeps,
  closing: Closing,
): Promise<void> {
  if (data.kind !== 'directory') return;
  const { openKeys, deps } = core;
  const { store, ids, clock, log, addresses } = deps;
  const directory = resolve(data.path);
  const transport = transportDepsOf(core, stopping);
  const { copyTo } = store;
  const copy = async (file: string, gone: AbortSignal): Promise<void> => {
    // A backup has the keys, which the first start generates in the background.
    await openKeys();
    await copyTo?.(file, gone);
  };
  const acting = { store, ids, random: secureRandom, now: clock.now, root: () => addresses().root };
  const state = { notReady: () => readiness.reasons(), disk: () => disk(directory) };
  const operator = { ...acting, ...state, copyTo: copyTo && copy, log, wall, transport };
  closing.add(await openOperatorSocket(directory, operator));
  // Last, so that the socket does not wait for the processor while keys are generated.
  openKeysInBackground(core, closing);
}

/**
 * Reads or generates the keys of a data directory in the background, so that the start does not
 * wait for key generation. Ephemeral data has keys only at their first use.
 */
function openKeysInBackground({ openKeys, deps }: Core, closing: Closing): void {
  const made = setImmediate()
    .then(openKeys)
    .catch((error: unknown) => {
      deps.log.error({ error }, 'the keys could not be opened; their first use tries again');
    });
  closing.add(async () => {
    await made;
  });
}
