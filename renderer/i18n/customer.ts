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

/** Words of the kiosk by language; a text missing in one does not compile. */
export const KIOSK_WORDS: Readonly<Record<Language, KioskWords>> = {
  en: kioskEn,
  nb: kioskNb,
  de: kioskDe,
  ar: kioskAr,
};
