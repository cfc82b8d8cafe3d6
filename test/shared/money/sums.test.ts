import { expect, it } from 'vitest';
import { add, MONEY_MAX, money, subtract, toDecimalString } from '../../../shared/money/money.ts';
import { readAmount } from '../../../shared/money/read-amount.ts';

it('sums are exact, of as many as there are', () => {
  expect(add()).toBe(0);
  expect(add(money(1), money(2), money(-4))).toBe(-1);
  expect(subtract(money(1_000), money(1))).toBe(999);
  expect(subtract(money(1), money(1_000))).toBe(-999);
});

it('what is owed is written with its sign, also below one', () => {
  expect(toDecimalString(money(-2_005), 'NOK')).toBe('-20.05');
  expect(toDecimalString(money(-5), 'NOK')).toBe('-0.05');
  expect(toDecimalString(money(-5), 'JPY')).toBe('-5');
  expect(toDecimalString(money(5), 'BHD')).toBe('0.005');
});

it('what is no whole number of minor units is a bug, and says which number', () => {
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => money(wrong)).toThrow(`not a whole number of minor units: ${wrong}`);
  }
});

it('the largest amount can be typed, and one more cannot', () => {
  expect(readAmount('9999999999.99', 'NOK')).toBe(MONEY_MAX);
  expect(readAmount('10000000000.00', 'NOK')).toBeNull();
});
