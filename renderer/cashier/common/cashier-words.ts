import type { CashierWords } from '../../i18n/cashier.ts';

/** The words of a till. In a shop that asks for tips, an additional amount is a tip everywhere (D-256). */
export function cashierWords(words: CashierWords, additional: 'tip' | 'any'): CashierWords {
  if (additional === 'any') return words;
  const { tip, logTip: logAdditional } = words;
  return { ...words, additional: tip, logAdditional };
}
