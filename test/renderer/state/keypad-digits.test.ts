import { expect, it } from 'vitest';
import { type KeypadKey, pressDigits } from '../../../renderer/state/keypad.ts';

const digit = (value: number): KeypadKey => ({ kind: 'digit', digit: value });

it('typed digits end at the longest number, and are taken back one by one or all at once', () => {
  const typed = [1, 2, 3, 4].map(digit).reduce((now, key) => pressDigits(now, key, 3), '');
  expect(typed).toBe('123');
  expect(pressDigits('12', { kind: 'double_zero' }, 3)).toBe('12');
  expect(pressDigits('12', { kind: 'backspace' }, 3)).toBe('1');
  expect(pressDigits('12', { kind: 'clear' }, 3)).toBe('');
});
