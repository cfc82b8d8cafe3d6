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

/**
 * Builds a page that uses the package by its name, as a customer's own page would; returns the folder.
 */
export async function buildPage(folder: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'tillkit-page-'));
  await inProduction(() =>
    build({
      configFile: false,
      root: path(folder),
      base: './',
      logLevel: 'warn',
      plugins: [react()],
      resolve: { alias: ALIAS },
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
