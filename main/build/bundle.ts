import type { BuildOptions } from 'esbuild';

/** What all bundles of the product share: Node 24, packages left where npm put them. */
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
