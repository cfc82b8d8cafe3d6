import { expect, test } from 'vitest';
import { madeOnce } from '../../../shared/objects/made-once.ts';

test('makes each value once, and keeps no more than its bound', () => {
  const made: string[] = [];
  const once = madeOnce<object>(3);
  const of = (key: string) =>
    once(key, () => {
      made.push(key);
      return { key };
    });
  const first = of('a');
  expect(of('a')).toBe(first);
  of('b');
  of('c');
  expect(of('a')).toBe(first);
  of('d');
  expect(of('a')).not.toBe(first);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'a']);
});
