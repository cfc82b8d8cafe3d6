import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The user's folder for application data, by the rules of the operating system. */
export function appDataDirectory(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  switch (platform) {
    case 'win32':
      return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'tillkit');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'tillkit');
    default:
      return join(xdgFolder(homedir(), environment.XDG_DATA_HOME, '.local/share'), 'tillkit');
  }
}

/** A folder by the rules of Linux desktops: the environment variable, if it is an absolute path. */
export function xdgFolder(home: string, configured: string | undefined, usual: string): string {
  return configured?.startsWith('/') === true ? configured : join(home, usual);
}

/**
 * The folder with the product's package.json, at any depth above this file: in the source tree, in
 * a bundle under dist, or in an installed package. Null if there is none, as in an embedder's
 * bundle.
 */
export function findPackageRoot(from: string = import.meta.url): string | null {
  let folder = dirname(fileURLToPath(from));
  for (;;) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && /"name":\s*"tillkit"/.test(readFileSync(file, 'utf8'))) return folder;
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}

/**
 * Folder of a built screen. It is the same for the sources, for a bundle under dist and its chunks,
 * and for an installed package.
 */
export function builtScreen(name: 'wallet' | 'portal'): string {
  return join(findPackageRoot() ?? '.', 'dist/screens', name);
}

/** Folder of the wallet pages. */
export function builtWallet(): string {
  return builtScreen('wallet');
}
