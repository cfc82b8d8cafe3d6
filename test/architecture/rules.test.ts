import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exists, PRODUCT_FILES, TEST_FILES, textOf } from './sources.ts';

/* Rules on names, comments and objects. No rule counts files or lines. */

/** Folders of tests that have no single subject. */
const NAMED_FOLDERS = new Set([
  ...['architecture', 'bench', 'conformance', 'docs', 'e2e', 'electron', 'electron-binary'],
  ...['electron-double', 'examples', 'mutation', 'package', 'process', 'till'],
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

/** Documents that the project does not contain. */
const ELSEWHERE = /\(design,? section|section \d[\d.]* of the decisions|\bpain \d+/;

describe('comments', () => {
  it('refer only to documents of the project', () => {
    const files = [...PRODUCT_FILES, ...TEST_FILES].filter(
      (file) => !file.endsWith('rules.test.ts'),
    );
    expect(files.filter((file) => ELSEWHERE.test(textOf(file)))).toEqual([]);
  });
});

describe('objects', () => {
  it('are written with plain members, without merged spreads', () => {
    expect(PRODUCT_FILES.filter((file) => textOf(file).includes('...{ '))).toEqual([]);
  });
});
