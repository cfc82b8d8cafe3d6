import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnChild } from '../../shared/node/children.ts';

/**
 * Path of Electron's binary; null when it is not installed. The package itself is never loaded,
 * because it would try to download the binary.
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

/**
 * Runs the till in Electron and returns its exit code. Electron gets the signals of this process, so
 * that Ctrl-C stops both in order.
 */
export function runElectron(path: string, main: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawnChild(path, [main, ...args], { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
