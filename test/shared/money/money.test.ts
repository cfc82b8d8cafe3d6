import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, WRITINGS } from '../../../shared/money/amount-text.ts';
import { exponentOf, isCurrency } from '../../../shared/money/currency.ts';
import { amountParts, formatAmount } from '../../../shared/money/format.ts';
import {
  add,
  MONEY_MAX,
  money,
  share,
  subtract,
  toDecimalString,
  withMoney,
} from '../../../shared/money/money.ts';

/** Locale data writes no-break spaces; tests compare words. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('currencies', () => {
  it('have the ISO exponents, also where display libraries have others', () => {
    const exponents = ['HUF', 'IDR', 'IQD', 'COP', 'PKR', 'MGA', 'JPY', 'BHD', 'CLF', 'NOK'].map(
      exponentOf,
    );
    expect(exponents).toEqual([2, 2, 3, 2, 2, 2, 0, 3, 4, 2]);
  });

  it('are accepted only as known codes in capitals', () => {
    expect(['NOK', 'EUR', 'JPY'].every(isCurrency)).toBe(true);
    expect(['nok', 'ZZZ', 'KR', '', 'constructor'].some(isCurrency)).toBe(false);
  });
});

describe('amounts', () => {
  it('throw a RangeError unless they are whole minor units in the safe range', () => {
    expect(() => money(0.5)).toThrow(RangeError);
    expect(() => money(Number.NaN)).toThrow(RangeError);
    expect(() => money(2 ** 53)).toThrow(RangeError);
  });

  it('are taken from callers only as whole numbers, at any depth', () => {
    const sale = { amount: 12_500, text: 'Coffee', closed: null, lines: [{ price: 5 }] };
    expect(withMoney<typeof sale>(sale)).toBe(sale);
    expect(withMoney(12_500)).toBe(12_500);
    for (const amount of [0.5, Number.NaN, 2 ** 53]) {
      expect(withMoney(amount), `${amount}`).toBeNull();
      expect(withMoney({ ...sale, amount }), `amount ${amount}`).toBeNull();
      const lines = [...sale.lines, { price: amount }];
      expect(withMoney({ ...sale, lines }), `a price ${amount}`).toBeNull();
    }
  });

  it('are written as decimal text without loss', () => {
    const currency = fc.constantFrom('NOK', 'JPY', 'BHD', 'CLF');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MONEY_MAX }), currency, (value, code) => {
        const [whole, fraction = ''] = toDecimalString(money(value), code).split('.');
        expect(fraction).toHaveLength(exponentOf(code));
        expect(BigInt(`${whole}${fraction}`)).toBe(BigInt(value));
      }),
    );
  });

  it('have exact shares, rounded half up to a minor unit, up to the largest amount', () => {
    expect(share(money(1_000), 100)).toBe(10);
    expect(share(money(150), 100)).toBe(2);
    expect(share(money(149), 100)).toBe(1);
    expect(share(money(MONEY_MAX), 10_000)).toBe(MONEY_MAX);
  });

  it('are written as the locale writes them, with the currency’s own decimals', () => {
    expect(plain(formatAmount(money(12_500), 'NOK', 'nb-NO'))).toBe('125,00 kr');
    expect(plain(formatAmount(money(123_456_789), 'NOK', 'nb-NO'))).toBe('1 234 567,89 kr');
    expect(plain(formatAmount(money(500), 'JPY', 'en-US'))).toBe('¥500');
    expect(plain(formatAmount(money(1_234), 'BHD', 'en-US'))).toMatch(/1\.234/);
  });

  it('are split into figures, space and currency', () => {
    const parts = amountParts(money(12_500), 'NOK', 'nb-NO');
    expect(parts.map((part) => part.kind)).toEqual(['figures', 'space', 'currency']);
  });

  it.each([...WRITINGS.keys()])('in %s have the same parts as without the short cut', (key) => {
    const [locale = '', currency = ''] = key.split(' ');
    // The same locale with its own digits named, which no short cut is taken for.
    const named = `${locale}-u-nu-latn`;
    const same = (value: number) => {
      const short = amountParts(money(value), currency, locale);
      expect(short).toEqual(amountParts(money(value), currency, named));
    };
    for (const value of [0, 5, 99, 100, 99_999, 100_000, 123_456_789, MONEY_MAX, -12_550]) {
      same(value);
    }
    fc.assert(fc.property(fc.integer({ min: 0, max: MONEY_MAX }), same));
  });
});

describe('sums and limits', () => {
  it('adds any number of amounts exactly', () => {
    expect(add()).toBe(0);
    expect(add(money(1), money(2), money(-4))).toBe(-1);
    expect(subtract(money(1_000), money(1))).toBe(999);
    expect(subtract(money(1), money(1_000))).toBe(-999);
  });

  it('writes negative amounts with their sign, also below one', () => {
    expect(toDecimalString(money(-2_005), 'NOK')).toBe('-20.05');
    expect(toDecimalString(money(-5), 'NOK')).toBe('-0.05');
    expect(toDecimalString(money(-5), 'JPY')).toBe('-5');
    expect(toDecimalString(money(5), 'BHD')).toBe('0.005');
  });

  it('throws for a fraction of a minor unit and names the number', () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => money(wrong)).toThrow(`not a whole number of minor units: ${wrong}`);
    }
  });

  it('reads the largest amount, and refuses a larger one', () => {
    expect(readAmount('9999999999.99', 'NOK')).toBe(MONEY_MAX);
    expect(readAmount('10000000000.00', 'NOK')).toBeNull();
  });
});
