import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from '../../../service/receipts/plain-text.ts';

it.each([
  ['Kaffe Løkka, 0.5 l', 'Kaffe Løkka, 0.5 l'],
  ['No.5 à 1.250,00 (15 %)', 'No.5 à 1.250,00 (15 %)'],
  ['St.Hallvard', 'St. Hallvard'],
  ['https://bank.example/login', 'https: bank. example/login'],
  ['HTTPS:\\\\bank.example', 'HTTPS: bank. example'],
  ['www.bank。example', 'www. bank. example'],
  ['bank．xn--p1ai', 'bank. xn--p1ai'],
  ['a@bank.example', 'a@bank. example'],
  ['h\u200dttps:/\u2060/bank.\u200bexample', 'https: bank. example'],
  ['abc\u202ekcab\u2066x\u2069\u061c', 'abckcabx'],
  ['one\u2028two\u2029three\ttab', 'one two three tab'],
  ['قهوة ٠٫٥', 'قهوة ٠٫٥'],
])('%j is shown as %j', (text, shown) => {
  expect(plainText(text)).toBe(shown);
});

it('no text becomes a link, and letters and figures stay', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'https://',
      '.',
      '。',
      'bank.example',
      '\u200b',
      '\u202e',
      '/',
      '@',
      'å',
      '1.5',
    ),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const shown = plainText(parts.join(''));
      expect(shown).not.toMatch(/:\/\/|[\p{L}\p{N}][.。．｡․]\p{L}{2}|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      const kept = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.join('') ?? '';
      expect(kept(shown)).toBe(kept(parts.join('')));
      expect(plainText(shown)).toBe(shown);
    }),
  );
});
