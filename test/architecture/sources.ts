import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The four parts of the product, by their folders. */
const PARTS = ['shared', 'service', 'main', 'renderer'] as const;

/** Text of a file, named by its path from the root of the project. */
export const textOf = (file: string) => readFileSync(posix.join(ROOT, file), 'utf8');

/** Whether a file or a folder exists, by its path from the root of the project. */
export const exists = (name: string): boolean => existsSync(posix.join(ROOT, name));

/** TypeScript files below a folder, by their paths from the root of the project. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(posix.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.split(sep).join('/')))
    .filter((name) => ['.ts', '.tsx'].includes(extname(name)))
    .filter((name) => statSync(posix.join(ROOT, name)).isFile());
}

/** TypeScript files of the product. */
export const PRODUCT_FILES: readonly string[] = PARTS.flatMap(filesBelow);

/** TypeScript files of the tests. */
export const TEST_FILES: readonly string[] = filesBelow('test');

/** Code without comments, so that a word in a sentence is not taken for code. */
export function codeOf(file: string): string {
  return textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
}

const IMPORT = /(?:from|import\()\s*'([^']+)'|^import '([^']+)'/gm;

/** What a file imports: files by their paths from the root of the project, packages by their names. */
export function importsOf(file: string): readonly string[] {
  return [...codeOf(file).matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    return name.startsWith('.') ? posix.join(posix.dirname(file), name) : name;
  });
}
