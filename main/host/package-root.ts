import { findPackageRoot } from '../../shared/node/package-root.ts';

/** The product's own folder, where the built screens are. Throws where there is none. */
export function packageRoot(): string {
  const root = findPackageRoot();
  if (root === null) throw new Error('Tillkit runs from its own package, and this is none');
  return root;
}
