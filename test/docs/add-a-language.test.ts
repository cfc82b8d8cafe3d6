import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

/* Adds French as docs/guides/add-a-language.md says, in a copy of the texts, and compiles it. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

let copy = '';
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'tillkit-language-'));
  for (const part of ['shared', 'renderer/i18n'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const config: { compilerOptions: object } = JSON.parse(read(ROOT, 'tsconfig.json'));
  const { compilerOptions } = config;
  write('package.json', JSON.stringify({ type: 'module' }));
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['renderer/i18n/**/*.ts'] }));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(copy, path), text);
const edit = (path: string, change: (text: string) => string) => {
  const before = read(copy, path);
  const after = change(before);
  expect(after, path).not.toBe(before);
  write(path, after);
};

/** What the compiler reports; nothing if all is well. */
function compile(): string {
  try {
    execFileSync(process.execPath, [TSC, '--noEmit', '--singleThreaded', '-p', copy], {
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

/** Step 1 and the folder of step 2. */
function addFrench(): void {
  edit('shared/catalogue/language.ts', (text) =>
    text
      .replace("'de', 'ar'] as const", "'de', 'ar', 'fr'] as const")
      .replace('ar: texts.ar ?? en }', 'ar: texts.ar ?? en, fr: texts.fr ?? en }'),
  );
  edit('renderer/i18n/language.ts', (text) =>
    text.replace(
      '  ar: { ownName',
      "  fr: { ownName: 'Français', locale: 'fr-FR', direction: 'ltr' },\n  ar: { ownName",
    ),
  );
  cpSync(join(copy, 'renderer/i18n/de'), join(copy, 'renderer/i18n/fr'), { recursive: true });
  for (const name of readdirSync(join(copy, 'renderer/i18n/fr'))) {
    edit(`renderer/i18n/fr/${name}`, (text) => text.replace(/\b([a-zA-Z]+)De\b/g, '$1Fr'));
  }
}

/** The tables of step 2. */
function fillTables(): void {
  for (const name of ['cashier', 'customer', 'wallet', 'portal']) {
    edit(`renderer/i18n/${name}.ts`, (text) =>
      text
        .replace(/^import \{ [^}]*De \} from '\.\/de\/.*$/gm, (line) =>
          [line, line.replace('/de/', '/fr/').replace(/De\b/g, 'Fr')].join('\n'),
        )
        .replace(/^ {2}de: (\w+)De,$/gm, '  de: $1De,\n  fr: $1Fr,')
        .replace(/^ {2}de: async .*$/gm, (line) =>
          [line, line.replace('de:', 'fr:').replace('/de/', '/fr/').replace(/De\b/, 'Fr')].join(
            '\n',
          ),
        ),
    );
  }
}

it('compiles with every step of the guide', () => {
  addFrench();
  fillTables();
  expect(compile()).toBe('');
});

it('names the tables that lack the language, and each text that is missing', () => {
  addFrench();
  edit('renderer/i18n/fr/wallet.ts', (text) => text.replace(/^ {2}slide: .*\n/m, ''));
  const report = compile();
  expect(report).toMatch(/cashier\.ts.*\n?.*Property 'fr' is missing/);
  expect(report).toMatch(/fr\/wallet\.ts.*\n?.*Property 'slide' is missing/);
});
