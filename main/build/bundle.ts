import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** Options of all bundles: Node.js 24, with packages left outside. */
export const NODE_BUNDLE = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The latest modification time below `paths`; 0 for missing files. */
function newest(paths: readonly string[]): number {
  let latest = 0;
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const stat = statSync(path);
    // A folder's own time changes when a file in it is removed.
    latest = Math.max(latest, stat.mtimeMs);
    if (stat.isDirectory()) {
      latest = Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))));
    }
  }
  return latest;
}

/** True when `product` exists and nothing in `sources` is newer. */
export function upToDate(product: string, sources: readonly string[]): boolean {
  return existsSync(product) && statSync(product).mtimeMs > newest(sources);
}
