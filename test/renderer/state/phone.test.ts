import { describe, expect, it } from 'vitest';
import {
  groupNumber,
  readPhone,
  readTypedNumber,
  showMsisdn,
  splitMsisdn,
} from '../../../renderer/state/phone.ts';

describe('a typed phone number', () => {
  it('is parsed into country code and number', () => {
    expect(readPhone('47', '98765432')).toEqual({ ok: true, msisdn: '4798765432' });
    expect(readPhone('46', '701234567')).toEqual({ ok: true, msisdn: '46701234567' });
  });

  it.each([
    ['47', '', { kind: 'missing' }],
    ['47', '987', { kind: 'short', missing: 5 }],
    ['47', '22334455', { kind: 'not_mobile' }],
    ['47', '987654321', { kind: 'bad' }],
    ['', '98765432', { kind: 'bad' }],
    ['46', '12345', { kind: 'bad' }],
    ['358', '1234567890123', { kind: 'bad' }],
  ])('+%s %s is refused with a reason', (country, number, problem) => {
    expect(readPhone(country, number)).toEqual({ ok: false, problem });
  });

  it('is formatted in groups and split again', () => {
    expect(groupNumber('47', '98765432')).toBe('987 65 432');
    expect(groupNumber('47', '987')).toBe('987');
    expect(groupNumber('46', '701234567')).toBe('701 234 567');
    expect(showMsisdn('4798765432')).toBe('+47 987 65 432');
    expect(splitMsisdn('4798765432')).toEqual({ country: '47', number: '98765432' });
  });
});

it.each([
  ['+47 987 65 432', '4798765432'],
  ['004798765432', '4798765432'],
  ['4798765432', '4798765432'],
  // A browser fills in a number without its country code.
  ['987 65 432', '4798765432'],
  ['+46 70 123 45 67', '46701234567'],
  ['+49 123456', '49123456'],
  ['+47 987', null],
  ['098 765 432', null],
  ['1234567890123456', null],
  ['', null],
])('a number typed as "%s" is %s', (typed, msisdn) => {
  expect(readTypedNumber(typed)).toBe(msisdn);
});
