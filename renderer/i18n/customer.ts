import { displayAr, kioskAr } from './ar/customer.ts';
import { displayDe, kioskDe } from './de/customer.ts';
import { type DisplayWords, displayEn, type KioskWords, kioskEn } from './en/customer.ts';
import type { Language } from './language.ts';
import { displayNb, kioskNb } from './nb/customer.ts';

export type { DisplayWords, KioskWords } from './en/customer.ts';

/** Words of the customer’s display by language; a text missing in one does not compile. */
export const DISPLAY_WORDS: Readonly<Record<Language, DisplayWords>> = {
  en: displayEn,
  nb: displayNb,
  de: displayDe,
  ar: displayAr,
};

/** The words of a display. In a shop that asks for tips, an additional amount is a tip (D-256). */
export function displayWords(language: Language, additional: 'tip' | 'any'): DisplayWords {
  const words = DISPLAY_WORDS[language];
  return additional === 'any' ? words : { ...words, additional: words.tip };
}

/** Words of the kiosk by language; a text missing in one does not compile. */
export const KIOSK_WORDS: Readonly<Record<Language, KioskWords>> = {
  en: kioskEn,
  nb: kioskNb,
  de: kioskDe,
  ar: kioskAr,
};
