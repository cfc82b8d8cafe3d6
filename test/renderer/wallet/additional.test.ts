import { expect, test } from 'vitest';
import {
  additionalMax,
  quickChoices,
  readAdditional,
} from '../../../renderer/wallet/additional.ts';

test.each([
  [12_500, [1_000, 2_000]],
  [4_200, [500, 1_000]],
  [125_000, [10_000, 20_000]],
  [450, [50, 100]],
  [7, [1, 2]],
  [1, [1, 2]],
  [999_999_999_999, [100_000_000_000, 200_000_000_000]],
])('the suggestions for %i are %j', (amount, choices) => {
  expect(quickChoices(amount)).toEqual(choices);
});

test('the two suggestions rise and are within the limit', () => {
  for (let amount = 1; amount < 100_000; amount += 7) {
    const [first, second] = quickChoices(amount);
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first);
    expect(second).toBeLessThanOrEqual(additionalMax(amount, 0, 'NOK'));
  }
});

test('the limit is the total, ten units or the shop’s proposal, whichever is largest', () => {
  expect(additionalMax(12_500, 0, 'NOK')).toBe(12_500);
  expect(additionalMax(300, 0, 'NOK')).toBe(1_000);
  expect(additionalMax(300, 0, 'JPY')).toBe(300);
  expect(additionalMax(5_000, 50_000, 'NOK')).toBe(50_000);
});

test.each([
  ['', { kind: 'sum', value: 0 }],
  [' 25 ', { kind: 'sum', value: 2_500 }],
  ['7,5', { kind: 'sum', value: 750 }],
  ['125.00', { kind: 'sum', value: 12_500 }],
  ['125.01', { kind: 'too_much' }],
  ['7,5x', { kind: 'unreadable' }],
  ['-5', { kind: 'unreadable' }],
  ['1,250', { kind: 'unreadable' }],
  ['1e3', { kind: 'unreadable' }],
])('the text %j is read as %j', (text, typed) => {
  expect(readAdditional(text, 'NOK', 12_500)).toEqual(typed);
});
