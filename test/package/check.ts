import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildCreatePackage } from '../../main/build/create-package.ts';
import { buildPackage } from '../../main/build/npm-package.ts';
import { createProject } from '../../main/create/create-project.ts';
import { TEMPLATE_NAMES, type TemplateName } from '../../main/create/templates.ts';
import {
  blocksOf,
  compile,
  GUIDE_PACKAGES,
  guidesOf,
  makeProject,
  ROOT,
  writeEntries,
  writeGuides,
} from './project.ts';

/*
 * The part of `npm run pack:check` about the npm package: packs it, installs the archive into an
 * empty project, compiles every entry and the code of every guide, runs the guides and the examples
 * from it, and runs publint and attw. It needs no network.
 */

const run = promisify(execFile);
const readyLine = z.object({
  base_url: z.string(),
  wallet_url: z.string(),
  simulator_url: z.string(),
  merchant: z.object({ id: z.string() }),
  users: z.array(
    z.object({ id: z.string(), secret: z.string(), private_key_pem: z.string().optional() }),
  ),
  shortlinks: z.array(z.object({ id: z.string() })),
});
type Ready = z.infer<typeof readyLine>;

const problems: string[] = [];

/** Runs one step and keeps its failure, so that one run shows all problems. */
async function step(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    console.log(`passed: ${name}`);
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    console.log(`failed: ${name}`);
  }
}

async function packInto(project: string): Promise<void> {
  const folder = join(ROOT, 'dist/package');
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  const [packed] = z
    .array(
      z.object({
        filename: z.string(),
        size: z.number(),
        unpackedSize: z.number(),
        files: z.array(z.object({ path: z.string() })),
      }),
    )
    .parse(JSON.parse(stdout));
  if (packed === undefined) throw new Error('npm pack made no archive');
  checkMaps(packed.files.map(({ path }) => path));
  await run('tar', ['-xf', join(project, packed.filename), '-C', project]);
  cpSync(join(project, 'package'), join(project, 'node_modules/tillkit'), { recursive: true });
  rmSync(join(project, 'package'), { recursive: true });
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
  console.log(
    `npm package: ${megabytes(packed.size)} MB, ${megabytes(packed.unpackedSize)} MB unpacked`,
  );
}

/** Source maps are a package of their own, with the map of every script at the script's path. */
function checkMaps(packed: readonly string[]): void {
  const maps = packed.filter((path) => path.endsWith('.map'));
  if (maps.length > 0) throw new Error(`the archive has source maps: ${maps.join(', ')}`);
  const scripts = packed.filter((path) => path.startsWith('dist/lib/chunks/'));
  const mapOf = (path: string) => join(ROOT, 'dist/source-maps', `${path}.map`);
  const without = scripts.filter((path) => !existsSync(mapOf(path)));
  if (scripts.length === 0 || without.length > 0) {
    throw new Error(`the source maps lack those of ${without.join(', ') || 'all scripts'}`);
  }
}

const command = (project: string) => join(project, 'node_modules/tillkit/main/bin/tillkit.js');

async function startService(project: string): Promise<[ChildProcess, Ready]> {
  const args = ['service', '--ephemeral', '--demo', '--simulator', '--port', '0', '--ready-json'];
  const child = spawn(process.execPath, [command(project), ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return [child, readyLine.parse(JSON.parse(value ?? ''))];
}

/** The program of a guide prints what the guide says. */
async function runGuide(project: string, file: string, ready: Ready): Promise<void> {
  const guide = file.replace(/^guides\/|\.mjs$/g, '');
  const user = ready.users.find(({ id }) => id === 'pos');
  const { stdout } = await run(process.execPath, [join(project, file)], {
    cwd: project,
    env: {
      ...process.env,
      BASE: ready.base_url,
      MERCHANT: ready.merchant.id,
      USER_ID: 'pos',
      SECRET: user?.secret ?? '',
      SIMULATOR: ready.simulator_url,
      ADMIN_KEY: ready.users.find((one) => one.id === 'admin')?.private_key_pem ?? '',
    },
  });
  const expected = blocksOf(guide, 'text output');
  if (stdout !== expected) throw new Error(`it printed\n${stdout}instead of\n${expected}`);
}

/** The customer's pages that a code leads to are in the package. */
async function openCustomerPages(ready: Ready): Promise<void> {
  const shortlink = ready.shortlinks[0]?.id ?? '';
  for (const path of ['/w/', `/s/${shortlink}/`, '/p/p00000000000/', '/m/']) {
    const reply = await fetch(new URL(path, ready.wallet_url));
    const text = await reply.text();
    if (reply.status !== 200 || !text.includes('<script')) {
      throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 200)}`);
    }
  }
}

async function buildReactExample(project: string): Promise<void> {
  const folder = join(project, 'react-till');
  cpSync(join(project, 'node_modules/tillkit/examples/react-till'), folder, { recursive: true });
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build', folder], { cwd: folder });
  readFileSync(join(folder, 'dist/index.html'));
}

/** Lines of a first test that a new user writes, and the seconds until it has passed. */
const FIRST_TEST = { lines: 12, seconds: 300 };

/** The first test of the guide, as a new user writes it: a paid sale with the installed package. */
async function runFirstTest(project: string): Promise<void> {
  const code = blocksOf('test-your-till', 'ts paid');
  const lines = code.trimEnd().split('\n').length;
  if (lines > FIRST_TEST.lines) throw new Error(`the first test has ${lines} lines`);
  const folder = join(project, 'first-test');
  mkdirSync(folder);
  writeFileSync(join(folder, 'paid.test.ts'), code);
  const vitest = join(project, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', folder, '--testTimeout=0', '--hookTimeout=0'];
  const begun = performance.now();
  const { stdout } = await run(process.execPath, args, {
    cwd: folder,
    timeout: FIRST_TEST.seconds * 1_000,
  });
  if (!stdout.includes('1 passed')) throw new Error(stdout);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  console.log(`a paid sale in a test of ${lines} lines, ${seconds} s from the call of vitest`);
}

/** Compiles a project of `npm create tillkit` with the compiler's settings of the project. */
async function compileTemplate(project: string, name: TemplateName): Promise<void> {
  const folder = join(project, `created-${name}`);
  const made = createProject(join(ROOT, 'dist/create-tillkit/templates'), folder, name);
  if (!made.ok) throw new Error(made.refusal.description);
  if (!existsSync(join(folder, 'tsconfig.json'))) return;
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const settings = ['--singleThreaded', '--preserveSymlinks', '-p', folder];
  await run(process.execPath, [compiler, ...settings], { cwd: folder }).catch((error) => {
    throw new Error(String(error.stdout || error));
  });
}

async function lint(tool: string, args: readonly string[]): Promise<void> {
  await run('npx', ['--no-install', tool, ...args], {
    cwd: ROOT,
    shell: process.platform === 'win32',
  }).catch((error: { readonly stdout?: string; readonly stderr?: string }) => {
    throw new Error(`${error.stdout ?? ''}${error.stderr ?? ''}` || String(error));
  });
}

const project = mkdtempSync(join(tmpdir(), 'tillkit-packed-'));
try {
  await buildPackage();
  await step('the archive is packed', () => packInto(project));
  makeProject(project, GUIDE_PACKAGES);
  const guides = writeGuides(project);
  const entries = writeEntries(project);
  for (const dialect of ['strict', 'bundled', 'plain'] as const) {
    const files = [...guidesOf(guides, dialect), ...(dialect === 'strict' ? [entries] : [])];
    await step(`types of ${files.length} files, ${dialect}`, () =>
      compile(project, files, dialect),
    );
  }
  const [service, ready] = await startService(project);
  try {
    await step('the customer pages', () => openCustomerPages(ready));
    for (const file of guidesOf(guides, 'plain')) {
      await step(file, () => runGuide(project, file, ready));
    }
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  await step('the first test of a new user', () => runFirstTest(project));
  await buildCreatePackage();
  for (const name of TEMPLATE_NAMES) {
    await step(`types of the template ${name}`, () => compileTemplate(project, name));
  }
  await step('the React example is built', () => buildReactExample(project));
  await step('publint', () => lint('publint', ['dist/package', '--strict']));
  await step('attw', () => lint('attw', ['--pack', 'dist/package', '--profile', 'esm-only']));
} finally {
  rmSync(project, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
if (problems.length === 0) console.log('The npm package is complete.');
