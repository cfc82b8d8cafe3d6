import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder that holds the product's package.json, however deep this file lies in it: in the
 * source tree, in a bundle under dist, or in an installed package. Null where there is none, as in
 * someone else's bundle.
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
