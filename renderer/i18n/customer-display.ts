import { type DisplayWords, displayEn } from './display-en.ts';
import { displayNb } from './display-nb.ts';
import type { Language } from './language.ts';

export type { DisplayWords } from './display-en.ts';

/** Words of the customer's display by language; a key missing in one does not compile. */
export const DISPLAY_WORDS: Readonly<Record<Language, DisplayWords>> = {
  en: displayEn,
  nb: displayNb,
};
