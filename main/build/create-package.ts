import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { TEMPLATE_NAMES, TEMPLATES, type Template } from '../create/templates.ts';
import { packageRoot } from '../host/adapters/machine.ts';
import { NODE_BUNDLE } from './bundle.ts';
import { NODE_MIN } from './library.ts';

type Manifest = {
  readonly version: string;
  readonly license: string;
  readonly author: string;
  readonly repository?: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/**
 * Makes the folder of the package `create-tillkit`, which `npm create tillkit` runs: one file without
 * dependencies, and the templates as complete projects.
 */
export async function buildCreatePackage(
  target = join(packageRoot(), 'dist/create-tillkit'),
): Promise<void> {
  const root = packageRoot();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await build({
    ...NODE_BUNDLE,
    // npm runs it with whatever Node.js the person has; the project itself says which it needs.
    target: 'node20',
    sourcemap: false,
    banner: { js: '#!/usr/bin/env node' },
    entryPoints: [join(root, 'main/create/cli.ts')],
    outfile: join(target, 'create-tillkit.js'),
  });
  const own: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of TEMPLATE_NAMES)
    writeTemplate(root, join(target, 'templates', name), name, own);
  const { version, license, author, repository } = own;
  writeJson(join(target, 'package.json'), {
    name: 'create-tillkit',
    version,
    description: 'Makes a project that uses Tillkit: npm create tillkit',
    license,
    author,
    repository,
    type: 'module',
    engines: { node: '>=20' },
    bin: { 'create-tillkit': 'create-tillkit.js' },
  });
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
}

/** The compiler's settings of a project; Node.js and Vite run the sources without a build of types. */
const TYPE_CHECK = {
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024', 'ESNext.Array', 'DOM', 'DOM.Iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    noUncheckedSideEffectImports: false,
    skipLibCheck: true,
  },
};

function writeTemplate(root: string, target: string, name: string, own: Manifest): void {
  const template: Template = TEMPLATES[name as keyof typeof TEMPLATES];
  for (const [from, to] of Object.entries(template.files)) {
    cpSync(join(root, 'examples', from), join(target, to), { recursive: true });
  }
  const scripts = Object.entries(template.scripts).map(([script, { run }]) => [script, run]);
  const typed = template.devDependencies.includes('typescript');
  if (typed) writeJson(join(target, 'tsconfig.json'), TYPE_CHECK);
  writeJson(join(target, 'package.json'), {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: `>=${NODE_MIN}` },
    scripts: { ...Object.fromEntries(scripts), ...(typed ? { types: 'tsc' } : undefined) },
    dependencies: { tillkit: `^${own.version}`, ...versions(template.dependencies, own) },
    devDependencies: versions(template.devDependencies, own),
  });
  writeFileSync(join(target, 'gitignore'), ['node_modules', ...template.ignored, ''].join('\n'));
  writeFileSync(join(target, 'README.md'), readmeOf(name, template));
}

/** The ranges of these packages. Throws for a package that the repository does not use itself. */
function versions(names: readonly string[], own: Manifest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => {
      const version = own.devDependencies[name] ?? own.dependencies[name];
      if (version === undefined) throw new Error(`package.json has no version of ${name}`);
      return [name, `^${version.replace(/^\D+/, '')}`];
    }),
  );
}

function readmeOf(name: string, { summary, scripts, guide }: Template): string {
  const rows = Object.entries(scripts).map(
    ([script, { effect }]) => `| \`npm run ${script}\` | ${effect} |`,
  );
  return [
    `# A till from the template ${name}`,
    '',
    `This project is ${summary}. It needs Node.js ${NODE_MIN} or newer.`,
    '',
    '| command | effect |',
    '|---|---|',
    '| `npm install` | installs Tillkit |',
    ...rows,
    '',
    `The guide is \`node_modules/tillkit/${guide}\`.`,
    '',
  ].join('\n');
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
