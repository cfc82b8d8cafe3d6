import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
