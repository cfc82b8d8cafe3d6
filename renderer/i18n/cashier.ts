import { cashierEn } from './en/till.ts';
import { loadedWords } from './language.ts';

export type { CashierWords } from './en/till.ts';

/** Words of the cashier screen by language; a text missing in one does not compile. */
export const CASHIER_WORDS = loadedWords(cashierEn, {
  nb: async () => (await import('./nb/till.ts')).cashierNb,
  de: async () => (await import('./de/till.ts')).cashierDe,
  ar: async () => (await import('./ar/till.ts')).cashierAr,
});
