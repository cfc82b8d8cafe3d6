import { cashierAr } from './ar/till.ts';
import { cashierDe } from './de/till.ts';
import { type CashierWords, cashierEn } from './en/till.ts';
import type { Language } from './language.ts';
import { cashierNb } from './nb/till.ts';

export type { CashierWords } from './en/till.ts';

/** Words of the cashier screen by language; a text missing in one does not compile. */
export const CASHIER_WORDS: Readonly<Record<Language, CashierWords>> = {
  en: cashierEn,
  nb: cashierNb,
  de: cashierDe,
  ar: cashierAr,
};
