import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

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
  // The test runner sets its own environment, for which React's development build would be selected.
  const { NODE_ENV: environment } = process.env;
  process.env.NODE_ENV = 'production';
  await build({
    configFile: false,
    root: path(folder),
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    resolve: { alias: ALIAS },
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  process.env.NODE_ENV = environment;
  return outDir;
}
