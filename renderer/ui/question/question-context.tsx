import { createContext, useContext } from 'react';
import type { CustomerAnswer } from '../../../shared/device/questions/question.ts';
import type { Language } from '../../i18n/language.ts';
import type { QuestionWords } from '../../i18n/question.ts';

/** What every part of a question uses. */
export type QuestionParts = {
  readonly words: QuestionWords;
  /** Currency of its amounts. */
  readonly currency: string;
  readonly language: Language;
  readonly give: (answer: CustomerAnswer) => void;
  /** An answer is on its way. */
  readonly busy: boolean;
};

const QuestionContext = createContext<QuestionParts | null>(null);

export const QuestionProvider = QuestionContext.Provider;

/** The parts of the question around this element. */
export function useQuestion(): QuestionParts {
  const parts = useContext(QuestionContext);
  if (parts === null) throw new Error('a part of a question outside of one');
  return parts;
}
