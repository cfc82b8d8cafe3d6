import type { QuestionWords as AskedWords } from '../../shared/device/questions/question.ts';
import { questionAr } from './ar/question.ts';
import { questionDe } from './de/question.ts';
import { type QuestionWords, questionEn } from './en/question.ts';
import type { Language } from './language.ts';
import { questionNb } from './nb/question.ts';

export type { QuestionWords } from './en/question.ts';

/** Words of a question to the customer by language; a text missing in one does not compile. */
export const QUESTION_WORDS: Readonly<Record<Language, QuestionWords>> = {
  en: questionEn,
  nb: questionNb,
  de: questionDe,
  ar: questionAr,
};

/** The words of a question in the customer's language. */
export function headOf(asked: AskedWords, language: Language): string {
  const words = QUESTION_WORDS[language];
  switch (asked.kind) {
    case 'texts':
      return asked.texts[language];
    case 'tip':
      return words.tipHead;
    case 'member':
      return words.memberHead;
    case 'receipt_email':
      return words.receiptEmailHead;
  }
}
