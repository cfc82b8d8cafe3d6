import type { Language } from '../i18n/language.ts';

/** The keys of ten digits, in the order of a keyboard. */
export const DIGITS = '1234567890';

/** The rows of an address: it has no other letters. */
export const LATIN = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const;

/** The rows of letters on a screen, as the keyboards of each language have them, from left to right. */
export const LETTERS: Readonly<Record<Language, readonly string[]>> = {
  en: LATIN,
  nb: ['qwertyuiopå', 'asdfghjkløæ', 'zxcvbnm'],
  de: ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß'],
  ar: ['ضصثقفغعهخحج', 'شسيبلاتنمكط', 'ئءؤرىةوزظذد'],
};

/** The signs beside the space key. Arabic keyboards have these forms of alif behind a second key. */
export const SIGNS: Readonly<Record<Language, string>> = {
  en: '.,-',
  nb: '.,-',
  de: '.,-',
  ar: 'أإآ.-',
};

/** True if the language has capital letters, and so its keyboard a key for them. */
export const hasCapitals = (language: Language): boolean => language !== 'ar';

/** The capital of a letter on one key; "ß" has none that a name begins with. */
export function capitalOf(sign: string): string {
  const capital = sign.toUpperCase();
  return capital.length === sign.length ? capital : sign;
}
