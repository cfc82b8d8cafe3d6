import { CASHIER_WORDS, type CashierWords } from '../../i18n/cashier.ts';
import type { Language } from '../../i18n/language.ts';

/** The words of a till. In a shop that asks for tips, an additional amount is a tip everywhere (D-256). */
export function cashierWords(language: Language, additional: 'tip' | 'any'): CashierWords {
  const words = CASHIER_WORDS[language];
  if (additional === 'any') return words;
  const { tip, dayTips: dayAdditional, logTip: logAdditional } = words;
  return { ...words, additional: tip, dayAdditional, logAdditional };
}
