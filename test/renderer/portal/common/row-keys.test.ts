import { expect, it } from 'vitest';
import { rowAfterKey } from '../../../../renderer/portal/common/row-keys.ts';

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowUp', 0, null],
  ['ArrowDown', 2, null],
  ['Home', 0, null],
  ['End', 2, null],
  ['Enter', 1, null],
  ['ArrowRight', 1, null],
])('%s moves the focus from row %i of three to %s', (key, at, to) => {
  expect(rowAfterKey(key, at, 3)).toBe(to);
});

it('a key in a row that has no link in focus moves nothing', () => {
  expect(rowAfterKey('Home', -1, 3)).toBeNull();
});
