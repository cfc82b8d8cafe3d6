import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONEY_MAX, money, toDecimalString } from '../../../shared/money/money.ts';
import { minorUnits, moneyRead, moneyWritten } from '../../../shared/protocol/profile-money.ts';

/* Amounts as text in major units (D-93). */

describe('amounts as older clients write them', () => {
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
  ])('%j %s is none', (value, currency) => {
    expect(minorUnits(value, currency)).toBeNull();
  });

  it('come back as they went, whatever the currency', () => {
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

  it('are text also where they are an object that says it cannot be text', () => {
    expect(moneyRead({ amount: { toString: 0 } })).toEqual({ amount: '{"toString":0}' });
  });

  it('are text for the schema to refuse where they are none, and nothing else is touched', () => {
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
