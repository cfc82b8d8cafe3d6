import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCode } from '../../../shared/scanner/read-code.ts';
import { anyText } from '../../support/any-text.ts';

const DIGITS = '123456789012345678';

describe('a scanned code', () => {
  it.each([`token:${DIGITS}`, ` token:${DIGITS}\r`, `TOKEN:${DIGITS}`, `tokenØ${DIGITS}`])(
    'is the token of a customer: %j',
    (text) => {
      expect(readCode(text)).toEqual({ kind: 'scan_token', token: `token:${DIGITS}` });
    },
  );

  it.each([
    ['https://pay.example/s/aB3-_/', { kind: 'shortlink', id: 'aB3-_' }],
    ['http://127.0.0.1:4600/s/xhTGU/table-4/?env=x', { kind: 'shortlink', id: 'xhTGU' }],
    ['https://pay.example/s/0123456789012/', { kind: 'serial', serial: '0123456789012' }],
    ['shortlink_sn:0123456789012', { kind: 'serial', serial: '0123456789012' }],
    ['shortlink_id:xhTGU', { kind: 'shortlink', id: 'xhTGU' }],
  ])('is a sticker: %s', (text, sticker) => {
    expect(readCode(text)).toEqual({ kind: 'sticker', sticker });
  });

  it.each([
    '',
    '7038010001234',
    'token:',
    'token:12',
    'token:1234567x',
    'https://pay.example/',
    'https://pay.example/p/p0123456789a',
    'shortlink_sn:a b',
    'shortlink_id:../x',
    'javascript:alert(1)',
    'x'.repeat(5_000),
  ])('is unknown: %j', (text) => {
    expect(readCode(text)).toEqual({ kind: 'unknown' });
  });

  it('with the address of another service is unknown if the till knows its own service', () => {
    const own = 'https://pay.example';
    expect(readCode('https://evil.example/s/xhTGU/', own)).toEqual({ kind: 'unknown' });
    expect(readCode('https://pay.example/s/xhTGU/', own).kind).toBe('sticker');
  });

  it('is read without an error, whatever its text', () => {
    fc.assert(
      fc.property(anyText(400), (text) => {
        expect(['scan_token', 'sticker', 'unknown']).toContain(readCode(text).kind);
      }),
    );
  });
});
