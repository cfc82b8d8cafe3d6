import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, InlineConfig, Plugin, PluginOption } from 'vite';

/** A worker that caches a screen's shell for use without a network; it has a fixed name. */
const SHELL_WORKER = 'adapters/shell-worker.ts';

const NO_LOCALES = '\0no-locales';

/**
 * The validator contains messages in about fifty languages, a third of a screen's size. The screens
 * show none of them.
 */
const withoutLocales: Plugin = {
  name: 'without-locales',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/locales/index.js') && importer?.includes('/zod/') ? NO_LOCALES : null,
  load: (id) => (id === NO_LOCALES ? 'export {};' : null),
};

/** The font of every screen's text, as the build names it. */
const TEXT_FONT = /(^|\/)atkinson-hyperlegible-next-latin-wght-normal-[\w-]+\.woff2$/;

/** A script that runs before the screen's own, if a screen has one. */
const EARLY = 'adapters/early.ts';

/**
 * Preloads the needs of the first picture with the page. A browser requests a font only when it
 * first lays out text in it and searches the machine for another meanwhile; the first picture would
 * wait and be laid out twice.
 */
const withFirstNeeds = (base: string): Plugin => ({
  name: 'with-first-needs',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const tags: HtmlTagDescriptor[] = [];
      for (const file of Object.values(bundle)) {
        const address = `${base}${file.fileName}`;
        if (TEXT_FONT.test(file.fileName)) {
          const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
          tags.push({ tag: 'link', attrs: { ...font, href: address }, injectTo: 'head' });
        } else if (file.type === 'chunk' && file.facadeModuleId?.endsWith(EARLY)) {
          const attrs = { type: 'module', async: true, src: address };
          tags.push({ tag: 'script', attrs, injectTo: 'head-prepend' });
        }
      }
      return tags;
    },
  },
});

/**
 * The flag of Lightning CSS for `light-dark()`. The style sheet asks by `@supports` for an engine that knows it, so the
 * minifier need not replace it by two variables for each colour.
 */
const LIGHT_DARK = 1 << 20;

type ScreenConfig = {
  /** Folder of the screen's sources. */
  readonly root: string;
  readonly outDir: string;
  /** Base address of the screen's files. */
  readonly base: string;
  readonly plugins: readonly PluginOption[];
};

/** The build configuration of a screen, for the product and its tests. */
export function screenConfig({ root, outDir, base, plugins }: ScreenConfig): InlineConfig {
  const own = [SHELL_WORKER, EARLY].map((name) => join(root, name)).filter(existsSync);
  return {
    configFile: false,
    root,
    base,
    logLevel: 'warn',
    // A worker that loads more files must be a module.
    worker: { format: 'es' },
    plugins: [...plugins, withoutLocales, withFirstNeeds(base)],
    css: { lightningcss: { exclude: LIGHT_DARK } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // The content policy forbids data: scripts and fonts, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Before compression; a test limits the compressed size.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: [join(root, 'index.html'), ...own],
        output: {
          entryFileNames: ({ name }) =>
            name === 'shell-worker' ? 'shell-worker.js' : 'assets/[name]-[hash].js',
        },
      },
    },
  };
}
