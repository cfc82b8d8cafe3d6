import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Closing } from '../../shared/node/closing.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { openAdminSocket } from './admin/socket.ts';
import type { Core } from './core.ts';
import { transportDepsOf } from './network.ts';
import { openOperatorSocket } from './operator/api.ts';
import type { ServiceOptions } from './options.ts';

export type DirectoryServicesDeps = {
  readonly core: Core;
  /** Real time, also if the service has a manual clock. */
  readonly wall: Clock;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
};

/**
 * On a permanent directory: the keys, and the sockets for the operator's programs and commands. Both
 * databases have the operator API; commands reach PostgreSQL without the service.
 */
export async function openDirectoryServices(
  { data }: Pick<ServiceOptions, 'data'>,
  { core, wall, stopping }: DirectoryServicesDeps,
  closing: Closing,
): Promise<void> {
  if (data.kind !== 'directory') return;
  const { openKeys, deps } = core;
  const { store, ids, clock, log, addresses } = deps;
  const directory = resolve(data.path);
  const transport = transportDepsOf(core, stopping);
  const operator = { store, ids, now: clock.now, log, wall, transport };
  closing.add(await openOperatorSocket(directory, operator));
  const { copyTo } = store;
  if (copyTo !== null) {
    const copy = async (file: string, stopping: AbortSignal): Promise<void> => {
      // A backup has the keys, which the first start generates in the background.
      await openKeys();
      await copyTo(file, stopping);
    };
    const root = () => addresses().root;
    closing.add(await openAdminSocket(directory, { store, copy, root, log }));
  }
  // Last, so that the sockets do not wait for the processor while keys are generated.
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
