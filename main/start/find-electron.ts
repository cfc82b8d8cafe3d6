import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Path of Electron's binary, or null where it is absent. The package itself is never loaded: it
 * would try to download the binary at once.
 */
export function findElectron(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : null;
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  const path = override
    ? join(override, name ?? 'electron')
    : name === null
      ? null
      : join(folder, 'dist', name);
  return path !== null && existsSync(path) ? path : null;
}
