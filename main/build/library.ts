import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../host/adapters/machine.ts';
import { NODE_BUNDLE } from './bundle.ts';
import { bundleReact } from './react-bundle.ts';
import { bundleService } from './service-bundle.ts';

/** The package's exports and the source of each. */
const ENTRIES = {
  core: 'shared/index',
  terminal: 'shared/terminal/index',
  client: 'shared/client/index',
  service: 'service/index',
  host: 'main/host/index',
  electron: 'main/electron/index',
} as const;

/** Exports for pages, bundled for browsers, so that an embedder needs no other package. */
const PAGES = { react: 'renderer/react/index' } as const;

/**
 * The installed commands, without declarations because no module imports them. The service's
 * command has a separate bundle.
 */
const COMMANDS = {
  'admin-cli': 'service/app/admin/cli',
  start: 'main/start',
  'terminal-cli': 'main/terminal/cli',
  'journal-cli': 'main/journal',
  'diagnose-cli': 'main/diagnose',
  'kiosk-pin-cli': 'main/kiosk-pin',
  'pair-cli': 'main/pair',
} as const;

/**
 * Builds dist/lib, or another folder: one module for each export with common chunks and
 * declarations.
 */
export async function buildLibrary(outdir = join(packageRoot(), 'dist/lib')): Promise<void> {
  const root = packageRoot();
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await build({
    ...NODE_BUNDLE,
    entryPoints: Object.fromEntries(
      Object.entries({ ...ENTRIES, ...COMMANDS }).map(([name, source]) => [
        name,
        join(root, `${source}.ts`),
      ]),
    ),
    outdir,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  });
  await bundleService(join(root, 'service/app/cli.ts'), outdir);
  await bundleReact(join(root, `${PAGES.react}.ts`), outdir);
  await declarations(root, outdir);
}

/** Writes the declarations as a tree, and for each bundle a file that points into it. */
async function declarations(root: string, outdir: string): Promise<void> {
  const declared = { ...ENTRIES, ...PAGES };
  const config = join(outdir, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      // This type declares the imported style sheets.
      types: ['node', 'vite/client'],
      rootDir: root,
      outDir: join(outdir, 'types'),
    },
    include: Object.values(declared).map((source) => join(root, `${source}.ts`)),
  };
  writeFileSync(config, JSON.stringify(settings));
  await run(root, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]);
  rmSync(config);
  for (const [name, source] of Object.entries(declared)) {
    writeFileSync(join(outdir, `${name}.d.ts`), `export * from './types/${source}.js';\n`);
  }
}

function run(cwd: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the compiler ended with ${code}`)),
    );
  });
}
