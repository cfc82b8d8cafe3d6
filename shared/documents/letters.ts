import type { Language } from '../catalogue/language.ts';
import type { Format } from '../format/format.ts';

/** How a document's reader reads: the language, the formats, and the letters that can be shown. */
export type Letters = {
  readonly language: Language;
  readonly format: Pick<Format, 'amount' | 'decimal' | 'percent' | 'dateTime' | 'dayName'>;
  /** What can be shown of a text; null if nothing of it can. */
  readonly text: (text: string) => string | null;
};

/** The letters of a screen: all of them. */
export const screenLetters = (language: Language, format: Letters['format']): Letters => ({
  language,
  format,
  text: (text) => text,
});
