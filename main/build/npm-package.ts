import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { packageRoot } from '../host/adapters/machine.ts';
import { buildElectron } from './electron.ts';
import { buildLibrary, ENTRIES, fileOf, NODE_MIN, PAGES } from './library.ts';
import { buildScreens } from './screens.ts';

/** The members of the repository's own manifest that the published one is made from. */
type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly author: string;
  /** Where the sources are; set it before the first publication. */
  readonly repository?: unknown;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, unknown>>;
};

/** Folders of the parts that a package is made from. */
export type PackageParts = {
  readonly root: string;
  /** The built library; `dist/lib` of the package. */
  readonly library: string;
  /** The built screens and the Electron bundles, `screens` and `electron` below this folder. */
  readonly dist: string;
};

/**
 * Builds everything and makes the folder that is published: `npm publish dist/package`. The source
 * maps, half of the size, are a package of their own in `dist/source-maps`.
 */
export async function buildPackage(): Promise<void> {
  const root = packageRoot();
  const dist = join(root, 'dist');
  await buildScreens();
  await buildElectron();
  await buildLibrary();
  assemblePackage({ root, dist, library: join(dist, 'lib') }, join(dist, 'package'));
  assembleMaps(root, dist, join(dist, 'source-maps'));
}

/** Makes the published folder from built parts. An earlier one is removed. */
export function assemblePackage({ root, library, dist }: PackageParts, target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'dist'), { recursive: true });
  const copy = (from: string, to: string) =>
    cpSync(from, join(target, to), { recursive: true, filter: (path) => !path.endsWith('.map') });
  copy(library, 'dist/lib');
  for (const part of ['screens', 'electron']) {
    if (existsSync(join(dist, part))) copy(join(dist, part), `dist/${part}`);
  }
  for (const name of ['main/bin', 'examples', 'LICENSE']) copy(join(root, name), name);
  copyDocuments(root, target);
  const own: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify(publishedManifest(own), null, 2)}\n`,
  );
}

/**
 * The published manifest: without the scripts and the runtime of the repository, which would replace
 * the Node.js of the project that installs it. `@types/node` declares what the types use.
 */
export function publishedManifest(own: Manifest) {
  const { name, version, description, license, author, repository, bin } = own;
  const { dependencies, peerDependencies, peerDependenciesMeta } = own;
  return {
    name,
    version,
    description,
    license,
    author,
    repository,
    type: 'module',
    engines: { node: `>=${NODE_MIN}` },
    main: './dist/lib/index.js',
    types: './dist/lib/index.d.ts',
    bin,
    exports: publishedExports(),
    // A range, so that a project keeps its own version of the types.
    dependencies: { '@types/node': `>=${NODE_MIN}`, ...dependencies },
    peerDependencies,
    peerDependenciesMeta,
  };
}

/** The exports of the published package; the types are first, as TypeScript requires. */
function publishedExports(): Readonly<Record<string, unknown>> {
  const of = (name: string) => ({
    types: `./dist/lib/${fileOf(name)}.d.ts`,
    default: `./dist/lib/${fileOf(name)}.js`,
  });
  const names = Object.keys({ ...ENTRIES, ...PAGES });
  const modules = names.map((name) => [name === 'index' ? '.' : `./${name}`, of(name)]);
  return {
    ...Object.fromEntries(modules),
    './react.css': { types: './dist/lib/react.css.d.ts', default: './dist/lib/react.css' },
    './package.json': './package.json',
  };
}

const LINK = /(!?)\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/** Copies the pages with the pictures that they show. A link out of the package becomes its text. */
function copyDocuments(root: string, target: string): void {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  const pages = ['README.md', ...docs];
  const pictures = new Set<string>();
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8').replace(
      LINK,
      (all, mark: string, words: string, path: string) => {
        const file = normalize(join(dirname(page), path));
        if (mark === '!' || file.endsWith('.png')) pictures.add(file);
        const there = pictures.has(file) || pages.includes(file) || existsSync(join(target, file));
        return there ? all : words;
      },
    );
    mkdirSync(join(target, dirname(page)), { recursive: true });
    writeFileSync(join(target, page), text);
  }
  for (const picture of pictures) cpSync(join(root, picture), join(target, picture));
}

/** The source maps by the paths of their files, to be copied over an installed package. */
function assembleMaps(root: string, dist: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  for (const part of ['lib', 'electron', 'screens']) {
    for (const name of readdirSync(join(dist, part), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.map')) continue;
      const file = join(dist, part, name);
      cpSync(file, join(target, 'dist', relative(dist, file)));
    }
  }
  const own: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: `${own.name}-source-maps`,
    version: own.version,
    description: `Source maps of ${own.name} ${own.version}: copy dist over the installed package`,
    license: own.license,
    author: own.author,
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
}
