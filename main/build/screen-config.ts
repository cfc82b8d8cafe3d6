import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { InlineConfig, Plugin, PluginOption } from 'vite';

/** A worker that keeps a screen's shell for when there is no network; it has a name that stays. */
const SHELL_WORKER = 'adapters/shell-worker.ts';

const NO_LOCALES = '\0no-locales';

/**
 * The validator carries its messages in some fifty languages, a third of a screen's weight. The
 * screens show none of them: what a person reads is in their own words.
 */
const withoutLocales: Plugin = {
  name: 'without-locales',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/locales/index.js') && importer?.includes('/zod/') ? NO_LOCALES : null,
  load: (id) => (id === NO_LOCALES ? 'export {};' : null),
};

type ScreenConfig = {
  /** Folder of the screen's sources. */
  readonly root: string;
  readonly outDir: string;
  /** Address below which the screen's files are asked for. */
  readonly base: string;
  readonly plugins: readonly PluginOption[];
};

/** How a screen is built, for the product and for its tests alike. */
export function screenConfig({ root, outDir, base, plugins }: ScreenConfig): InlineConfig {
  const worker = join(root, SHELL_WORKER);
  return {
    configFile: false,
    root,
    base,
    logLevel: 'warn',
    plugins: [...plugins, withoutLocales],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // The content policy allows no data: scripts or fonts, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Before compression; a test of the screens holds the size that matters.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: [join(root, 'index.html'), ...(existsSync(worker) ? [worker] : [])],
        output: {
          entryFileNames: ({ name }) =>
            name === 'shell-worker' ? 'shell-worker.js' : 'assets/[name]-[hash].js',
        },
      },
    },
  };
}
