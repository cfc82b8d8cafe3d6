import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';

/** Name of the socket in the data directory: programs of the operator and `tillkit admin` reach a service there (D-212). */
export const OPERATOR_SOCKET = 'operator.sock';

/** The longest path of a Unix socket on every supported system, bytes. */
const PATH_BYTES_MAX = 103;

/**
 * Lets a server listen on the socket in the data directory, for its owner only. Returns the function that removes the
 * socket after the server was closed; null where the path is too long for one.
 */
export async function listenPrivately(
  server: Server,
  directory: string,
): Promise<(() => Promise<void>) | null> {
  const path = join(directory, OPERATOR_SOCKET);
  // The socket is made in a folder that only its owner enters, and moved when it has its mode.
  const folder = await mkdtemp(join(directory, '.operator-'));
  try {
    const made = join(folder, 's');
    if (Buffer.byteLength(made) > PATH_BYTES_MAX) return null;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(made, () => {
        server.off('error', reject);
        resolve();
      });
    });
    await chmod(made, 0o600);
    await rename(made, path);
  } finally {
    await rm(folder, { recursive: true });
  }
  const own = await stat(path);
  return async () => {
    const there = await stat(path).catch(() => null);
    // A process that started meanwhile has its own socket there.
    if (there?.ino === own.ino) await rm(path, { force: true });
  };
}
