import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCode } from '../../../../shared/device/scanner/read-code.ts';
import { anyText } from '../../../support/any-text.ts';

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
    ['https://shop.example/tillkit/s/xhTGU/', { kind: 'shortlink', id: 'xhTGU' }],
    ['https://shop.example/pay/no/s/xhTGU/a/s/zzzzz', { kind: 'shortlink', id: 'xhTGU' }],
    ['https://shop.example/t/s/0123456789012', { kind: 'serial', serial: '0123456789012' }],
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
    'https://shop.example/tillkit/p/p0123456789a/',
    'https://brand.example/shop/a/123456/',
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

  it('of an own service with a path is a sticker below this path only', () => {
    const own = 'https://shop.example/tillkit';
    for (const base of [own, `${own}/`]) {
      const read = (path: string) => readCode(`https://shop.example${path}`, base);
      expect(read('/tillkit/s/xhTGU/')).toEqual(readCode('shortlink_id:xhTGU'));
      for (const path of [
        '/s/xhTGU/',
        '/other/s/xhTGU/',
        '/tillkits/s/xhTGU/',
        '/tillkit/p/xhTGU/',
      ]) {
        expect([path, read(path)]).toEqual([path, { kind: 'unknown' }]);
      }
    }
  });

  it('is read without an error, whatever its text', () => {
    fc.assert(
      fc.property(anyText(400), (text) => {
        expect(['scan_token', 'sticker', 'unknown']).toContain(readCode(text).kind);
      }),
    );
  });
});
