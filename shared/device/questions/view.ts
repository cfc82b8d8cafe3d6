import type { Instant } from '../../time/clock.ts';
import type { QuestionForm, QuestionWords } from './question.ts';
import type { QuestionEnd } from './step-questions.ts';

/** The open question as the customer's screen draws it. */
export type QuestionView = {
  readonly id: string;
  readonly words: QuestionWords;
  readonly form: QuestionForm;
  /** When the host goes on without an answer; the screen counts down to it. */
  readonly until: Instant;
};

/** What every snapshot says about questions. */
export type QuestionsView = {
  readonly open: QuestionView | null;
  /** The last questions of the till's own screens that ended, newest last. */
  readonly ended: readonly { readonly id: string; readonly end: QuestionEnd }[];
};
