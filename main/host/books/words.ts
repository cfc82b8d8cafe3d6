import type { BookWords } from '../../../shared/books/follow.ts';
import type { Language } from '../../../shared/catalogue/language.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import { BILL_WORDS } from '../bills/words.ts';

const OWN: Readonly<Record<Language, { readonly other: string; readonly bank: string }>> = {
  en: { other: 'Other', bank: 'Bank' },
  nb: { other: 'Annet', bank: 'Bank' },
  de: { other: 'Andere', bank: 'Bank' },
  ar: { other: 'أخرى', bank: 'البنك' },
};

/** The words that the till writes into its books, in the language of its settings. */
export function bookWords(language: Language): BookWords & { readonly bank: string } {
  const { part } = BILL_WORDS[language];
  return { part, discount: DOCUMENT_WORDS[language].discount, ...OWN[language] };
}
