import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exists, PRODUCT_FILES, TEST_FILES, textOf } from './sources.ts';

/* Measures of the structure. Each bound is a target that was reached once and must stay reached. */

const linesOf = (file: string) => textOf(file).split('\n').length - 1;

describe('files and folders', () => {
  it('are at most 1150 in the product', () => {
    expect(PRODUCT_FILES.length).toBeLessThanOrEqual(1150);
  });

  it('are shorter than 25 lines in at most 80 cases', () => {
    const short = PRODUCT_FILES.filter((file) => linesOf(file) < 25);
    expect(short.length).toBeLessThanOrEqual(80);
  });

  it('have fewer than 40 files in each folder, with at most one exception', () => {
    const counts = new Map<string, number>();
    for (const file of PRODUCT_FILES) {
      const folder = posix.dirname(file);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const large = [...counts].filter(([, count]) => count >= 40).map(([folder]) => folder);
    expect(large.length).toBeLessThanOrEqual(1);
  });
});

/** Folders of tests that have no single subject. */
const NAMED_FOLDERS = new Set([
  ...['architecture', 'bench', 'conformance', 'docs', 'e2e', 'electron', 'electron-binary'],
  ...['electron-double', 'examples', 'mutation', 'package', 'process', 'regressions'],
  ...['resilience', 'screens', 'security', 'simulation', 'stress', 'support'],
]);

describe('tests', () => {
  it('mirror the path of their subject or are in a named folder, with at most ten exceptions', () => {
    const tests = TEST_FILES.filter((file) => /\.test\.tsx?$/.test(file));
    const elsewhere = tests.filter((file) => {
      const subject = file.replace(/^test\//, '').replace(/\.test\.tsx?$/, '');
      const mirrors = [`${subject}.ts`, `${subject}.tsx`, `${subject}/index.ts`].some(exists);
      const [, folder = ''] = file.split('/');
      return !mirrors && !NAMED_FOLDERS.has(folder) && posix.dirname(file) !== 'test';
    });
    expect(elsewhere.length, elsewhere.join('\n')).toBeLessThanOrEqual(10);
  });
});

/** Subjects that name no actor; a comment says the service, the till, the operator, the caller. */
const NO_ACTOR = /\b(nobody|whoever|somebody|anyone's|of its own|whom)\b/i;
/** Documents that the project does not contain. */
const ELSEWHERE = /\(design,? section|section \d[\d.]* of the decisions|\bpain \d+/;

describe('comments', () => {
  it('use a pronoun without an actor in at most 40 lines', () => {
    const found = [...PRODUCT_FILES, ...TEST_FILES].flatMap((file) =>
      textOf(file)
        .split('\n')
        .filter((line) => /^\s*(\*|\/\/|\/\*)/.test(line) && NO_ACTOR.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(40);
  });

  it('refer only to documents of the project', () => {
    const files = [...PRODUCT_FILES, ...TEST_FILES].filter(
      (file) => !file.endsWith('measures.test.ts'),
    );
    expect(files.filter((file) => ELSEWHERE.test(textOf(file)))).toEqual([]);
  });
});

describe('objects', () => {
  it('are written with plain members, without merged spreads', () => {
    expect(PRODUCT_FILES.filter((file) => textOf(file).includes('...{ '))).toEqual([]);
  });
});
