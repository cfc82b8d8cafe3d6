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
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewOf } from '../screens/customer-display/page.ts';

/* Adds French as docs/guides/add-a-language.md says, in a copy of the product, and compiles and draws it. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The files whose tables have the texts of the screens by language. */
const CATALOGUES = [
  'cashier',
  'customer',
  'devices',
  'items',
  'payment',
  'question',
  'reasons',
  'wallet',
  'portal',
];
const HOW = 'Payez ici avec votre téléphone.';
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

let copy = '';
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'tillkit-language-'));
  for (const part of ['shared', 'renderer', 'service', 'main'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  write('package.json', JSON.stringify({ type: 'module' }));
  // The bundler reads the options of a file's layer.
  cpSync(join(ROOT, 'tsconfig.layer.json'), join(copy, 'tsconfig.layer.json'));
  configure([]);
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

/** Lets the compiler check the texts and these files, with what they import. */
function configure(others: readonly string[]): void {
  const config: { compilerOptions: object } = JSON.parse(read(ROOT, 'tsconfig.json'));
  const { compilerOptions } = config;
  const include = ['renderer/i18n/**/*.ts', ...others];
  write('tsconfig.json', JSON.stringify({ compilerOptions, include }));
}

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
      .replace("  ar: 'rtl',", "  ar: 'rtl',\n  fr: 'ltr',")
      .replace('ar: texts.ar ?? en }', 'ar: texts.ar ?? en, fr: texts.fr ?? en }'),
  );
  edit('renderer/i18n/language.ts', (text) =>
    text.replace(
      '  ar: { ownName',
      "  fr: { ownName: 'Français', locale: 'fr-FR' },\n  ar: { ownName",
    ),
  );
  cpSync(join(copy, 'renderer/i18n/de'), join(copy, 'renderer/i18n/fr'), { recursive: true });
  for (const name of readdirSync(join(copy, 'renderer/i18n/fr'))) {
    edit(`renderer/i18n/fr/${name}`, (text) => text.replace(/\b([a-zA-Z]+)De\b/g, '$1Fr'));
  }
}

/** The tables of step 2. */
function fillTables(): void {
  for (const name of CATALOGUES) {
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

it('the product compiles after all steps of the guide', () => {
  addFrench();
  fillTables();
  expect(compile()).toBe('');
});

/** The tables by language outside the folder of the texts, as the guide lists them. */
function otherTables(): string[] {
  const guide = read(ROOT, 'docs/guides/add-a-language.md');
  const rows = [...guide.matchAll(/^\| (`.*`) \|.*$/gm)].map(([, files = '']) => files);
  const listed = rows.flatMap((row) =>
    [...row.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  );
  return listed;
}

/** Removes one text of each French catalogue; returns the file and the text of each. */
function removeOneText(): string[] {
  // The file of the till only puts the others together.
  const files = readdirSync(join(copy, 'renderer/i18n/fr')).filter((name) => name !== 'till.ts');
  return files.flatMap((name) => {
    const removed: string[] = [];
    edit(`renderer/i18n/fr/${name}`, (text) =>
      text.replace(
        /^(export const \w+Fr: \w+ = \{\n(?:.*\n)*?) {2,4}(\w+): (?:'.*'|\(.*\) => `.*`),\n/gm,
        (_all, before: string, word: string) => {
          removed.push(`fr/${name}: ${word}`);
          return before;
        },
      ),
    );
    expect(removed.length, name).toBe(
      read(copy, `renderer/i18n/fr/${name}`).split('Fr: ').length - 1,
    );
    return removed;
  });
}

it('the compiler reports each missing text, and each table without the language', () => {
  addFrench();
  const removed = removeOneText();
  const tables = otherTables();
  configure(tables);
  // One entry per error; the lines after the first are indented.
  const report = compile().split(/^(?=\S)/m);
  const missing = report.flatMap((one) => {
    const found = /(fr\/[\w-]+\.ts)\([\s\S]*Property '(\w+)' is missing/.exec(one);
    return found === null ? [] : [`${found[1]}: ${found[2]}`];
  });
  expect(missing.toSorted()).toEqual(removed.toSorted());
  expect(removed.length).toBeGreaterThan(10);
  const all = [...CATALOGUES.map((name) => `renderer/i18n/${name}.ts`), ...tables];
  const silent = all.filter(
    (file) => !report.some((one) => one.includes(`${file}(`) && one.includes("Property 'fr'")),
  );
  expect(silent).toEqual([]);
});

it('the customer display is in French if the browser prefers French', async () => {
  addFrench();
  fillTables();
  edit('renderer/i18n/fr/customer.ts', (text) => text.replace(/^( {2}how: ).*$/m, `$1'${HOW}',`));
  const source = (path: string) => import(/* @vite-ignore */ join(copy, path));
  const { chosenLanguage, createPreferences } = await source('renderer/state/preferences.ts');
  const language = chosenLanguage(createPreferences(null).getState(), null, ['fr-CA', 'en']);
  expect(language).toBe('fr');
  const { CustomerDisplay } = await source('renderer/customer-display/app.tsx');
  const bridge = { last: viewOf(null, { language }), subscribe: () => () => {} };
  const html = renderToStaticMarkup(createElement(CustomerDisplay, { bridge }));
  expect(html).toContain(HOW);
});
