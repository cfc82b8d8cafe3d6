import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The four parts of the product, by their folders. */
export const PARTS = ['shared', 'service', 'main', 'renderer'] as const;

/** Text of a file, named by its path from the root of the project. */
export const textOf = (file: string) => readFileSync(posix.join(ROOT, file), 'utf8');

/** Files that git knows, by their paths from the root of the project. */
function trackedFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\n').filter((file) => file !== '' && existsSync(posix.join(ROOT, file)));
}

const CODE = /\.tsx?$/;
const tracked = trackedFiles();

/** TypeScript files of the product. */
export const PRODUCT_FILES: readonly string[] = tracked.filter(
  (file) => CODE.test(file) && PARTS.some((part) => file.startsWith(`${part}/`)),
);

/** TypeScript files of the tests. */
export const TEST_FILES: readonly string[] = tracked.filter(
  (file) => CODE.test(file) && file.startsWith('test/'),
);

/** Code without comments, so that a word in a sentence is not taken for code. */
export function codeOf(file: string): string {
  return textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
}

const IMPORT = /(?:from|import\()\s*'(\.[^']+)'|^import '(\.[^']+)'/gm;

/** Files of the project that a file imports. */
export function importsOf(file: string): readonly string[] {
  return [...codeOf(file).matchAll(IMPORT)].map((match) =>
    posix.normalize(posix.join(posix.dirname(file), match[1] ?? match[2] ?? '')),
  );
}

/** Whether a file or a folder exists, by its path from the root of the project. */
export const exists = (name: string): boolean => existsSync(posix.join(ROOT, name));
