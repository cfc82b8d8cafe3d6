import { join } from 'node:path';
import { findPackageRoot } from './package-root.ts';

/**
 * Folder of the wallet page as the build leaves it: the same from the sources, from a bundle under
 * dist and its chunks, and from an installed package.
 */
export function builtWallet(): string {
  return join(findPackageRoot() ?? '.', 'dist/screens/wallet');
}
