import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { inProduction } from '../../main/build/screens.ts';

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** The package's entries for pages, as they are in the tree. */
const ALIAS = [
  { find: 'tillkit/react.css', replacement: path('renderer/react/fonts.css') },
  { find: 'tillkit/react', replacement: path('renderer/react/index.ts') },
];

/** React 18 in place of the React of the tree. */
const REACT_18 = ['react', 'react-dom'].flatMap((name) => [
  { find: new RegExp(`^${name}$`), replacement: path(`node_modules/${name}-18/index.js`) },
  { find: new RegExp(`^${name}/(.*)$`), replacement: path(`node_modules/${name}-18/$1.js`) },
]);

/**
 * Builds a page that uses the package by its name, as a customer's own page would; returns the folder.
 */
export async function buildPage(folder: string, reactVersion: 18 | 19 = 19): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'tillkit-page-'));
  await inProduction(() =>
    build({
      configFile: false,
      root: path(folder),
      base: './',
      logLevel: 'warn',
      plugins: [react()],
      resolve: { alias: [...ALIAS, ...(reactVersion === 18 ? REACT_18 : [])] },
      build: {
        outDir,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    }),
  );
  return outDir;
}
