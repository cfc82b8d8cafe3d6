import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { packageRoot } from '../host/adapters/machine.ts';
import { NODE_BUNDLE } from './bundle.ts';

const ONE_FILE: BuildOptions = {
  packages: 'bundle',
  external: ['electron'],
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
};

/**
 * The packages that export traces are bundled: they are ten packages with four megabytes of constants, of
 * which a bundle keeps a twentieth. electron-builder.yml leaves out their files and keeps their licences.
 */
const bundledTraces: Plugin = {
  name: 'bundled-traces',
  setup(bundler) {
    bundler.onResolve({ filter: /^@opentelemetry\// }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
      sideEffects: false,
    }));
  },
};

/**
 * Builds dist/electron: main and the service's process as ES modules, each window's preload script
 * as one CommonJS file, because a sandboxed preload cannot load other files, and the updater, whose
 * package is CommonJS.
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
      // Rarely used modules, such as the database server's driver, are loaded on demand.
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      plugins: [bundledTraces],
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
      // The archive is loaded at every start, and a foreign package's code needs no source map.
      minify: true,
      sourcemap: false,
    }),
  ]);
  removeOthers(join(outdir, 'chunks'), Object.keys(metafile.outputs));
}

/** Removes chunks of earlier builds, which would be packed into every installer. */
function removeOthers(folder: string, built: readonly string[]): void {
  const names = new Set(built.map((path) => basename(path)));
  for (const name of readdirSync(folder)) {
    if (!names.has(name)) rmSync(join(folder, name), { force: true });
  }
}
