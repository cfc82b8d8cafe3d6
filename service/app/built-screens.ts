import { join } from 'node:path';
import { findPackageRoot } from '../../shared/node/package-root.ts';

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
