import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { NODE_BUNDLE } from './bundle.ts';
import { pictureThread } from './picture-thread.ts';

/** Members of Node's modules that load more of Node when read: its browser-like client, its file streams. */
const HEAVY: Readonly<Record<string, readonly string[]>> = {
  'node:fs': ['ReadStream', 'WriteStream', 'FileReadStream', 'FileWriteStream', 'Utf8Stream'],
  'node:http': ['WebSocket', 'CloseEvent', 'MessageEvent'],
};

/**
 * Loads Node's modules with the runtime's own call. An `import` of one reads all of its members,
 * including the heavy ones that this product never uses, which costs a tenth of the start. They are
 * left out here; a build that imports one fails.
 */
export const builtinsByCall: Plugin = {
  name: 'builtins-by-call',
  setup(bundler) {
    bundler.onResolve({ filter: /^[a-z0-9:_/]+$/ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return null;
      return { path, namespace: kind === 'require-call' ? 'builtin-required' : 'builtin' };
    });
    const call = (path: string) => `process.getBuiltinModule(${JSON.stringify(path)})`;
    bundler.onLoad({ filter: /.*/, namespace: 'builtin-required' }, ({ path }) => ({
      contents: `module.exports = ${call(path)};`,
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: [
        `const it = ${call(path)};`,
        'export default it;',
        ...membersOf(path).map((name) => `export const ${name} = it.${name};`),
      ].join('\n'),
    }));
  },
};

function membersOf(path: string): readonly string[] {
  const name = path.startsWith('node:') ? path : `node:${path}`;
  const without = ['default', ...(HEAVY[name] ?? [])];
  return Object.keys(process.getBuiltinModule(path) ?? {}).filter(
    (member) => /^[a-z]\w*$/i.test(member) && !without.includes(member),
  );
}

/** Keeps only the always loaded language of the validator. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup(bundler) {
    bundler.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * Leaves out the media types of single vendors: the table is read and sorted at each start. The service
 * sends and reads none of them, except its own, which is not in the table.
 */
export const commonMediaTypes: Plugin = {
  name: 'common-media-types',
  setup(bundler) {
    bundler.onLoad({ filter: /mime-db[\\/]db\.json$/ }, ({ path }) => {
      const all: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(path, 'utf8'));
      const common = Object.entries(all).filter(([type]) => !/\/(?:vnd|prs)\./.test(type));
      return { contents: JSON.stringify(Object.fromEntries(common)), loader: 'json' };
    });
  },
};

/** The service's command: the file that is built, and its source. */
export const SERVICE_COMMAND = { 'service-cli': 'service/app/cli.ts' };

/**
 * Builds commands of the service, below `root`, into `outdir` with their packages: one file loads in
 * a fraction of the time of four hundred. Rarely used modules, such as the database server's driver,
 * are separate files. The packages' licences are included.
 */
export async function bundleService(
  root: string,
  outdir: string,
  commands: Readonly<Record<string, string>> = SERVICE_COMMAND,
): Promise<void> {
  const inner: string[] = [];
  const { metafile } = await build({
    ...NODE_BUNDLE,
    packages: 'bundle',
    // Optional packages that are not installed; their users handle the absence.
    external: ['pg-native', 'bufferutil', 'utf-8-validate'],
    entryPoints: Object.fromEntries(
      Object.entries(commands).map(([name, source]) => [name, join(root, source)]),
    ),
    outdir,
    splitting: true,
    // Less text to read. Lines stay short, so that a stack trace still says where.
    minifyWhitespace: true,
    lineLimit: 120,
    chunkNames: 'service/[name]-[hash]',
    assetNames: 'service/[name]-[hash]',
    plugins: [
      builtinsByCall,
      oneLanguage,
      commonMediaTypes,
      pictureThread((files) => inner.push(...files)),
    ],
    // CommonJS packages use this to load what is not in the bundle.
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
    sourcesContent: false,
    metafile: true,
  });
  writeFileSync(
    join(outdir, 'service/LICENCES.txt'),
    licencesOf([...Object.keys(metafile.inputs), ...inner]),
  );
}

const FOLDER = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const FILE = /^licen[cs]e/i;

/**
 * The licences of the packages of `files` as one text, which is delivered with the bundle. A
 * package without a licence file is listed with its manifest's licence.
 */
function licencesOf(files: readonly string[]): string {
  const folders = files
    .map((file) => FOLDER.exec(file)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(72)}\n\n`);
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const head = `${name} ${version}, ${license}`;
  const file = readdirSync(resolve(folder)).find((entry) => FILE.test(entry));
  if (file === undefined) return `${head}\n`;
  return `${head}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
