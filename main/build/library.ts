import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { spawnChild } from '../../shared/node/children.ts';
import { packageRoot } from '../host/adapters/machine.ts';
import { NODE_BUNDLE } from './bundle.ts';
import { pictureThread } from './picture-thread.ts';
import { bundleReact } from './react-bundle.ts';
import { builtinsByCall, bundleService } from './service-bundle.ts';

/** The oldest major version of Node.js that the product runs on; `engines` says the same. */
export const NODE_MIN = 24;

/** The package's exports and the source of each. */
export const ENTRIES = {
  index: 'main/index',
  core: 'shared/index',
  terminal: 'shared/terminal/index',
  client: 'shared/client/index',
  service: 'service/index',
  host: 'main/host/index',
  electron: 'main/electron/index',
  vite: 'main/dev/vite-plugin',
  testing: 'main/testing/index',
  'testing/vitest': 'main/testing/vitest',
  'testing/playwright': 'main/testing/playwright',
} as const;

/** Exports for pages, bundled for browsers, so that an embedder needs no other package. */
export const PAGES = { react: 'renderer/react/index' } as const;

/** The name of an export's files in dist/lib, where all entries lie side by side. */
export const fileOf = (name: string): string => name.replaceAll('/', '-');

/**
 * The installed commands, without declarations because no module imports them. The service's
 * command has a separate bundle.
 */
const COMMANDS = {
  'admin-cli': 'service/app/admin/cli',
  'conform-cli': 'main/commands/conform',
  start: 'main/start',
  'terminal-cli': 'main/commands/terminal/cli',
  'journal-cli': 'main/commands/journal',
  'books-cli': 'main/commands/books',
  'diagnose-cli': 'main/commands/diagnose',
  'kiosk-pin-cli': 'main/commands/kiosk-pin',
  'pair-cli': 'main/commands/pair',
  'dev-cli': 'main/dev',
  'torture-cli': 'main/commands/torture',
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
        fileOf(name),
        join(root, `${source}.ts`),
      ]),
    ),
    outdir,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    assetNames: 'chunks/[name]-[hash]',
    plugins: [builtinsByCall, pictureThread()],
  });
  await bundleService(root, outdir);
  await bundleReact(join(root, `${PAGES.react}.ts`), outdir);
  guardEntries(outdir);
  await declarations(root, outdir);
}

/**
 * Every export first checks the version of Node.js: an older one would fail later, with the name of
 * a function instead of the reason. Other runtimes, such as a browser, have no such version.
 */
const GUARD = `const version = globalThis.process?.versions?.node;
if (version !== undefined && Number(version.split('.')[0]) < ${NODE_MIN}) {
  throw new Error(\`Tillkit needs Node ${NODE_MIN} or newer; this is Node \${version}.\`);
}
`;

function guardEntries(outdir: string): void {
  writeFileSync(join(outdir, 'needs-node.js'), GUARD);
  for (const name of Object.keys({ ...ENTRIES, ...PAGES })) {
    const file = join(outdir, `${fileOf(name)}.js`);
    // On the same line, so that the lines of the source map stay right.
    writeFileSync(file, `import './needs-node.js';${readFileSync(file, 'utf8')}`);
  }
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
  await run(root, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    config,
    '--singleThreaded',
  ]);
  rmSync(config);
  for (const [name, source] of Object.entries(declared)) {
    writeFileSync(join(outdir, `${fileOf(name)}.d.ts`), `export * from './types/${source}.js';\n`);
  }
  writeFileSync(join(outdir, 'react.css.d.ts'), 'export {};\n');
  const entries = [...Object.keys(declared).map(fileOf), 'react.css'];
  finishDeclarations(
    outdir,
    entries.map((name) => join(outdir, `${name}.d.ts`)),
  );
}

function run(cwd: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawnChild(process.execPath, args, { cwd, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the compiler ended with ${code}`)),
    );
  });
}

const SPECIFIER = /((?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)["'])(\.[^"'\n]+)(["'])/g;

/**
 * Completes a tree of declarations for a package: relative imports end in `.js`, as they do in the
 * bundles, and files that no entry reaches are removed. Throws when an entry reaches a file that
 * does not exist.
 */
export function finishDeclarations(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (!existsSync(file)) throw new Error(`the declarations import ${file}, which is missing`);
    const text = readFileSync(file, 'utf8').replace(
      SPECIFIER,
      (_all, before: string, target: string, after: string) =>
        before + target.replace(/\.tsx?$/, '.js') + after,
    );
    writeFileSync(file, text);
    for (const [, , target = ''] of text.matchAll(SPECIFIER)) {
      queue.push(join(dirname(file), target.replace(/\.js$/, '.d.ts')));
    }
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
