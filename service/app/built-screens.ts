import { join } from 'node:path';
import { findPackageRoot } from '../../shared/node/package-root.ts';

/**
 * Folder of a screen as the build leaves it: the same from the sources, from a bundle under dist
 * and its chunks, and from an installed package.
 */
export function builtScreen(name: 'wallet' | 'portal'): string {
  return join(findPackageRoot() ?? '.', 'dist/screens', name);
}

/** Folder of the customer's pages. */
export function builtWallet(): string {
  return builtScreen('wallet');
}
