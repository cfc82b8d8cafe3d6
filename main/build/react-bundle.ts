import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const COMMON = {
  bundle: true,
  minify: true,
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * `import text from './x.css?inline'` yields the style sheet as text, as in the screens' bundler.
 */
const inlineSheets: Plugin = {
  name: 'inline-sheets',
  setup(bundler) {
    bundler.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace('?inline', '')),
      namespace: 'inline-sheet',
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'inline-sheet' }, async ({ path }) => {
      const built = await build({ ...COMMON, entryPoints: [path], write: false });
      return { contents: built.outputFiles[0]?.text ?? '', loader: 'text', watchFiles: [path] };
    });
  },
};

/**
 * Builds `react.js` for pages with everything except React, one file for each language but English,
 * and `react.css` with its font, into `outdir`.
 */
export async function bundleReact(source: string, outdir: string): Promise<void> {
  await build({
    ...COMMON,
    entryPoints: { react: source },
    outdir,
    platform: 'browser',
    format: 'esm',
    // Each language but English is a file that a page loads when it needs it.
    splitting: true,
    charset: 'utf8',
    chunkNames: 'react/[name]-[hash]',
    jsx: 'automatic',
    sourcemap: true,
    external: ['react', 'react-dom', 'react/jsx-runtime'],
    plugins: [inlineSheets],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await build({
    ...COMMON,
    entryPoints: { react: join(source, '../fonts.css') },
    outdir,
    loader: { '.woff2': 'file' },
    assetNames: 'fonts/[name]-[hash]',
  });
}
