import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONGEST, longestFirst, shuffled } from './file-order.ts';

const itself = (path: string) => path;
const [first = '', second = ''] = LONGEST;
const files = ['/tree/test/a.test.ts', `/tree/${second}`, '/tree/test/b.test.ts', `/tree/${first}`];

it('the longest files start first, and the others keep their order', () => {
  const sorted = [
    `/tree/${first}`,
    `/tree/${second}`,
    '/tree/test/a.test.ts',
    '/tree/test/b.test.ts',
  ];
  expect(longestFirst(files, itself)).toEqual(sorted);
});

it('the list of the longest files names each file once, and only files that exist', () => {
  expect(new Set(LONGEST).size).toBe(LONGEST.length);
  const missing = LONGEST.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)));
  expect(missing).toEqual([]);
});

it('a seed determines the order of the files; another seed gives another order', () => {
  const again = [...files].reverse();
  expect(shuffled(files, 7, itself)).toEqual(shuffled(again, 7, itself));
  expect(new Set(shuffled(files, 7, itself))).toEqual(new Set(files));
  const orders = [1, 2, 3, 4, 5].map((seed) => shuffled(files, seed, itself).join());
  expect(new Set(orders).size).toBeGreaterThan(1);
});
