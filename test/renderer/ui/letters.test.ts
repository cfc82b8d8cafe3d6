import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../renderer/i18n/language.ts';
import { capitalOf, hasCapitals, LETTERS, SIGNS } from '../../../renderer/ui/letters.ts';

/** Letters that words of a language need besides those that all Latin keyboards have. */
const NEEDED = {
  en: 'abcdefghijklmnopqrstuvwxyz',
  nb: 'abcdefghijklmnopqrstuvwxyzæøå',
  de: 'abcdefghijklmnopqrstuvwxyzäöüß',
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءئؤىةأإآ',
} as const;

describe('the letters on a screen', () => {
  it.each(LANGUAGES)('are all letters of the language, each once, %s', (language) => {
    const keys = [...LETTERS[language].join(''), ...SIGNS[language]];
    expect(new Set(keys).size).toBe(keys.length);
    expect([...NEEDED[language]].filter((letter) => !keys.includes(letter))).toEqual([]);
  });

  it.each(LANGUAGES)('fit a row of eleven keys, %s', (language) => {
    for (const row of LETTERS[language]) expect([...row].length).toBeLessThanOrEqual(11);
  });

  it('keep one letter on a key that has no capital', () => {
    const keys = LANGUAGES.filter(hasCapitals).flatMap((language) => [
      ...LETTERS[language].join(''),
    ]);
    expect(keys.map((key) => [...capitalOf(key)].length)).toEqual(keys.map(() => 1));
    expect([capitalOf('å'), capitalOf('ü'), capitalOf('ß')]).toEqual(['Å', 'Ü', 'ß']);
  });
});
