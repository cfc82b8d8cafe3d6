import { type CashierWords, cashierEn } from './cashier-en.ts';
import { cashierNb } from './cashier-nb.ts';
import type { Language } from './language.ts';

export type { CashierWords } from './cashier-en.ts';

/** Words of the cashier screen by language; a key missing in one of them does not compile. */
export const CASHIER_WORDS: Readonly<Record<Language, CashierWords>> = {
  en: cashierEn,
  nb: cashierNb,
};
