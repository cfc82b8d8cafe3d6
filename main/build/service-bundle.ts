import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { NODE_BUNDLE } from './bundle.ts';
import { licencesOf } from './licences.ts';

/** Members of the runtime's modules that load its whole browser-like client when they are read. */
const HEAVY: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['WebSocket', 'CloseEvent', 'MessageEvent'],
};

/**
 * The runtime's modules by the engine's own call. An `import` of one reads all of its members, also
 * the heavy ones, which this product never uses: a tenth of the start. They are left out here; a
 * build that imports one says so.
 */
const builtinsByCall: Plugin = {
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

/** Of the validator's fifty languages the product speaks the one that is always loaded. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup(bundler) {
    bundler.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * Builds the service's command into `outdir`, with the packages it is made of: one file is found,
 * read and compiled in a fraction of the time of four hundred. What few services use, such as the
 * driver of a database server, is a file beside it. The packages' licences go with them.
 */
export async function bundleService(source: string, outdir: string): Promise<void> {
  const { metafile } = await build({
    ...NODE_BUNDLE,
    packages: 'bundle',
    // Optional parts that no package of ours brings; their absence is noticed by who asks.
    external: ['pg-native', 'bufferutil', 'utf-8-validate'],
    entryPoints: { 'service-cli': source },
    outdir,
    splitting: true,
    chunkNames: 'service/[name]-[hash]',
    plugins: [builtinsByCall, oneLanguage],
    // Packages that are written as CommonJS ask with this for what is not in the bundle.
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
    sourcesContent: false,
    metafile: true,
  });
  writeFileSync(join(outdir, 'service/LICENCES.txt'), licencesOf(Object.keys(metafile.inputs)));
}
