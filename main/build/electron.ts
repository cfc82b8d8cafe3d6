import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild';
import { packageRoot } from '../host/adapters/machine.ts';
import { NODE_BUNDLE } from './bundle.ts';
import { pictureThread } from './picture-thread.ts';

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
  const builds = await Promise.all([
    build({
      ...NODE_BUNDLE,
      entryPoints: {
        main: join(root, 'main/electron/main.ts'),
        'service-child': join(root, 'main/electron/service-child.ts'),
      },
      outdir,
      write: false,
      // Rarely used modules, such as the database server's driver, are loaded on demand.
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      assetNames: 'chunks/[name]-[hash]',
      plugins: [bundledTraces, pictureThread()],
    }),
    build({
      ...NODE_BUNDLE,
      entryPoints: {
        preload: join(root, 'main/preload/till.ts'),
        'display-preload': join(root, 'main/preload/customer-display.ts'),
        'kiosk-preload': join(root, 'main/preload/kiosk.ts'),
      },
      outdir,
      write: false,
      ...ONE_FILE,
    }),
    build({
      ...NODE_BUNDLE,
      entryPoints: { updater: join(root, 'main/electron/updater-entry.ts') },
      outdir,
      write: false,
      ...ONE_FILE,
      // The archive is loaded at every start, and a foreign package's code needs no source map.
      minify: true,
      sourcemap: false,
    }),
  ]);
  const files = builds.flatMap(({ outputFiles }) => outputFiles ?? []);
  writeChanged(join(root, 'dist'), files);
  removeOthers(
    join(outdir, 'chunks'),
    files.map(({ path }) => path),
  );
}

/**
 * Writes the files that differ, each in one step: the packager, or a till that starts, may read them
 * meanwhile. `folder` is on the same disk.
 */
function writeChanged(folder: string, files: readonly OutputFile[]): void {
  mkdirSync(folder, { recursive: true });
  const beside = mkdtempSync(join(folder, 'electron-'));
  try {
    for (const { path, contents } of files) {
      if (isSame(path, contents)) continue;
      const written = join(beside, basename(path));
      writeFileSync(written, contents);
      mkdirSync(dirname(path), { recursive: true });
      renameSync(written, path);
    }
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function isSame(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

/** Removes chunks of earlier builds, which would be packed into every installer. */
function removeOthers(folder: string, built: readonly string[]): void {
  const names = new Set(built.map((path) => basename(path)));
  for (const name of readdirSync(folder)) {
    if (!names.has(name)) rmSync(join(folder, name), { force: true });
  }
}
