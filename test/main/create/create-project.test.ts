import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCreatePackage } from '../../../main/build/create-package.ts';
import { packageName, parseCreate } from '../../../main/create/create-project.ts';
import { TEMPLATE_NAMES } from '../../../main/create/templates.ts';
import { run } from './project.ts';

/* The package behind `npm create tillkit`, run as npm runs it. */

let folder: string;
let command: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-create-'));
  await buildCreatePackage(join(folder, 'create-tillkit'));
  command = join(folder, 'create-tillkit/create-tillkit.js');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const create = (...args: readonly string[]) => run(folder, process.execPath, [command, ...args]);

describe('npm create tillkit', () => {
  it.each(TEMPLATE_NAMES)(
    'creates the project %s with its name, manifest and next steps',
    async (name) => {
      const target = join(folder, `My shop ${name}`);
      const { code, text } = await create(target, '--template', name);
      expect(code).toBe(0);
      expect(text).toContain('npm install');
      const manifest = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
      expect(manifest.name).toBe(`my-shop-${name}`);
      expect(manifest.dependencies.tillkit).toMatch(/^\^\d/);
      expect(readFileSync(join(target, '.gitignore'), 'utf8')).toContain('node_modules');
      const readme = readFileSync(join(target, 'README.md'), 'utf8');
      for (const script of Object.keys(manifest.scripts)) {
        if (script !== 'types') expect(readme).toContain(`npm run ${script}`);
      }
    },
  );

  it('writes nothing into a folder that has files', async () => {
    const target = mkdtempSync(join(folder, 'full-'));
    writeFileSync(join(target, 'package.json'), '{}');
    const { code, text } = await create(target, '--template', 'test');
    expect([code, text]).toEqual([
      2,
      `${target} is not empty. Name a new folder: nothing was written.\n`,
    ]);
    expect(readdirSync(target)).toEqual(['package.json']);
  });

  it('lists the templates if none is named and the command cannot ask for one', async () => {
    const target = join(folder, 'unnamed');
    const { code, text } = await create(target);
    expect(code).toBe(2);
    for (const name of TEMPLATE_NAMES) expect(text).toContain(`  ${name} `);
    expect(existsSync(target)).toBe(false);
  });

  it.each([
    [['--template', 'vue'], 'Unknown template: vue. Templates are react, terminal, test, kiosk.\n'],
    [['one', 'two'], 'One folder at a time. See --help.\n'],
    [['--name', 'x'], /^Unknown option '--name'\..* See --help\.\n$/],
  ] as const)('refuses %j in one sentence', async (args, sentence) => {
    const { code, text } = await create(...args);
    expect(code).toBe(2);
    expect(text).toMatch(sentence);
  });
});

it('uses the folder my-till by default', () => {
  expect(parseCreate([])).toMatchObject({ value: { folder: 'my-till', template: null } });
});

it.each([
  ['/a/My Shop', 'my-shop'],
  ['/a/.hidden', 'hidden'],
  ['/a/Kiosk_2', 'kiosk-2'],
  ['/a/ÆØÅ', 'my-till'],
])('names the package of %s %s', (path, name) => {
  expect(packageName(path)).toBe(name);
});
