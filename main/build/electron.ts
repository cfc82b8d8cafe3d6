import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { packageRoot } from '../host/adapters/machine.ts';
import { NODE_BUNDLE } from './bundle.ts';

const ONE_FILE: BuildOptions = {
  packages: 'bundle',
  external: ['electron'],
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
};

/**
 * Builds dist/electron: main and the service's process as ES modules, each window's preload as
 * one CommonJS file, because a sandboxed preload can load nothing beside itself; and the updater,
 * whose package is written as CommonJS.
 */
export async function buildElectron(): Promise<void> {
  const root = packageRoot();
  const outdir = join(root, 'dist/electron');
  const [{ metafile }] = await Promise.all([
    build({
      ...NODE_BUNDLE,
      entryPoints: {
        main: join(root, 'main/electron/main.ts'),
        'service-child': join(root, 'main/electron/service-child.ts'),
      },
      outdir,
      // What few tills use, such as the driver of a database server, is loaded when it is asked for.
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      metafile: true,
    }),
    build({
      ...NODE_BUNDLE,
      entryPoints: {
        preload: join(root, 'main/preload/till.ts'),
        'display-preload': join(root, 'main/preload/customer-display.ts'),
        'kiosk-preload': join(root, 'main/preload/kiosk.ts'),
      },
      outdir,
      ...ONE_FILE,
    }),
    build({
      ...NODE_BUNDLE,
      entryPoints: { updater: join(root, 'main/electron/updater-entry.ts') },
      outdir,
      ...ONE_FILE,
      // Nobody reads a foreign package's code there, and the archive is loaded at every start.
      minify: true,
      sourcemap: false,
    }),
  ]);
  removeOthers(join(outdir, 'chunks'), Object.keys(metafile.outputs));
}

/** Takes away the pieces of earlier builds, which would go into every installer. */
function removeOthers(folder: string, built: readonly string[]): void {
  const names = new Set(built.map((path) => basename(path)));
  for (const name of readdirSync(folder)) {
    if (!names.has(name)) rmSync(join(folder, name), { force: true });
  }
}
