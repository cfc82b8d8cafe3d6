import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { rateOf, rateText, roundedRateOf, vatIn } from '../../../shared/money/vat.ts';

describe('a rate of tax', () => {
  it('is read as a fraction below one', () => {
    const texts = ['0.25', '0.15', '0.125', '0', '0.250000', '25', '1', '0.00001', 'abc', ''];
    const rates = [2_500, 1_500, 1_250, 0, 2_500];
    expect(texts.map(rateOf)).toEqual([...rates, null, null, null, null, null]);
  });

  it('is read again as it was written, whatever it is', () => {
    for (let rate = 0; rate < 10_000; rate += 1) expect(rateOf(rateText(rate))).toBe(rate);
  });

  it('gives the tax within a price, rounded half up', () => {
    expect(vatIn(money(12_500), 2_500)).toBe(2_500);
    expect(vatIn(money(4_500), 1_500)).toBe(587);
    expect(vatIn(money(3), 10_000)).toBe(2);
  });

  it('is rounded to a hundredth of a per cent for the books, and is nothing without a rate', () => {
    const texts = ['0.25', '0.12345', '0.250', '0', null];
    expect(texts.map(roundedRateOf)).toEqual([2_500, 1_235, 2_500, 0, 0]);
  });
});
