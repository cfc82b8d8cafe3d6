import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Closing } from '../../shared/node/closing.ts';
import { openAdminSocket } from './admin/socket.ts';
import type { Core } from './core.ts';
import type { ServiceOptions } from './options.ts';

/** On a permanent directory: the keys, and the socket for the operator's commands. */
export async function openDirectoryServices(
  { data }: Pick<ServiceOptions, 'data'>,
  core: Core,
  closing: Closing,
): Promise<void> {
  if (data.kind !== 'directory') return;
  openKeysInBackground(core, closing);
  const { openKeys, deps } = core;
  const { store, log, addresses } = deps;
  const { copyTo } = store;
  if (copyTo === null) return;
  async function copy(file: string, stopping: AbortSignal): Promise<void> {
    // A backup has the keys, which the first start generates in the background.
    await openKeys();
    await copyTo?.(file, stopping);
  }
  const root = () => addresses().root;
  closing.add(await openAdminSocket(resolve(data.path), { store, copy, root, log }));
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
