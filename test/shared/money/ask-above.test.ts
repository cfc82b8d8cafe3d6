import { expect, it } from 'vitest';
import { AMOUNT_MAX } from '../../../renderer/state/keypad.ts';
import { isAskedAgain, usualAskAbove } from '../../../shared/money/ask-above.ts';
import { isCurrency } from '../../../shared/money/currency.ts';
import { money } from '../../../shared/money/money.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CURRENCIES = LETTERS.flatMap((a) =>
  LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c).filter(isCurrency)),
);

it('the usual limit of each currency can be typed, so that the question can come', () => {
  expect(CURRENCIES.length).toBeGreaterThan(150);
  const never = CURRENCIES.filter((code) => usualAskAbove(code) >= AMOUNT_MAX);
  expect(never).toEqual([]);
});

it.each([
  ['NOK', 1_000_000],
  ['EUR', 100_000],
  ['JPY', 200_000],
  ['KWD', 500_000],
])('in %s amounts above %i minor units are asked again', (currency, limit) => {
  expect(isAskedAgain(money(limit), { currency })).toBe(false);
  expect(isAskedAgain(money(limit + 1), { currency })).toBe(true);
});

it('the limit of the shop replaces the usual one, and a shop can do without', () => {
  const asked = (askAbove: number | 'never') =>
    isAskedAgain(money(60_000), { currency: 'NOK', askAbove });
  expect([asked(50_000), asked(60_000), asked('never')]).toEqual([true, false, false]);
});
