import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Where a service keeps its data: a permanent directory, or one that is removed when the service
 * stops.
 */
export type DataPlace =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'ephemeral' };

export type DataDirectory = {
  readonly path: string;
  /** Path of the embedded database. */
  readonly database: string;
  /** Releases the directory; an ephemeral one is removed. */
  release(): Promise<void>;
};

/** Makes the directory, readable by its owner only. Throws errors of the file system. */
export async function openDataDirectory(place: DataPlace): Promise<DataDirectory> {
  if (place.kind === 'directory') {
    const path = resolve(place.path);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return { path, database: join(path, 'tillkit.db'), release: async () => {} };
  }
  const path = await mkdtemp(join(tmpdir(), 'tillkit-'));
  return {
    path,
    database: join(path, 'tillkit.db'),
    release: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
