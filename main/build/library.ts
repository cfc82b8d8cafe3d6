import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../host/adapters/machine.ts';
import { NODE_BUNDLE } from './bundle.ts';
import { bundleReact } from './react-bundle.ts';
import { bundleService } from './service-bundle.ts';

/** What an integrator imports, and the source that each name stands for. */
const ENTRIES = {
  core: 'shared/index',
  terminal: 'shared/terminal/index',
  client: 'shared/client/index',
  service: 'service/index',
  host: 'main/host/index',
  electron: 'main/electron/index',
} as const;

/** What a page imports; bundled for browsers, so that an embedder needs no package of ours. */
const PAGES = { react: 'renderer/react/index' } as const;

/**
 * What the installed command runs; without declarations, because nobody imports it. The service's
 * own command is a bundle of its own.
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
 * Builds dist/lib, or another folder of the package: one module per export of the package with what
 * they share in common chunks, and the declarations beside it.
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

/** Writes the declarations as a tree, and beside each bundle a file that points into it. */
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
      // The style sheets that the pages import as texts are declared there.
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
