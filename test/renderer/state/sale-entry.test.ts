import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMOUNT_MAX, type KeypadKey } from '../../../renderer/state/keypad.ts';
import {
  EMPTY_ENTRY,
  isEmpty,
  pressKey,
  type SaleEntry,
} from '../../../renderer/state/sale-entry.ts';
import { money } from '../../../shared/money/money.ts';

const CLEAR: KeypadKey = { kind: 'clear' };
const BACK: KeypadKey = { kind: 'backspace' };
const ZEROS: KeypadKey = { kind: 'double_zero' };
const digit = (value: number): KeypadKey => ({ kind: 'digit', digit: value });

function type(text: string, from: SaleEntry = EMPTY_ENTRY): SaleEntry {
  return [...text].reduce((entry, one) => pressKey(entry, digit(Number(one))), from);
}

describe('the amount', () => {
  it('shifts digits in from the right as minor units', () => {
    expect(type('12500').amount).toBe(12_500);
    expect(pressKey(type('125'), ZEROS).amount).toBe(12_500);
    expect(pressKey(type('12500'), BACK).amount).toBe(1_250);
    expect(pressKey(EMPTY_ENTRY, BACK).amount).toBe(0);
  });

  it('accepts nine digits, and reports the tenth as too many', () => {
    const nine = type('123456789');
    expect(nine.amount).toBe(123_456_789);
    expect(type('1', nine)).toMatchObject({ amount: 123_456_789, full: true });
    expect(pressKey(type('12345678'), ZEROS)).toMatchObject({ amount: 12_345_678, full: true });
    expect(pressKey(type('1', nine), BACK).full).toBe(false);
  });

  it('is always an integer within its bounds, for every sequence of keys', () => {
    const key = fc.oneof(
      fc.integer({ min: 0, max: 9 }).map(digit),
      fc.constantFrom(ZEROS, BACK, CLEAR),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), (keys) => {
        const { amount } = keys.reduce((entry, one) => pressKey(entry, one), EMPTY_ENTRY);
        expect(Number.isSafeInteger(amount) && amount >= 0 && amount <= AMOUNT_MAX).toBe(true);
      }),
    );
  });
});

describe('the C key', () => {
  it('clears the amount, and the second press asks before it clears the sale', () => {
    const typed: SaleEntry = { ...type('12500'), number: '98765432' };
    const once = pressKey(typed, CLEAR);
    expect(once).toMatchObject({ amount: 0, number: '98765432', asking: false });
    expect(pressKey(once, CLEAR).asking).toBe(true);
  });

  it('does not ask if nothing would be lost', () => {
    expect(pressKey(EMPTY_ENTRY, CLEAR).asking).toBe(false);
    expect(isEmpty(EMPTY_ENTRY)).toBe(true);
  });
});

describe('the phone number', () => {
  const phone: SaleEntry = { ...EMPTY_ENTRY, amount: money(100), stage: 'phone' };

  it('keeps leading zeros, which an amount drops', () => {
    expect(type('900', phone).number).toBe('900');
    expect(pressKey(type('9', phone), ZEROS).number).toBe('900');
  });

  it('continues in the country code if the number is empty', () => {
    const back = pressKey(phone, BACK);
    expect(back.part).toBe('country');
    expect(pressKey(back, BACK).country).toBe('4');
  });

  it('drops the zeros of an international prefix and accepts three digits', () => {
    const country: SaleEntry = { ...phone, part: 'country', country: '' };
    expect(type('0046', country).country).toBe('46');
    expect(type('3581', country)).toMatchObject({ country: '358', full: true });
  });

  it('does not change the amount', () => {
    expect(pressKey(type('98765432', phone), CLEAR)).toMatchObject({ amount: 100, number: '' });
  });
});
