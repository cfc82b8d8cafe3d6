import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMOUNT_MAX, type KeypadKey } from '../../../renderer/state/keypad.ts';
import {
  asksToClear,
  EMPTY_ENTRY,
  isEmpty,
  pressKey,
  type SaleEntry,
} from '../../../renderer/state/sale-entry.ts';
import { money } from '../../../shared/money/money.ts';

const press = (entry: SaleEntry, key: KeypadKey) => pressKey('amount', entry, key);
const asks = (entry: SaleEntry) => asksToClear('amount', entry, CLEAR, true);

const CLEAR: KeypadKey = { kind: 'clear' };
const BACK: KeypadKey = { kind: 'backspace' };
const ZEROS: KeypadKey = { kind: 'double_zero' };
const digit = (value: number): KeypadKey => ({ kind: 'digit', digit: value });

function type(text: string, from: SaleEntry = EMPTY_ENTRY): SaleEntry {
  return [...text].reduce((entry, one) => press(entry, digit(Number(one))), from);
}

describe('the amount', () => {
  it('shifts digits in from the right as minor units', () => {
    expect(type('12500').amount).toBe(12_500);
    expect(press(type('125'), ZEROS).amount).toBe(12_500);
    expect(press(type('12500'), BACK).amount).toBe(1_250);
    expect(press(EMPTY_ENTRY, BACK).amount).toBe(0);
  });

  it('accepts nine digits, and reports the tenth as too many', () => {
    const nine = type('123456789');
    expect(nine.amount).toBe(123_456_789);
    expect(type('1', nine)).toMatchObject({ amount: 123_456_789, full: true });
    expect(press(type('12345678'), ZEROS)).toMatchObject({ amount: 12_345_678, full: true });
    expect(press(type('1', nine), BACK).full).toBe(false);
  });

  it('is always an integer within its bounds, for every sequence of keys', () => {
    const key = fc.oneof(
      fc.integer({ min: 0, max: 9 }).map(digit),
      fc.constantFrom(ZEROS, BACK, CLEAR),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), (keys) => {
        const { amount } = keys.reduce((entry, one) => press(entry, one), EMPTY_ENTRY);
        expect(Number.isSafeInteger(amount) && amount >= 0 && amount <= AMOUNT_MAX).toBe(true);
      }),
    );
  });
});

describe('the C key', () => {
  it('clears the amount, and the second press asks before it clears the sale', () => {
    const typed: SaleEntry = { ...type('12500'), number: '98765432' };
    const once = press(typed, CLEAR);
    expect(once).toMatchObject({ amount: 0, number: '98765432' });
    expect([asks(typed), asks(once)]).toEqual([false, true]);
  });

  it('does not ask if nothing would be lost', () => {
    expect(asks(EMPTY_ENTRY)).toBe(false);
    expect(isEmpty(EMPTY_ENTRY)).toBe(true);
  });
});

describe('the phone number', () => {
  const dial = (entry: SaleEntry, key: KeypadKey) => pressKey('phone', entry, key);
  const dialled = (text: string, from: SaleEntry) =>
    [...text].reduce((entry, one) => dial(entry, digit(Number(one))), from);
  const phone: SaleEntry = { ...EMPTY_ENTRY, amount: money(100) };

  it('keeps leading zeros, which an amount drops', () => {
    expect(dialled('900', phone).number).toBe('900');
    expect(dial(dialled('9', phone), ZEROS).number).toBe('900');
  });

  it('continues in the country code if the number is empty', () => {
    const back = dial(phone, BACK);
    expect(back.part).toBe('country');
    expect(dial(back, BACK).country).toBe('4');
  });

  it('drops the zeros of an international prefix and accepts three digits', () => {
    const country: SaleEntry = { ...phone, part: 'country', country: '' };
    expect(dialled('0046', country).country).toBe('46');
    expect(dialled('3581', country)).toMatchObject({ country: '358', full: true });
  });

  it('does not change the amount', () => {
    expect(dial(dialled('98765432', phone), CLEAR)).toMatchObject({ amount: 100, number: '' });
  });
});
