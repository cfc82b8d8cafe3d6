import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { PRODUCT_FILES, TEST_FILES, textOf } from './sources.ts';

/*
 * One word for each thing. A name that `docs/words.md` has in its last column does not come back: neither in the product
 * nor in tests.
 */

/** A name that other programs know stays in the places that write or read it. */
const KEPT: Readonly<Record<string, RegExp>> = {
  portal_url:
    /^(service\/app\/ready\.ts|test\/service\/app\/cli\.test\.ts|test\/conformance\/addresses\.test\.ts)$/,
};

type Row = { readonly term: string; readonly avoid: readonly string[] };

const rows: readonly Row[] = readFileSync(join(packageRoot(), 'docs/words.md'), 'utf8')
  .split('\n')
  .filter((text) => /^\| (?!Term|-)/.test(text))
  .map((text) => {
    const [term = '', , avoid = ''] = text.slice(2, -1).split(' | ');
    return { term, avoid: [...avoid.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) };
  });
const avoided = rows.flatMap(({ term, avoid }) => avoid.map((name) => ({ name, term })));

const FILES = [...PRODUCT_FILES, ...TEST_FILES].filter(
  (file) => !file.endsWith('architecture/dictionary.test.ts'),
);
const hasWord = (name: string) => {
  const word = new RegExp(`(?<!\\w)${name.replaceAll('.', '\\.')}(?!\\w)`);
  return FILES.filter((file) => word.test(textOf(file)));
};

describe('the words of the product', () => {
  it('have a meaning each, and no term comes twice', () => {
    const terms = rows.map(({ term }) => term);
    expect(terms.length).toBeGreaterThan(30);
    expect(new Set(terms).size).toBe(terms.length);
  });

  it.each(avoided)('$name is $term', ({ name }) => {
    expect(hasWord(name).filter((file) => KEPT[name]?.test(file) !== true)).toEqual([]);
  });

  it.each(Object.entries(KEPT))('%s stays only where it still is', (name, kept) => {
    expect(avoided.map((one) => one.name)).toContain(name);
    expect(hasWord(name).filter((file) => kept.test(file))).not.toEqual([]);
  });
});
