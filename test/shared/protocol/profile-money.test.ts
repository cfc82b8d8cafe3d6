import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MONEY_MAX, money, toDecimalString } from '../../../shared/money/money.ts';
import {
  minorTextRead,
  minorUnits,
  moneyRead,
  moneyWritten,
} from '../../../shared/protocol/profile-money.ts';

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

  it('that are objects or lists are no amounts for the schema', () => {
    const strange = { amount: { toString: 0 } };
    expect(moneyRead(strange)).toEqual(strange);
    expect(moneyRead({ amounts: ['1.00', 'x', null] })).toEqual({ amounts: [100, 'x', 'null'] });
  });

  it('that are invalid become text, which the schema refuses; other members keep their type', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: unknown = JSON.parse(json);
        const read = moneyRead({ currency: 'NOK', amount: value, note: value });
        const { amount, note } = Object(read);
        const plain = typeof value !== 'object';
        expect(!plain || ['number', 'string'].includes(typeof amount)).toBe(true);
        if (typeof amount === 'number') expect(Number.isSafeInteger(amount)).toBe(true);
        expect(typeof note).toBe(typeof value);
      }),
    );
  });
});

describe('amounts in minor units of a client that multiplies prices by 100 (D-467)', () => {
  const read = (amount: unknown) => Object(minorTextRead({ amount })).amount;

  it('are the whole number beside the product, for every price up to ten million', () => {
    expect(19.99 * 100).toBe(1998.9999999999998);
    expect(read(19.99 * 100)).toBe(1_999);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (minor) => {
        expect(read(Number((minor / 100).toFixed(2)) * 100)).toBe(minor);
      }),
    );
  });

  it('are read within 1e-6 of a whole number, and nothing else is rounded', () => {
    expect(read(7 - 1e-6 / 2)).toBe(7);
    expect(read(7 + 1e-6 / 2)).toBe(7);
    expect(Object.is(read(-1e-7), 0)).toBe(true);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.double({ min: 1.1e-6, max: 1 - 1.1e-6, noNaN: true }),
        (whole, rest) => {
          expect(read(whole + rest)).toBe(whole + rest);
        },
      ),
    );
    const others = ['1998.9999999999998', '125.00', '', 'x', null, true];
    expect(others.map(read)).toEqual(others);
    expect(minorTextRead({ quantity: 1.999_999_999_9 })).toEqual({ quantity: 1.999_999_999_9 });
  });

  it('are read at every depth', () => {
    const deep = { line_items: [{ total: 0.07 * 100, vat: { amount: '5' } }] };
    expect(minorTextRead(deep)).toEqual({ line_items: [{ total: 7, vat: { amount: 5 } }] });
  });
});
