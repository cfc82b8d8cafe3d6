import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from '../../../shared/money/amount-text.ts';
import { MONEY_MAX, money, toDecimalString } from '../../../shared/money/money.ts';

describe('a typed amount', () => {
  it.each([
    ['125', 'NOK', 12_500],
    ['125,00', 'NOK', 12_500],
    ['125.5', 'NOK', 12_550],
    [' 125, ', 'NOK', 12_500],
    ['0,05', 'NOK', 5],
    ['1 250,50', 'NOK', 125_050],
    ['1\u00a0250\u00a0000', 'NOK', 125_000_000],
    ['500', 'JPY', 500],
    ['1.250', 'KWD', 1_250],
  ])('%j in %s is read', (typed, currency, minor) => {
    expect(readAmount(typed, currency)).toBe(minor);
  });

  it.each([
    ['', 'NOK'],
    ['-5', 'NOK'],
    ['+5', 'NOK'],
    ['1,250', 'NOK'],
    ['1.250', 'NOK'],
    ['12 50', 'NOK'],
    ['1,250.00', 'NOK'],
    ['1e3', 'NOK'],
    ['kr 5', 'NOK'],
    ['٥', 'NOK'],
    ['5,5', 'JPY'],
    ['9999999999999', 'NOK'],
    ['99999999999', 'NOK'],
  ])('%j in %s is refused', (typed, currency) => {
    expect(readAmount(typed, currency)).toBeNull();
  });

  it('is read back from toDecimalString in any currency, with a point or a comma', () => {
    const amounts = fc.integer({ min: 0, max: MONEY_MAX });
    fc.assert(
      fc.property(amounts, fc.constantFrom('NOK', 'JPY', 'KWD', 'HUF'), (amount, currency) => {
        const written = toDecimalString(money(amount), currency);
        expect(readAmount(written, currency)).toBe(amount);
        expect(readAmount(written.replace('.', ','), currency)).toBe(amount);
      }),
    );
  });
});
