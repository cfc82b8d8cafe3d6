import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../host/package-root.ts';
import { NODE_BUNDLE } from './bundle.ts';

/**
 * Builds dist/electron: main and the service's process as ES modules, each window's preload as
 * one CommonJS file, because a sandboxed preload can load nothing beside itself.
 */
export async function buildElectron(): Promise<void> {
  const root = packageRoot();
  const outdir = join(root, 'dist/electron');
  await Promise.all([
    build({
      ...NODE_BUNDLE,
      entryPoints: {
        main: join(root, 'main/electron/main.ts'),
        'service-child': join(root, 'main/electron/service-child.ts'),
      },
      outdir,
    }),
    build({
      ...NODE_BUNDLE,
      entryPoints: {
        preload: join(root, 'main/preload/till.ts'),
        'display-preload': join(root, 'main/preload/customer-display.ts'),
      },
      outdir,
      packages: 'bundle',
      external: ['electron'],
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
    }),
  ]);
}
