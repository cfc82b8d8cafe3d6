import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONEY_MAX, money, toDecimalString } from '../../../shared/money/money.ts';
import { minorUnits, moneyRead, moneyWritten } from '../../../shared/protocol/profile-money.ts';

/* Amounts as text in major units (D-93). */

describe('amounts as text in major units', () => {
  it.each([
    ['100.00', 'NOK', 10_000],
    ['100.0', 'NOK', 10_000],
    ['100', 'NOK', 10_000],
    [100, 'NOK', 10_000],
    [21.5, 'NOK', 2_150],
    ['0', 'NOK', 0],
    ['-1.00', 'NOK', -100],
    ['-0.00', 'NOK', 0],
    ['7', 'JPY', 7],
    ['1.005', 'KWD', 1_005],
    ['999999999999', 'NOK', 99_999_999_999_900],
  ])('%j %s is %i minor units', (value, currency, minor) => {
    expect(minorUnits(value, currency)).toBe(minor);
  });

  it.each([
    ['1.005', 'NOK'],
    ['7.0', 'JPY'],
    ['1,00', 'NOK'],
    ['1e3', 'NOK'],
    ['', 'NOK'],
    [' 1', 'NOK'],
    ['+1', 'NOK'],
    ['.5', 'NOK'],
    ['1.', 'NOK'],
    ['0x10', 'NOK'],
    ['٣', 'NOK'],
    [1e21, 'NOK'],
    [0.1 + 0.2, 'NOK'],
    [true, 'NOK'],
    [null, 'NOK'],
    [['1'], 'NOK'],
  ])('%j %s is refused', (value, currency) => {
    expect(minorUnits(value, currency)).toBeNull();
  });

  it('are the same after writing and reading, in any currency', () => {
    const currencies = fc.constantFrom('NOK', 'JPY', 'KWD', 'CLF', 'HUF');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MONEY_MAX }), currencies, (minor, currency) => {
        const text = toDecimalString(money(minor), currency);
        expect(minorUnits(text, currency)).toBe(minor);
        const body = { currency, amount: minor, captures: [{ id: null, amount: minor }], qty: 1 };
        const written = moneyWritten(body);
        expect(written).toEqual({
          ...{ currency, qty: 1, amount: text },
          captures: [{ id: null, amount: text }],
        });
        expect(moneyRead(written)).toEqual(body);
      }),
    );
  });

  it('that are objects without a toString function become JSON text', () => {
    expect(moneyRead({ amount: { toString: 0 } })).toEqual({ amount: '{"toString":0}' });
  });

  it('that are invalid become text, which the schema refuses; other members keep their type', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: unknown = JSON.parse(json);
        const read = moneyRead({ currency: 'NOK', amount: value, note: value });
        const { amount, note } = Object(read);
        expect(value === null || ['number', 'string'].includes(typeof amount)).toBe(true);
        if (typeof amount === 'number') expect(Number.isSafeInteger(amount)).toBe(true);
        expect(typeof note).toBe(typeof value);
      }),
    );
  });
});
