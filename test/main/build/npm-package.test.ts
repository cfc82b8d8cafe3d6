import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLibrary } from '../../../main/build/library.ts';
import { assemblePackage, publishedManifest } from '../../../main/build/npm-package.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { readCode } from '../../e2e/people.ts';
import {
  compile,
  GUIDE_PACKAGES,
  guidesOf,
  makeProject,
  writeEntries,
  writeGuides,
} from '../../package/project.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { startScript } from '../create/project.ts';

/*
 * The published package as an integrator has it, in an empty project: every module loads, its
 * declarations are complete, and the code of every guide compiles. `npm run pack:check` also packs
 * it and runs the guides.
 */

const run = promisify(execFile);
const root = packageRoot();
let library: string;
let project: string;
const inside = (path: string) => join(project, 'node_modules/tillkit', path);
beforeAll(async () => {
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  library = mkdtempSync(join(dist, 'lib-test-'));
  project = mkdtempSync(join(tmpdir(), 'tillkit-project-'));
  await buildLibrary(library);
  assemblePackage({ root, dist, library }, inside(''));
  makeProject(project, GUIDE_PACKAGES);
});
afterAll(() => {
  for (const folder of [library, project]) rmSync(folder, { recursive: true, force: true });
});

/** A till of an embedder: the whole of it, and put together from its parts. */
const EMBEDDER = `import { createMerchantClient } from 'tillkit/client';
import { createPush, openJournal, startTerminal, type RunningTerminal } from 'tillkit/host';
import { createTerminal, type Terminal } from 'tillkit/terminal';

const data = process.argv[2] ?? '';
const whole: RunningTerminal = await startTerminal({
  data,
  service: { kind: 'embedded' },
  till_api: { port: 0 },
});
const ready = whole.ready.embedded;
if (ready === null) throw new Error('no service');
const opened = await openJournal({ path: data + '/second.journal' });
if (!opened.ok) throw new Error(opened.failure.description);
const access = {
  baseUrl: ready.base_url,
  merchantId: ready.merchant.id,
  userId: 'pos',
  credentials: { kind: 'secret', secret: ready.users[0]?.secret ?? '' } as const,
};
const terminal: Terminal = createTerminal({
  client: createMerchantClient(access),
  push: createPush(access),
  journal: opened.journal,
  settings: { posId: 'till2', currency: 'NOK', policy: 'attended', channel: 'till.till2' },
});
await new Promise<void>((resolve) => {
  const look = () => {
    const { connection } = terminal.view();
    if (connection.kind === 'online' && connection.push) resolve();
  };
  terminal.subscribe(look);
  look();
});
console.log('connected');
await terminal.stop();
await opened.journal.close();
await whole.stop();
`;

/** A page of an embedder, as its types see it. */
const PAGE = `import { useState } from 'react';
import {
  amountText, isFinal, type Bridge, PayButton, Payment, PaymentDialog, TillkitProvider, useSale,
  useSaleAction, useStartSale, useTill,
} from 'tillkit/react';

function Own() {
  const { settings, blocked } = useTill();
  const sale = useSale();
  const { start, pending, problem } = useStartSale();
  const act = useSaleAction();
  const [tables] = useState<readonly string[]>([]);
  if (sale !== null && isFinal(sale.state)) void act(sale.id, 'dismiss');
  const go = () => void start({ amount: 100, method: { kind: 'qr' }, label: tables[0] });
  const money = sale && settings ? amountText(sale.amount, sale.currency, settings.locale) : '';
  return <button disabled={pending || blocked !== null} onClick={go}>{money}{String(problem)}</button>;
}

export const page = (bridge: Bridge) => (
  <TillkitProvider bridge={bridge} theme="dark" language="nb" sound="off">
    <Own />
    <Payment className="x" onResult={(sale) => console.log(sale.tid)} />
    <PaymentDialog onClose={(sale) => console.log(sale.id)} />
    <PayButton request={{ amount: 100, text: 'x', method: { kind: 'phone', msisdn: '4798765432' } }} />
  </TillkitProvider>
);
`;

/** A main process of an embedder. */
const MAIN = `import { openTillWindow, prepareTill, type TillWindow } from 'tillkit/electron';
import { createTerminalBridge, startScreenHost, type TillSettings } from 'tillkit/host';
import type { Terminal } from 'tillkit/terminal';

prepareTill({ harden: 'everything', mode: 'kiosk' });
export const open = (terminal: Terminal, settings: TillSettings): TillWindow => {
  createTerminalBridge(terminal, settings).onLink(() => undefined);
  void startScreenHost({ terminal, settings, assetsDir: 'dist', port: 0 });
  return openTillWindow({ terminal, settings, page: 'dist', customerDisplay: { kind: 'none' } });
};
`;

const OLDER =
  "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'22.9.0'})";

describe('the published package', () => {
  it('has a module and declarations for each export, and does not depend on a Node.js package', async () => {
    const { exports, dependencies, ...manifest } = JSON.parse(
      readFileSync(inside('package.json'), 'utf8'),
    );
    expect(Object.keys(exports)).toEqual(
      Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports),
    );
    for (const { types, default: module } of Object.values<{ types?: string; default?: string }>(
      exports,
    )) {
      if (types === undefined || module === undefined) continue;
      expect(readFileSync(inside(types), 'utf8')).toContain('export');
      // Only Electron has the module that this one imports; `compiles` reads its types.
      if (module.endsWith('.css') || module.endsWith('/electron.js')) continue;
      expect(Object.keys(await import(inside(module))).length).toBeGreaterThan(0);
    }
    expect(manifest).toMatchObject({ engines: { node: '>=24' } });
    for (const member of ['private', 'scripts', 'optionalDependencies', 'devDependencies']) {
      expect(manifest).not.toHaveProperty(member);
    }
    expect(Object.keys(dependencies)).not.toContain('node');
  });

  it('names the address of the sources that package.json has', () => {
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const repository = { type: 'git', url: 'git+https://git.example/till.git' };
    expect(publishedManifest({ ...own, repository })).toMatchObject({ repository });
  });

  it('has the documents, the examples and no source maps; every link leads to a file', () => {
    const files = readdirSync(inside(''), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
    expect(files).toContain(join('examples', 'react-till', 'till.css'));
    const pages = files.filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
    expect(pages.length).toBeGreaterThan(30);
    for (const page of pages) {
      const text = readFileSync(inside(page), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
        expect([page, target, existsSync(join(inside(page), '..', target))]).toEqual([
          ...[page, target, true],
        ]);
      }
    }
  });

  it('has a React script of at most 60 kB with payments only, and the files that it loads', () => {
    const script = readFileSync(inside('dist/lib/react.js'));
    // English alone; each other language is a file that a page loads when its till has it.
    const named = /\.\/react\/([\w-]+\.js)/g;
    const files = [...String(script).matchAll(named)].map(([, name = '']) => name);
    const texts = readdirSync(inside('dist/lib/react')).filter((name) => name.endsWith('.js'));
    expect(texts.toSorted()).toEqual([...new Set(files)].toSorted());
    expect(files.filter((name) => name.startsWith('payment-'))).toHaveLength(3);
    expect(gzipSync(script).length).toBeLessThanOrEqual(60_000);
    expect(String(script)).not.toContain('ZodError');
    // What the counter adds to a payment: bills with their rules, goods, tables and tenders, and their words.
    const map = readFileSync(join(library, 'react.js.map'), 'utf8');
    expect(map).toContain('renderer/state/payment-till.ts');
    for (const part of ['till-store', 'bills/bills', 'goods', 'tables', 'tenders'])
      expect(map).not.toContain(`renderer/state/${part}.ts`);
    for (const words of ['back-office', 'cash', 'setup', 'till'])
      expect(map).not.toContain(`i18n/en/${words}.ts`);
    expect(map).not.toContain('shared/bill/reduce.ts');
    const sheet = inside('dist/lib/react.css');
    for (const [, font = ''] of readFileSync(sheet, 'utf8').matchAll(/url\("\.\/(\S+?)"\)/g))
      expect(readFileSync(join(dirname(sheet), font)).length).toBeGreaterThan(0);
  });

  it('compiles: every entry, and a till, a page and an app of an embedder', async () => {
    writeFileSync(join(project, 'embedder.ts'), EMBEDDER);
    writeFileSync(join(project, 'page.tsx'), PAGE);
    writeFileSync(join(project, 'main.ts'), MAIN);
    const own = ['embedder.ts', 'page.tsx', 'main.ts'];
    const guides = guidesOf(writeGuides(project), 'strict');
    await compile(project, [writeEntries(project), ...own, ...guides], 'strict');
    const data = mkdtempSync(join(project, 'data-'));
    const { stdout } = await run(process.execPath, [join(project, 'embedder.ts'), data]);
    expect(stdout).toBe('connected\n');
  });

  it('compiles: the pages and the programs of every guide', async () => {
    const files = writeGuides(project);
    for (const dialect of ['bundled', 'plain'] as const) {
      await compile(project, guidesOf(files, dialect), dialect);
    }
  });

  it('reports the required Node version in one sentence from every export and command', async () => {
    const { exports, bin } = JSON.parse(readFileSync(inside('package.json'), 'utf8'));
    // Electron brings its own Node, and style sheets and the manifest need none.
    const entries = Object.keys(exports)
      .filter((name) => !/\.css$|\.json$|^\.\/electron$/.test(name))
      .map((name) => name.replace('.', 'tillkit'));
    expect(entries).toContain('tillkit/testing/playwright');
    const program = entries
      .map((name) => `await import('${name}').catch((error) => console.log(error.message));`)
      .join('\n');
    const { stdout } = await run(
      process.execPath,
      ['--import', OLDER, '--input-type=module', '--eval', program],
      { cwd: project },
    );
    const sentence = 'Tillkit needs Node 24 or newer; this is Node 22.9.0.';
    expect(stdout.trim().split('\n')).toEqual(entries.map(() => sentence));
    for (const command of Object.values<string>(bin)) {
      const failed = run(process.execPath, ['--import', OLDER, inside(command), '--version']);
      await expect(failed).rejects.toMatchObject({ code: 1, stderr: `${sentence}\n` });
    }
  });

  it('has a page under vite dev that draws its till part and shows a code', async () => {
    const folder = join(project, 'react-till');
    cpSync(inside('examples/react-till'), folder, { recursive: true });
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const scripts = { dev: `'${process.execPath}' '${vite}'` };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
    const dev = startScript(folder, 'dev', ['--host', '127.0.0.1', '--port', '0']);
    const errors: string[] = [];
    try {
      const [, address = ''] = await dev.line(/Local:\s+(http:\S+)/);
      const browser = await openBrowser();
      const page = await browser.newPage({ reducedMotion: 'reduce' });
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(address);
      await page.getByRole('button', { name: /Rye bread/ }).click();
      await page.getByRole('button', { name: /^Show QR code/ }).click();
      expect(await readCode(page)).toMatch(/^http\S+\/p\/\w+\/$/);
      expect(errors).toEqual([]);
    } finally {
      await closePages();
      await dev.stop();
    }
  });

  it('prints its version', async () => {
    const { stdout } = await run(process.execPath, [inside('main/bin/tillkit.js'), '--version']);
    expect(stdout.trim()).toBe(JSON.parse(readFileSync(inside('package.json'), 'utf8')).version);
  });
});
