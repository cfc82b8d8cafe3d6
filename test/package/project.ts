import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

/* An empty project with the package in it, as an integrator has it, without the network. */

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const GUIDES = join(ROOT, 'docs/guides');
const run = promisify(execFile);

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

function manifestOf(folder: string) {
  return manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

/**
 * Links what an installation of the package brings: its dependencies, and theirs in turn, from this
 * repository's packages. Nothing else is visible in the project, unless `also` names it.
 */
export function linkDependencies(project: string, also: readonly string[]): void {
  const { dependencies } = manifestOf(join(project, 'node_modules/tillkit'));
  const queue = [...Object.keys(dependencies), ...also];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const from = join(ROOT, 'node_modules', name);
    const to = join(project, 'node_modules', name);
    if (existsSync(to) || !existsSync(from)) continue;
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to, 'dir');
    const needed = manifestOf(from);
    queue.push(...Object.keys({ ...needed.dependencies, ...needed.optionalDependencies }));
  }
}

/** A block of code of a guide; `info` is the text behind the opening fence. */
export type Block = { readonly guide: string; readonly info: string; readonly code: string };

/** Every block of every guide, in order. */
export function guideBlocks(): readonly Block[] {
  const names = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));
  return names.flatMap((guide) => {
    const text = readFileSync(join(GUIDES, guide), 'utf8');
    return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', code = '']) => ({
      guide: guide.replace('.md', ''),
      info,
      code,
    }));
  });
}

/** The blocks of a guide with exactly this mark, joined: one program. */
export function blocksOf(guide: string, info: string): string {
  return guideBlocks()
    .filter((block) => block.guide === guide && block.info === info)
    .map(({ code }) => code)
    .join('');
}

/** File of a page's block that has a separate name, such as `tsx till`. */
const NAMED = /^(?:tsx?|css|html) ([\w-]+)$/;

/**
 * Writes the programs of all guides into a project: `js run` as `guides/NAME.mjs`, named blocks as
 * the files of a folder for each guide. Returns the files of code by their paths in the project.
 */
export function writeGuides(project: string): readonly string[] {
  const files = new Map<string, string>();
  for (const { guide, info, code } of guideBlocks()) {
    const [language = ''] = info.split(' ');
    if (info === 'js run') {
      const file = `guides/${guide}.mjs`;
      files.set(file, (files.get(file) ?? '') + code);
    } else if (NAMED.test(info)) {
      files.set(`guides/${guide}/${nameOf(info)}.${language}`, code);
    } else if (/^(?:js|tsx?)$/.test(language)) {
      throw new Error(`${guide} has a block of code that no test compiles: ${info}`);
    }
  }
  for (const [file, code] of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), code);
  }
  return [...files.keys()].filter((file) => /\.(?:mjs|tsx?)$/.test(file));
}

function nameOf(info: string): string {
  const [, name = ''] = NAMED.exec(info) ?? [];
  return name === 'vite' ? 'vite.config' : name;
}

/** The package's entries by the names that a program imports. */
function entryNames(project: string): readonly string[] {
  const text = readFileSync(join(project, 'node_modules/tillkit/package.json'), 'utf8');
  const { exports } = z
    .object({ exports: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(text));
  return Object.keys(exports)
    .filter((name) => name !== './package.json')
    .map((name) => name.replace(/^\./, 'tillkit'));
}

/** How files are compiled; `plain` is for the JavaScript of the guides, which has no annotations. */
export type Dialect = 'strict' | 'bundled' | 'plain';

/**
 * The declarations themselves are checked once, with `strict`, which compiles every entry of the
 * package; that is most of a compiler's work.
 */
const DIALECTS = {
  strict: { strict: true, types: ['node'], skipLibCheck: false },
  // The bundler declares style sheets.
  bundled: { strict: true, types: ['node', 'vite/client'], skipLibCheck: true },
  plain: { strict: false, types: ['node'], allowJs: true, checkJs: true, skipLibCheck: true },
} as const;

/**
 * Compiles files of a project with all declarations that they reach. Throws with the compiler's
 * messages.
 */
export async function compile(
  project: string,
  files: readonly string[],
  dialect: Dialect,
): Promise<void> {
  const settings = {
    compilerOptions: {
      target: 'ES2024',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      jsx: 'react-jsx',
      noEmit: true,
      lib: ['ES2024', 'ESNext.Array', 'DOM', 'DOM.Iterable'],
      allowImportingTsExtensions: true,
      // Linked packages must not see the packages around their real place.
      preserveSymlinks: true,
      ...DIALECTS[dialect],
    },
    files,
  };
  const config = join(project, `tsconfig.${dialect}.json`);
  writeFileSync(config, JSON.stringify(settings));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', config, '--singleThreaded'], { cwd: project }).catch(
    (error) => {
      throw new Error(String(error.stdout || error));
    },
  );
}

/** The guides' files of code by the way in which they are compiled. */
export function guidesOf(files: readonly string[], dialect: Dialect): readonly string[] {
  const dialectOf = (file: string): Dialect => {
    if (file.endsWith('.mjs')) return 'plain';
    return file.includes('react') ? 'bundled' : 'strict';
  };
  return files.filter((file) => dialectOf(file) === dialect);
}

/** A program that imports every entry of the package. */
export function writeEntries(project: string): string {
  const imports = entryNames(project).map((name, index) =>
    name.endsWith('.css')
      ? `import '${name}';`
      : `import * as entry${index} from '${name}';\nexport { entry${index} };`,
  );
  writeFileSync(join(project, 'entries.ts'), imports.join('\n'));
  return 'entries.ts';
}

/** An empty project with this package; `also` are further packages, as a person would install. */
export function makeProject(folder: string, also: readonly string[]): void {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'shop', private: true, type: 'module' }),
  );
  linkDependencies(folder, also);
}

/** What the guides for pages and Electron apps install besides the package. */
export const GUIDE_PACKAGES = [
  ...['react', 'react-dom', '@types/react', '@types/react-dom'],
  ...['electron', 'vite', '@vitejs/plugin-react', 'vitest'],
];
